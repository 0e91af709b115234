"""Build one static website of all that works without a kernel, for any host or to open from disk."""
