"""A package, or its conftest would take the place of the one above, which other tests import by name."""
