"""Guided tours: read from TOML files, the package's and a teacher's, and checked with the place of what is wrong."""

import re
import tomllib
from pathlib import Path

from pegasos_edu.common.files import limited
from pegasos_edu.common.validation import excerpt
from pegasos_edu.player.settings import check, check_misconception

TOURS = Path(__file__).parent / "tours.toml"
TEXTS = ("says", "question", "happened", "why")
OF_A_STOP = {*TEXTS, "choices", "answer", "state", "then"}
MAX_BYTES = 1 << 20  # of a file of tours
LONGEST = 600  # letters of a text, which is to be read beside a picture


def tours(*paths):
    """The tours of the package, and after them those of more files.

    Parameters
    ----------
    *paths : path of a TOML file each
        A table ``[[tour]]`` for each tour, with ``slug``, ``title`` and tables ``[[tour.stop]]``: ``state`` holds the
        settings of the page that differ from its first ones; ``says``, ``question`` and ``choices`` come before the
        guess; ``then`` holds what changes after it, and ``answer`` (counted from 0), ``happened`` and ``why`` are
        shown once it has been seen. A ``step`` alone in ``then`` is played up to.

    Returns
    -------
    list of dict

    Raises
    ------
    FileNotFoundError
        Where there is no such file.
    ValueError
        For a file of another form, with its name and the place in it.
    """
    found = [tour for path in (TOURS, *paths) for tour in read(path)]
    slugs = [tour["slug"] for tour in found]
    for slug in slugs:
        if slugs.count(slug) > 1:
            raise ValueError(f"slug must be another one for each tour, got {excerpt(slug)} twice; rename one.")
    return found


def read(path):
    """The tours of one file."""
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"{path} must exist, got nothing there; check the name and the folder.")
    content = limited(path, MAX_BYTES)
    try:
        content = tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} must be a TOML file in UTF-8, got {error}; mend that place.") from None
    found = _list(content, "tour", str(path))
    if extra := content.keys() - {"tour"}:
        raise ValueError(f"{path} must hold tables [[tour]] alone, got {excerpt(sorted(extra)[0])}; leave it out.")
    for number, tour in enumerate(found, 1):
        _check_tour(tour, f"{path}: tour {number}")
    return [{**tour, "stops": tour["stop"]} for tour in found]


def _list(table, name, place):
    found = table.get(name)
    if not isinstance(found, list) or not found or not all(isinstance(one, dict) for one in found):
        raise ValueError(f"{place} must hold one table [[{name}]] or more, got {excerpt(found)}; write one.")
    return found


def _check_tour(tour, place):
    if extra := tour.keys() - {"slug", "title", "stop"}:
        raise ValueError(f"{place} must hold slug, title and stops, got {excerpt(sorted(extra)[0])}; leave it out.")
    slug = tour.get("slug")
    if not isinstance(slug, str) or not re.fullmatch(r"[a-z0-9-]{1,40}", slug):
        raise ValueError(f"{place}.slug must be letters a to z, digits and hyphens, got {excerpt(slug)}; rename it.")
    _check_text(tour.get("title"), f"{place}.title")
    for number, stop in enumerate(_list(tour, "stop", place), 1):
        _check_stop(stop, f"{place}, stop {number}")


def _check_stop(stop, place):
    if missing := [name for name in (*TEXTS, "choices", "answer", "then") if name not in stop]:
        raise ValueError(f"{place} must hold {missing[0]}, got none; write it.")
    if extra := stop.keys() - OF_A_STOP:
        raise ValueError(f"{place} must hold {', '.join(sorted(OF_A_STOP))}, got {excerpt(sorted(extra)[0])}.")
    for name in TEXTS:
        _check_text(stop[name], f"{place}.{name}")
    choices, answer = stop["choices"], stop["answer"]
    if not isinstance(choices, list) or not 2 <= len(choices) <= 5 or len(set(map(str, choices))) < len(choices):
        raise ValueError(f"{place}.choices must be two to five different texts, got {excerpt(choices)}.")
    for choice in choices:
        _check_text(choice, f"{place}.choices")
    if type(answer) is not int or answer not in range(len(choices)):
        raise ValueError(f"{place}.answer must be from 0 to {len(choices) - 1}, got {excerpt(answer)}; counted from 0.")
    check(stop.setdefault("state", {}), f"{place}.state")
    check_misconception(stop["state"], f"{place}.state")
    check(stop["then"], f"{place}.then")
    if "whatif" in stop["then"]:
        check_misconception(stop["state"] | stop["then"], f"{place}.then")


def _check_text(text, place):
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        raise ValueError(f"{place} must be a text of at most {LONGEST} letters, got {excerpt(text)}; change it.")
