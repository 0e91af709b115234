"""Build assignments, grade the hand-ins of a class, and play Spot the bug."""
