"""Draw the pictures of the lessons, one module for each lesson, and one for several lessons."""
