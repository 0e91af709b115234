"""Programs of learners, read: in which shape each is written, and what it does on given draws, step by step.

`reading.read` reads one; the boxes are known there only, so that all else runs where they are not.
"""
