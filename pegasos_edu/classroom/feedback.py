"""The page that a learner gets back: points, what went wrong and why that is tempting, and the step where it began."""

import json
from pathlib import Path

from pegasos_edu.classroom.pages import listed, page, points, text

RUN = (
    "Your code ran in a process of its own, without the answers. What you see here was worked out outside it, from "
    "what your functions returned."
)
PLAYED = (
    '<div class="played"><h4>What your program does, beside the right one</h4><p>At the first step that differs; the '
    'arrow keys lead back and forth.</p><div id="player"></div><noscript><p>The player needs JavaScript, and nothing '
    "else.</p></noscript></div>"
)
SCRIPT = Path(__file__).with_name("feedback.js")


def feedback(assignment, handin, result):
    """The page of a hand-in, one file that asks for nothing else.

    Parameters
    ----------
    assignment : Assignment
    handin : HandIn
    result : dict
        As `marking.marked` makes it.

    Returns
    -------
    bytes
    """
    title = f"{assignment.name} · {assignment.title}"
    reached = points(result["points"], assignment.points)
    parts = [
        f"<header><h1>{text(title)}</h1>",
        f'<p class="who">{text(handin.student)} · <code>{text(handin.file)}</code></p>',
        f'<p class="reached">{reached}</p></header>',
    ]
    if result["message"]:
        said = f"<h2>It could not be graded</h2><p>{text(result['message'])}</p>"
        parts.append(f'<section class="problem">{said}</section>')
    if result["problems"]:
        parts.append(f"<section><h2>What went wrong when it was run</h2>{listed(result['problems'])}</section>")
    if result["checks"]:
        checks = "".join(map(_check, result["checks"]))
        parts.append(f"<section><h2>Check by check</h2>{checks}</section>")
    notes = [*handin.notes, *result["notes"]]
    if notes:
        parts.append(f"<section><h2>Noticed</h2>{listed(note[0].upper() + note[1:] + '.' for note in notes)}</section>")
    if result["printed"]:
        printed = f'<pre tabindex="0" aria-label="What it printed">{text(result["printed"])}</pre>'
        parts.append(f"<section><h2>What it printed</h2>{printed}</section>")
    if result["is_graded"]:
        parts.append(f"<section><h2>How it was run</h2><p>{RUN}</p>{listed(result['protections'])}</section>")
    return page(f"{title}: {handin.student}, {reached}", "\n".join(parts), *_player(result))


def _check(check):
    """What is said of one check."""
    sign, word, kind = ("✓", "right", "right") if check["points"] else ("✗", "not yet", "not-yet")
    report = check["report"] or {"facts": [], "hints": []}
    facts = "".join(f"<div><dt>{text(head)}</dt><dd>{text(words)}</dd></div>" for head, words in report["facts"])
    hints = "".join(
        f"<details><summary>{'A stronger hint' if before else 'A hint'}</summary><p>{text(hint)}</p></details>"
        for before, hint in enumerate(report["hints"])
    )
    return (
        f'<article class="{kind}"><header><h3>{text(check["name"])}</h3><span class="verdict">{sign} {word}</span>'
        f"<span>{points(check['points'], check['out_of'])}</span></header>"
        f'<p class="said">{text(check["message"])}</p>{f"<dl>{facts}</dl>" if facts else ""}{hints}'
        f"{PLAYED if check['player'] else ''}</article>\n"
    )


def _player(result):
    """Style and script of the player, if there is one."""
    player = next((check["player"] for check in result["checks"] if check["player"]), None)
    if not player:
        return "", ""
    from pegasos_edu.player.page import SCRIPT as PLAYER
    from pegasos_edu.player.page import STYLE

    content = json.dumps(player, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    script = (
        f'<script type="application/json" id="records">{content}</script>\n'
        f'<script type="module">\n{PLAYER}\n{SCRIPT.read_text("utf-8")}</script>'
    )
    return STYLE, script
