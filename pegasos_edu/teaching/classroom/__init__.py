"""A class: what was handed in, found and read in whatever form it came, graded, and told on pages."""
