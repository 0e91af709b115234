"""Read the tables of datasets/tables.toml, and make tables by chance, for the tests of both readers."""

import random
import tomllib
from pathlib import Path

TABLES = tomllib.loads((Path(__file__).parent / "datasets" / "tables.toml").read_text("utf-8"))
USUAL = {"X": [[1, 2], [3, -4], [5, 6]], "y": [-1, 1, 1], "names": ["no", "yes"]}


def content_of(table):
    """Return the bytes of the file that a table describes."""
    return bytes(table["bytes"]) if "bytes" in table else table["text"].encode(table.get("encoding", "utf-8"))


HEADERS = "x,y,label", "label,x,y", ",x,class", "id,x,c", "Unnamed: 0,x,c", "0,1,2", "a,b,Unnamed: 2", '"x;y",b,t'
INDICES = ["", "Unnamed: 0", "index", "patient_id", "No.", "rownames", "#", "n", "Id"]
LABELS = ["ab", "01", ["-1", "+1"], ["10", "9"], "?a", ["ﬁ", "🐈"], "abc"]
DAMAGE = [*'",;\t\n\r# \xa0\ufeffx-?_٣\0\u2028', "nan", "1e999"]


def random_tables(count, seed=0):
    """Return the bytes of tables with two features or nearly so: with headers, indices, separators too many, damage."""
    rng = random.Random(seed)
    return [_random_table(rng) for _ in range(count)]


def _random_table(rng):
    labels, m = rng.choice(LABELS), rng.randint(2, 6)
    numbers = [
        str(rng.randint(-9, 9)),
        f"{rng.uniform(-5, 5):.3g}",
        f"+{rng.randint(0, 9)}.",
        f".{rng.randint(1, 9)}e1",
    ]
    rows = [[rng.choice(numbers), rng.choice(numbers), rng.choice(labels)] for _ in range(m)]
    header = [rng.choice(HEADERS).split(",")] if rng.random() < 0.7 else []
    if rng.random() < 0.5:
        counts = rng.choice([range(m), range(1, m + 1), rng.sample(range(99), m), [f"n{n}" for n in range(m)], [1] * m])
        rows = [[str(n), *row] for n, row in zip(counts, rows)]
        header = [[rng.choice(INDICES), *row] if rng.random() < 0.8 else row for row in header]
    rows, separator = header + rows, rng.choice(",,;\t")
    if rng.random() < 0.3:
        rows = [row + [""] * rng.choice([0, 1]) for row in rows] if rng.random() < 0.5 else [["", *row] for row in rows]
    above = rng.choice([[], [], [], [f"sep={separator}"], ["# made, by hand"], [""]])
    text = rng.choice(["\n", "\r\n", "\r"]).join(above + [separator.join(row) for row in rows])
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        place = rng.randrange(len(text) + 1)
        text = text[:place] + rng.choice(["", rng.choice(DAMAGE)]) + text[place + rng.choice([0, 1]) :]
    return text.encode(rng.choice(["utf-8", "utf-8", "utf-8-sig", "utf-16"]))
