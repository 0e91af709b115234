"""One source, two speeds: a box as a loop, and through Numba."""
