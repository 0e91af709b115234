"""Find, read and grade the hand-ins of a class, and write its tables and pages."""
