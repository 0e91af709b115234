"""Grade assignments: their notebooks, the process in which a hand-in runs, points, and Spot the bug."""
