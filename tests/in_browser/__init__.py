"""Make this folder a package; otherwise pytest would confuse its conftest with the conftest of tests/."""
