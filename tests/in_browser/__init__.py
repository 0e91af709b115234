"""Make this folder a package; otherwise pytest would confuse its conftest with the one above."""
