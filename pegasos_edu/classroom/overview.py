"""The page for the teacher: how the class did, what went wrong how often, and what could not be graded."""

from collections import Counter, defaultdict

from pegasos_edu.classroom.pages import listed, number, page, points, table, text
from pegasos_edu.misconceptions import by_id

BINS = 10  # at most, of the distribution
WIDTH, HEIGHT, TOP, BOTTOM = 480, 190, 24, 40  # of the picture, and around its bars


def overview(assignment, rows, passed_over):
    """The overview of a class, one file that leads to the pages beside it.

    Parameters
    ----------
    assignment : Assignment
    rows : sequence of dict
        As `tables.summary` makes them, each with "digest" as well, what the bytes of the hand-in are known by, and
        "protections".
    passed_over : sequence of str
        Paths of files that are no hand-ins.

    Returns
    -------
    bytes
    """
    done = [row for row in rows if row["is_graded"]]
    parts = [
        f"<h1>{text(assignment.name)} · {text(assignment.title)}</h1>",
        _counts(assignment, rows, done),
        f"<section><h2>Points</h2>{_distribution(assignment, rows)}</section>" if rows else "",
        f"<section><h2>Check by check</h2>{_checks(assignment, done)}</section>",
        f"<section><h2>What went wrong, and how often</h2>{_misconceptions(done)}</section>",
        _ungraded(rows),
        _alike(rows),
        f"<section><h2>All hand-ins</h2>{_all(assignment, rows)}</section>",
    ]
    if passed_over:
        parts.append(f"<section><h2>Files that are no hand-ins</h2>{listed(passed_over)}</section>")
    by_hand = [cell.name for cell in assignment.cells if cell.kind == "manual"]
    if by_hand:
        said = "These questions ask for words, which only you can judge; no points here are for them."
        parts.append(f"<section><h2>To be read by you</h2><p>{said}</p>{listed(by_hand)}</section>")
    said = "Each program ran in a process of its own, without the answers, with limits. In detail:"
    protections = list(dict.fromkeys(words for row in done for words in row["protections"]))
    parts.append(f"<section><h2>What is protected, and what is not</h2><p>{said}</p>{listed(protections)}</section>")
    return page(f"{assignment.name}: {len(rows)} hand-ins", "\n".join(filter(None, parts)))


