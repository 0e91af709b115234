"""Build one static website of all that needs no kernel: lessons, slides, players, the ledger and the reference."""
