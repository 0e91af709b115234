"""Draw the pictures of the lessons, one module for each lesson; `drawing` is shared."""
