"""Build a static website of everything that works without a kernel, for any host or to open from disk."""
