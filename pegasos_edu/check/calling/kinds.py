"""Name the kind of what a program returned."""

MOST_KEYS, WITH_KEYS = 10, " with the keys "


def kind_of(value):
    """Return the name of the type of a value, with the keys of a dictionary if they are few names."""
    name = type(value).__name__
    keys = sorted(value) if isinstance(value, dict) and all([isinstance(key, str) for key in value]) else []
    are_names = 0 < len(keys) <= MOST_KEYS and all([_is_name(key) for key in keys])
    return name + (WITH_KEYS + ", ".join(keys) if are_names else "")


def _is_name(text):
    return text and len(text) < 30 and all([letter.isalpha() or letter in "_0123456789" for letter in text])
