"""Build assignments, run hand-ins in their own processes, give points, and play Spot the bug."""