def _counts(assignment, rows, done):
    """The class in a line."""
    reached = sorted(row["points"] for row in rows)
    middle = (reached[(len(reached) - 1) // 2] + reached[len(reached) // 2]) / 2 if reached else 0
    full = sum(row["points"] >= assignment.points for row in rows)
    told = [
        f"{len(rows)} hand-in{'s' * (len(rows) != 1)}",
        f"median {points(middle, assignment.points)}",
        f"{full} with all points",
        f"{len(rows) - len(done)} could not be graded",
    ]
    return f'<ul class="counts">{"".join(f"<li>{text(one)}</li>" for one in told)}</ul>'


def _distribution(assignment, rows):
    """How many reached how many points: drawn, and as a table."""
    bins = _bins(assignment.points)
    counts = [sum(low <= row["points"] < high for row in rows) for low, high, _ in bins]
    names = [name for _, _, name in bins]
    said = "How many hand-ins reached how many points. " + "; ".join(
        f"{name} points: {count}" for name, count in zip(names, counts)
    )
    lines = [(text(name), str(count)) for name, count in zip(names, counts)]
    numbers = table("Hand-ins by points", ["points", "hand-ins"], lines)
    return f"{_bars(names, counts, said)}<details><summary>The same as numbers</summary>{numbers}</details>"


def _bins(most):
    """From, up to, and the name of each bin; the last one holds all points and nothing else."""
    n = min(BINS, most)
    edges = [round(most * k / n) for k in range(n + 1)]
    bins = [(low, high, str(low) if high - low == 1 else f"{low}–{high - 1}") for low, high in zip(edges, edges[1:])]
    return [*bins, (most, float("inf"), str(most))]


def _bars(names, counts, said):
    """Bars with their counts above and their names below."""
    width, tallest = WIDTH / len(counts), max(counts) or 1
    foot, room = HEIGHT - BOTTOM, HEIGHT - BOTTOM - TOP
    bars = ""
    for n, (name, count) in enumerate(zip(names, counts)):
        height, middle = room * count / tallest, (n + 0.5) * width
        bars += (
            f'<rect class="bar" x="{n * width + 4:.1f}" y="{foot - height:.1f}" width="{width - 8:.1f}" '
            f'height="{height:.1f}"/><text x="{middle:.1f}" y="{foot - height - 6:.1f}" text-anchor="middle">'
            f'{count or ""}</text><text x="{middle:.1f}" y="{foot + 17}" text-anchor="middle">{text(name)}</text>'
        )
    return (
        f'<svg role="img" aria-label="{text(said)}" viewBox="0 0 {WIDTH} {HEIGHT}">{bars}'
        f'<line x1="0" x2="{WIDTH}" y1="{foot}" y2="{foot}"/><text x="{WIDTH / 2:.0f}" y="{HEIGHT - 4}" '
        'text-anchor="middle">points</text></svg>'
    )


def _checks(assignment, done):
    """How each check went."""
    rows = []
    for n, check in enumerate(assignment.checks):
        got = [row["checks"][n]["points"] for row in done]
        mean = number(sum(got) / len(got)) if got else "–"
        hidden = " (hidden)" if check.kind == "hidden" else ""
        passed = sum(one > 0 for one in got)
        rows.append((text(check.name + hidden), str(check.points), mean, str(passed), str(len(got) - passed)))
    return table("Of those that were graded", ["check", "points", "mean", "passed", "not yet"], rows)


def _misconceptions(done):
    """The names of what went wrong, most frequent first, and whose they are."""
    whose = defaultdict(list)
    for row in done:
        for name in row["misconceptions"]:
            whose[name].append(row)
    if not whose:
        return "<p>Nothing that went wrong has a name in the catalogue.</p>"
    says = {entry.title: entry.says for entry in by_id().values()}
    rows = [
        (text(name), str(len(met)), text(says[name]), ", ".join(map(_link, met)))
        for name, met in sorted(whose.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    ]
    return table("Misconceptions, most frequent first", ["misconception", "hand-ins", "what it does", "whose"], rows)


def _ungraded(rows):
    """What could not be graded, and why."""
    lost = [row for row in rows if not row["is_graded"]]
    if not lost:
        return ""
    lines = [(_link(row), f"<code>{text(row['file'])}</code>", text(row["message"])) for row in lost]
    shown = table("No points", ["student", "file", "why"], lines)
    return f"<section><h2>What could not be graded</h2>{shown}</section>"


def _alike(rows):
    """Hand-ins that are the same to the byte."""
    of_digest = Counter(row["digest"] for row in rows if row["digest"])
    groups = defaultdict(list)
    for row in rows:
        if of_digest[row["digest"]] > 1:
            groups[row["digest"]].append(row)
    if not groups:
        return ""
    items = "".join(f"<li>{', '.join(map(_link, group))}</li>" for group in groups.values())
    said = "The same file was handed in by several. It may be what you handed out, with nothing written."
    return f"<section><h2>Alike to the byte</h2><p>{said}</p><ul>{items}</ul></section>"


def _all(assignment, rows):
    """Every hand-in, with the number by which its platform knows it, if it does."""
    numbered, noted = any(row["number"] for row in rows), any(row["notes"] for row in rows)
    lines = []
    for row in rows:
        got = [number(check["points"]) for check in row["checks"]] or ["–"] * len(assignment.checks)
        known, notes = [text(row["number"])] * numbered, [text("; ".join(row["notes"]))] * noted
        lines.append((_link(row), *known, number(row["points"]), *got, *notes))
    names = [check.name for check in assignment.checks]
    heads = ["student", *["number"] * numbered, "points", *names, *["noticed"] * noted]
    return table("Each leads to what the learner gets back", heads, lines)


def _link(row):
    return f'<a href="feedback/{row["id"]}.html">{text(row["student"])}</a>'
