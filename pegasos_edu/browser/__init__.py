"""Translate algorithms and their sentences to JavaScript, for pages that make runs without a kernel."""

from pegasos_edu.browser.engine import modules_and_facts

__all__ = ["modules_and_facts"]
