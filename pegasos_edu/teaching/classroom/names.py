"""Compare and print the names of students and files, which may hold any letters."""

import unicodedata


def normalised(text):
    """Return a name in lower case without accents, with one blank between its words."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


def printable(text):
    """Return a name without control characters and broken characters, which any page and table can hold."""
    whole = text.encode("utf-8", "replace").decode()
    return "".join(letter if letter.isprintable() else "?" for letter in whole)
