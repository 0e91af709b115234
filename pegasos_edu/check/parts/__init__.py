"""Measure a program; the files of this folder run in Python and, unchanged, in a page."""
