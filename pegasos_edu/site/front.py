"""The front page: what this is, a run to play with, and the way to everything else."""

import html
from functools import partial
from pathlib import Path

import pegasos_edu
from pegasos_edu.common.files import whole_file
from pegasos_edu.common.html import whole_page
from pegasos_edu.common.palette import css
from pegasos_edu.player.page import CONTENT, PLACE, ROOT, scripts
from pegasos_edu.player.page import STYLE as OF_PLAYER
from pegasos_edu.site.pages import FRONT, HOME, PARTS, Page
from pegasos_edu.site.playing import PLAYS

STYLE = Path(__file__).with_name("front.css")
TITLE = "Learn support vector machines step by step: Pegasos, to read, run and watch"
LEAD = (
    "Pegasos is the short algorithm that trains a support vector machine from one example at a time. Here, in your "
    "browser, you play it line by line, and in {count} lessons you guess, see why, and write it yourself."
)
PLAYING = (
    "<b>▶</b> plays it, <b>step ▶</b> takes one step, <b>|◀</b> goes to the start. You see the algorithm, each line "
    "with its numbers, and what they do to the boundary."
)
START = f"new Player({ROOT}, {{}}).load({CONTENT}, [7, 1e6]);"  # at the end of a step that turns the line
INSTALLING = ("Install", f"{FRONT}#install")
INSTALL = """<p>Everything on these pages works as it is, without a network and without a server. To run the lessons and
write your own programs, you need Python 3.11 or newer and pip. In a clone of the repository,</p>
<pre tabindex="0"><code>python -m pip install -e . &amp;&amp; pegasos-edu lab</code></pre>
<p>copies the course into a folder of yours and opens it in JupyterLab. From a wheel, it is</p>
<pre tabindex="0"><code>python -m pip install pegasos_edu-{version}-py3-none-any.whl
pegasos-edu lab</code></pre>"""


def page(contents):
    """The front page, as a page of the site.

    Parameters
    ----------
    contents : Contents

    Returns
    -------
    Page
    """
    return Page(FRONT, HOME, TITLE, _lead(contents), partial(_write, contents), (*PARTS, INSTALLING))


def _lead(contents):
    return LEAD.format(count=len(contents.lessons))


def _write(contents, path, of_site):
    _write_pictures(contents.lessons, path.parent)
    first, *_ = contents.lessons
    parts = (
        f'<section class="live">\n<h2>A run, to play</h2>\n<p>{PLAYING}</p>\n{PLACE}</section>\n',
        _part("lessons", "Lessons", f'<ol class="cards">\n{"".join(map(_lesson, contents.lessons))}</ol>'),
        _part("try", "Try", _list(contents.trying)),
        _part("check", "Check", _list(contents.checking)),
        _part("teach", "Teach", _list(contents.teaching)),
        _part("install", "Install", INSTALL.format(version=pegasos_edu.__version__)),
    )
    begin = f"Begin: lesson {first.notebook.number}, {first.notebook.minutes.lower()}"
    body = (
        f"<main>\n<h1>Learn support vector machines, one step at a time</h1>\n"
        f'<p class="lead">{_lead(contents)}</p>\n<p class="begin"><a href="{first.page.path}">{begin}</a> '
        f'<a href="#lessons">All lessons</a></p>\n{"".join(parts)}</main>\n{scripts(PLAYS[0].player().records, START)}'
    )
    with whole_file(path) as file:
        file.write(whole_page(TITLE, f"{css()}{OF_PLAYER}{STYLE.read_text('utf-8')}", body, of_site).encode())


def _part(name, title, inside):
    return f'<section id="{name}">\n<h2>{title}</h2>\n{inside}\n</section>\n'


def _lesson(lesson):
    this = lesson.notebook
    alt, content = this.picture
    picture = f'<img src="{_picture(this)}" alt="{html.escape(alt)}" loading="lazy">\n' if content else ""
    aim = this.aim_as_html.replace('href="', 'href="lessons/')
    return (
        f'<li>{picture}<h3><a href="{lesson.page.path}">{html.escape(lesson.page.name)}</a></h3>\n'
        f'<p class="minutes">{html.escape(this.minutes)} · <a href="{lesson.slides.path}">slides'
        f'<span class="hidden"> of lesson {this.number}</span></a></p>\n{aim}</li>\n'
    )


def _picture(notebook):
    return f"pictures/{notebook.name}.png"


def _write_pictures(lessons, folder):
    (folder / "pictures").mkdir()
    for lesson in lessons:
        if lesson.notebook.picture[1]:
            with whole_file(folder / _picture(lesson.notebook)) as file:
                file.write(lesson.notebook.picture[1])


def _list(pages):
    return f'<ul class="cards">\n{"".join(map(_card, pages))}</ul>'


def _card(page):
    name, words = html.escape(page.name), html.escape(page.description)
    return f'<li><h3><a href="{page.path}">{name}</a></h3>\n<p>{words}</p></li>\n'
