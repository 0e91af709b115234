"""Provide what every folder needs: checks, files, progress, colours, web pages."""
