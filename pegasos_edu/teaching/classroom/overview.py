"""Work out what the overview of a class shows."""

import re
from collections import defaultdict
from statistics import median

from pegasos_edu.misconceptions import by_id

BINS = 10  # at most, of the histogram


def summary(assignment, rows):
    """Return counts, the histogram, checks, groups of failures, cells that could not run, and similar programs."""
    worth = sum(cell.points for cell in assignment.cells)
    graded = [row for row in rows if row["is_graded"]]
    failures = _failures(graded)
    reached = [row["points"] for row in rows if row["points"] is not None]
    return {
        "worth": worth,
        "median": median(reached) if reached else None,
        "full": sum(points >= worth for points in reached),
        "lost": [row for row in rows if not row["is_graded"]],
        "bins": _bins(worth, reached),
        "checks": [_check(cell, rows) for cell in assignment.cells if cell.points],
        "known": [group for group in failures if group["says"]],
        "unknown": [group for group in failures if not group["says"]],
        "cells": _cells(graded),
        "similar": [some for some in _by(rows, lambda row: row["fingerprint"]).values() if len(some) > 1],
        "protections": list(dict.fromkeys(words for row in graded for words in row["protections"])),
    }


def _bins(most, reached):
    """Return (name, count) for each bin; the last one holds all points and nothing else."""
    n = min(BINS, most)
    edges = [round(most * k / n) for k in range(n + 1)]
    bins = [(low, high, str(low) if high - low == 1 else f"{low}–{high - 1}") for low, high in zip(edges, edges[1:])]
    bins.append((most, float("inf"), str(most)))
    return [(name, sum(low <= points < high for points in reached)) for low, high, name in bins]


def _check(cell, rows):
    scored = [one for row in rows for one in row["checks"] if one["name"] == cell.name and one["points"] is not None]
    got = [one["points"] for one in scored]
    mean, passed = sum(got) / len(got) if got else None, sum(points > 0 for points in got)
    name = f"{cell.name} (hidden)" if cell.kind == "hidden" else cell.name
    return {"name": name, "points": cell.points, "mean": mean, "passed": passed, "failed": len(got) - passed}


def _failures(rows):
    """Return what made checks fail, the most frequent first, with the checks and whose they are."""
    says = {entry.title: entry.says for entry in by_id().values()}
    failed = [(row, check) for row in rows for check in row["checks"] if check["cause"]]
    groups = []
    for some in _by(failed, lambda pair: re.sub(r"[-−]?\d[\d.,e]*", "0", pair[1]["cause"])).values():
        cause = some[0][1]["cause"]
        checks = dict.fromkeys(check["name"] for _, check in some)
        students = list({row["id"]: row for row, _ in some}.values())
        said = " ".join(says[title] for title in cause.split(" + ") if title in says)
        groups.append({"cause": cause, "says": said, "checks": ", ".join(checks), "rows": students})
    return sorted(groups, key=lambda group: (-len(group["rows"]), group["cause"]))


def _cells(rows):
    """Return the cells that could not run, by what happened in them."""
    failed = [(row, problem) for row in rows for problem in row["problems"]]
    groups = _by(failed, lambda pair: pair[1]["words"])
    return sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0]))


def _by(items, key):
    """Return items in groups, without those whose key is empty."""
    groups = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    groups.pop("", None)
    return groups
