"""The pictures of the lessons, one module a subject."""
