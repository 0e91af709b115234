"""Read guided tours from TOML files of the package or of a teacher, and check them."""

import re
import tomllib
from pathlib import Path

from pegasos_edu.common.files import limited
from pegasos_edu.common.validation import excerpt
from pegasos_edu.player.settings import check_bug, check_settings, check_table

TOURS = Path(__file__).parent / "tours.toml"
MAX_BYTES = 1 << 20  # the largest file of tours
MAX_LETTERS = 600  # the longest text, because it is read beside a picture


def _is_text(value):
    return isinstance(value, str) and value.strip() and len(value) <= MAX_LETTERS


def _are_tables(value):
    return isinstance(value, list) and value and all(isinstance(table, dict) for table in value)


def _are_choices(value):
    return isinstance(value, list) and 2 <= len(value) <= 5 and len(set(map(str, value))) == len(value)


TEXT = _is_text, f"a text of at most {MAX_LETTERS} letters"
FILE = {"tour": (_are_tables, "one table [[tour]] or more")}
TOUR = {
    "slug": (lambda value: re.fullmatch("[a-z0-9-]{1,40}", str(value)), "letters a to z, digits and hyphens"),
    "title": TEXT,
    "try": TEXT,
    "stop": (_are_tables, "one table [[tour.stop]] or more"),
}
STOP = {
    **dict.fromkeys(("says", "question", "happened", "why"), TEXT),
    "choices": (lambda value: _are_choices(value) and all(map(_is_text, value)), "two to five different texts"),
    "answer": (lambda value: type(value) is int and value >= 0, "the number of a choice, from 0"),
    **dict.fromkeys(("state", "then"), (lambda value: isinstance(value, dict), "a table of settings")),
}


def tours(*paths):
    """Return the tours of the package, followed by those of more files.

    Parameters
    ----------
    *paths : path of a TOML file each
        Each file holds a table ``[[tour]]`` for each tour, with ``slug``, ``title``, optionally ``try``, which suggests
        what to try after the tour, and tables ``[[tour.stop]]``. In a stop, ``state`` holds the settings of the page
        that differ from its first settings; ``says``, ``question`` and ``choices`` come before the guess. ``then``
        holds the settings that change after the guess; then follow ``answer`` (counted from 0), ``happened`` and
        ``why``. If ``then`` holds only a ``step``, the run is played up to this step.

    Returns
    -------
    list of dict

    Raises
    ------
    FileNotFoundError
        If a file does not exist.
    ValueError
        If a file is invalid; the message names the file and the place.
    """
    every = [tour for path in (TOURS, *paths) for tour in read(path)]
    slugs = [tour["slug"] for tour in every]
    for slug in slugs:
        if slugs.count(slug) > 1:
            raise ValueError(f"slug must be different for each tour, got {excerpt(slug)} twice; rename one.")
    return every


def read(path):
    """Return the tours of one file."""
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"{path} must exist, got nothing there; check the name and the folder.")
    content = limited(path, MAX_BYTES)
    try:
        content = tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} must be a TOML file in UTF-8, got {error}; correct that place.") from None
    check_table(content, FILE, str(path))
    for number, tour in enumerate(content["tour"], 1):
        check_table(tour, TOUR, f"{path}: tour {number}", optional={"try"})
        for place, stop in enumerate(tour["stop"], 1):
            _check_stop(stop, f"{path}: tour {number}, stop {place}")
    return [{**tour, "stops": tour["stop"]} for tour in content["tour"]]


def _check_stop(stop, place):
    check_table(stop, STOP, place, optional={"state"})
    if stop["answer"] >= len(stop["choices"]):
        raise ValueError(
            f"{place}.answer must be from 0 to {len(stop['choices']) - 1}, got {stop['answer']}; change it."
        )
    state = stop.setdefault("state", {})
    for name, settings in (("state", state), ("then", state | stop["then"])):
        check_settings(stop[name], f"{place}.{name}")
        check_bug(settings, f"{place}.{name}")
