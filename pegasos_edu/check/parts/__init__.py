"""Measure the parts of a learner's program from the states that it leaves, and say which of them are right.

These modules use no library but ``math``, and only the Python that MicroPython also runs, because the same files judge
programs in Python and in a page.
"""
