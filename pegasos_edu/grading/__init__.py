"""Programs of learners, looked at step by step: what they do, what is wrong, and why it was tempting."""
