"""Translate the algorithms and their sentences to JavaScript, for pages that make runs themselves."""

from pegasos_edu.browser.script import modules_and_facts

__all__ = ["modules_and_facts"]
