"""Make the front page: what this is, a run to play with, and the way to everything else."""

from functools import partial

from markupsafe import Markup

import pegasos_edu
from pegasos_edu.common.html import whole_page
from pegasos_edu.common.palette import css
from pegasos_edu.player.page import CONTENT, PLACE, ROOT, scripts
from pegasos_edu.player.page import STYLE as OF_PLAYER
from pegasos_edu.site.contents import PLAYS, player
from pegasos_edu.site.pages import FRONT, HOME, PARTS, TEMPLATES, Page, filled, write_html

TITLE = "Learn support vector machines step by step: Pegasos, to read, run and watch"
LEAD = (
    "Pegasos is the short algorithm that trains a support vector machine from one example at a time. Here, in your "
    "browser, you play it line by line, and in {count} lessons you guess, see why, and write it yourself."
)
START = f"new Player({ROOT}, {{}}).load({CONTENT}, [7, 1e6]);"  # at the end of a step that turns the line


def page(contents):
    """Return the front page of a site with these contents."""
    lead = LEAD.format(count=len(contents.lessons))
    return Page(FRONT, HOME, TITLE, lead, partial(_write, contents), (*PARTS, ("Install", f"{FRONT}#install")))


def _write(contents, path, of_site):
    folder = path.parent / "pictures"
    folder.mkdir()
    for lesson in contents.lessons:
        if lesson.introduction.picture[1]:
            (folder / f"{lesson.introduction.name}.png").write_bytes(lesson.introduction.picture[1])
    write_html(partial(_html, contents), path, of_site)


def _html(contents, of_site):
    body = filled(
        "front.html",
        lead=of_site.description,
        version=pegasos_edu.__version__,
        place=Markup(PLACE),
        markup=Markup,
        **contents._asdict(),
    )
    style = f"{css()}{OF_PLAYER}{(TEMPLATES / 'front.css').read_text('utf-8')}"
    return whole_page(TITLE, style, f"{body}\n{scripts(player(PLAYS[0]).records, START)}", of_site)
