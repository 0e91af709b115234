"""One source, two speeds: an algorithm as a loop, and through Numba."""
