"""Measure the claims of the lessons again and store the results: all of them, or those that are named."""

import sys

from pegasos_edu.lessons.elsewhere.strips import store

if __name__ == "__main__":
    store(sys.argv[1:])
