"""What runs in the process of a hand-in: its cells, its calls, its limits. No algorithm and no expected value is
here."""
