"""What everybody needs, and that needs nothing: checks, files, progress."""
