"""Live: the algorithms as JavaScript, made from their source, for pages that make runs themselves, recorded line by
line."""

from pegasos_edu.browser.script import script_and_facts

__all__ = ["script_and_facts"]
