"""Run one hand-in inside its own process, which holds no algorithm and no expected value."""
