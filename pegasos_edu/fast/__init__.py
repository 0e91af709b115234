"""Run the source of an algorithm as a loop, in plain Python or compiled with Numba."""
