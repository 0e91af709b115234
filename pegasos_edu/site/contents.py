"""List the pages of the site, all but the front page."""

import html
import re
import shutil
from functools import partial
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from pegasos_edu.algorithms import hinge, kernelized
from pegasos_edu.claims import CLAIMS, Ledger
from pegasos_edu.claims.page import page as ledger_page
from pegasos_edu.datasets import digits, moons
from pegasos_edu.kernels import rbf
from pegasos_edu.lessons import copies, pages, slides
from pegasos_edu.lessons.figures import FIGURES
from pegasos_edu.player import play, playground
from pegasos_edu.site import reference
from pegasos_edu.site.notebooks import Introduction, introduction, text_of
from pegasos_edu.site.pages import CHECKING, LESSONS, TEACHING, TRYING, Page, filled, write_html
from pegasos_edu.teaching import spot

ROUNDS = 6  # of Spot the bug
PACKAGE = Path(__file__).resolve().parent.parent
FIGURES_FOLDERS = (PACKAGE / "figures", PACKAGE.parent / "figures")  # in an installed package, and in a clone


class LessonPages(NamedTuple):
    """The pages of a lesson."""

    introduction: Introduction
    page: Page
    slides: Page


class Contents(NamedTuple):
    """All pages but the front page, in the parts in which the front page shows them.

    Attributes
    ----------
    lessons : list of LessonPages
    trying, checking, teaching : list of Page
    modules : list of Page
        The modules of the reference; the list of modules is in `checking`.
    """

    lessons: list
    trying: list
    checking: list
    teaching: list
    modules: list

    @property
    def pages(self):
        """Return all of them; those that take longest come first."""
        of_lessons = [page for lesson in self.lessons for page in (lesson.page, lesson.slides)]
        return [*self.checking, *self.trying, *self.teaching, *of_lessons, *self.modules]


def contents():
    """Return the `Contents`; raise ValueError or OSError if a notebook or a figure is missing or has another form."""
    index, *modules = reference.pages(reference.modules(copies.home().glob("*/*.ipynb")))
    trying = [_playground(), *map(_play, PLAYS), _spot()]
    return Contents(_lessons(), trying, [_ledger(), index], _teaching(), modules)


# Lessons


def _lessons():
    """Return each lesson, whose bar leads to its slides and to its neighbours."""
    introductions, lessons = [introduction(path) for path in copies.lessons()], []
    for before, this, after in zip([None, *introductions], introductions, [*introductions[1:], None]):
        place, shown = f"lessons/{this.name}.html", f"slides/{this.name}.html"
        name, path = f"{this.number} · {this.question}", copies.lesson(this.name)
        near = [(f"◀ {before.number}", f"lessons/{before.name}.html")] if before else []
        near += [(f"{after.number} ▶", f"lessons/{after.name}.html")] if after else []
        title, words = f"{this.question} – Pegasos lesson {this.number}", text_of(this.aim)
        page = Page(place, name, title, words, partial(_write_notebook, path), (LESSONS, ("Slides", shown), *near))
        words = f"Slides of lesson {this.number}, full screen, each question before its answer. {words}"
        own = Page(shown, "Slides", f"Slides: {title}", words, partial(slides.write, path), (("Lesson", place),))
        lessons.append(LessonPages(this, page, own))
    return lessons


def _write_notebook(notebook, path, of_site):
    pages.export(notebook, path.parent, of_site)


# Try


class Play(NamedTuple):
    """A run of a lesson, as a page with a player."""

    name: str
    title: str
    words: str
    data: object
    algorithm: object
    options: dict


PLAYS = (
    Play(
        "moons", "A line finds its place between two moons",
        "Which example turns the line, and why does the objective rise at times? A run of Pegasos, line by line.",
        moons, hinge, {"lam": 0.05, "T": 200},
    ),
    Play(
        "digits", "Is it a 3 or an 8?",
        "Each step looks at one image of 64 pixels, and the weights that tell the digits apart become a picture.",
        digits, hinge, {"lam": 0.1, "T": 100, "shape": (8, 8)},
    ),
    Play(
        "kernel", "A curve where no line will do",
        "Pegasos with a kernel adds examples one by one, and the curve bends around each of them.",
        moons, kernelized, {"lam": 0.05, "T": 100, "kernel": partial(rbf, gamma=2.0)},
    ),
)  # fmt: skip


def player(this):
    """Return the player of a `Play`."""
    X, y, names = this.data()
    source = f"from pegasos_edu.datasets import {this.data.__name__}\nX, y, names = {this.data.__name__}()"
    return play(this.algorithm, X, y, names=names, data=source, **this.options)


def _play(this):
    write = partial(write_html, partial(_play_html, this))
    return Page(f"play/{this.name}.html", this.title, f"Play: {this.title}", this.words, write, (TRYING,))


def _play_html(this, of_site):
    return player(this).page(of_site)


def _playground():
    words = "Drag the points, move λ, break the program: every algorithm of the package runs here, with guided tours."
    name, title = "The playground", "Pegasos playground: what happens if?"
    return Page("playground.html", name, title, words, _write_playground, (TRYING,))


def _write_playground(path, of_site):
    playground.write(path, of_site=of_site)


def _spot():
    words = "A wrong program runs beside the correct one, on the same data and draws: what is wrong with it?"
    return Page("spot.html", "Spot the bug", "Spot the bug in a program of Pegasos", words, _write_spot, (TRYING,))


def _write_spot(path, of_site):
    spot.write(spot.spots(rounds=ROUNDS), path, of_site)


# Check


def _ledger():
    words = f"{len(CLAIMS)} claims of papers, slides and posts on Pegasos, {Ledger().tested} of them tested."
    write = partial(write_html, _ledger_html)
    title = "Are the sources on Pegasos right?"
    return Page("claims.html", "Are the sources right?", title, words, write, (CHECKING,))


def _ledger_html(of_site):
    return ledger_page(Ledger().run(progress=False), of_site)


# Teach


def _teaching():
    """Return the texts for teachers, their notebooks, and the figures."""
    home, made = copies.home() / "teaching", []
    for path in sorted(home.glob("*.md")):
        name, words = (text_of(rendered) for rendered in _title_and_first_paragraph(path))
        write = partial(write_html, partial(_text_html, path))
        made.append(
            Page(f"teaching/{path.stem}.html", name, f"{name} – Pegasos, for teachers", words, write, (TEACHING,))
        )
    for path in sorted(home.glob("*.ipynb")):
        this, write = introduction(path), partial(_write_notebook, path)
        title = f"{this.question} – Pegasos, for teachers"
        made.append(Page(f"teaching/{path.stem}.html", this.question, title, text_of(this.aim), write, (TEACHING,)))
    words = "Pictures and animations of Pegasos, for slides and texts: losses, boundaries, steps, kernels."
    write = partial(_write_figures, _figures())
    return [*made, Page("figures.html", "Figures", "Figures of Pegasos", words, write, (TEACHING,))]


OF_TEXTS = """.contents ul { columns: 18em; padding-left: 1.2em; }
.scrolls { overflow-x: auto; }
.lesson > .text { overflow-x: visible; }
"""
SCROLLS = '<div class="scrolls" tabindex="0">\n<table'
HEADING = re.compile(r'<h2 id="([^"]+)">(.*?)<a class="anchor-link"', re.DOTALL)


def _title_and_first_paragraph(path):
    return map(pages.rendered, re.match(r"# (.+)\n\n((?:.+\n)+)", path.read_text("utf-8")).groups())


def _text_html(text, of_site):
    """Return a text in Markdown as a page, with its contents below the title."""
    body = pages.LINK.sub(r"\1.html", pages.rendered(text.read_text("utf-8")))
    body = body.replace("<table", SCROLLS).replace("</table>", "</table>\n</div>").replace("<th></th>", "<td></td>")
    headings = [(name, text_of(heading)) for name, heading in HEADING.findall(body)]
    before, heading, after = body.partition("<h2")
    body = filled("text.html", before=Markup(before), headings=headings, after=Markup(heading + after))
    return pages.page(of_site.title, body, OF_TEXTS, of_site)


OF_FIGURES = """.gallery figure { margin: 1.5em 0; }
.gallery figcaption { max-width: 44em; color: var(--muted); margin-top: 0.4em; }
.gallery img { max-width: 100%; background: white; }
"""


def _figures():
    """Return the paths of the figures; raise FileNotFoundError if one is missing."""
    place = next(filter(Path.is_dir, FIGURES_FOLDERS), FIGURES_FOLDERS[-1])
    missing = [name for name in FIGURES if not (place / name).is_file()]
    if missing:
        raise FileNotFoundError(f"{place} must hold {missing[0]}, got none; run python -m pegasos_edu.lessons.figures.")
    return [place / name for name in FIGURES]


def _write_figures(paths, path, of_site):
    """Write the page of the figures, and beside it a folder that contains them."""
    folder = path.parent / "figures"
    folder.mkdir()
    for figure in paths:
        shutil.copyfile(figure, folder / figure.name)
    figures = [
        {"stem": one.stem, "name": one.name, "path": f"figures/{one.name}", "words": _caption(one),
         "moves": one.suffix == ".gif"}
        for one in paths
    ]  # fmt: skip
    body = filled("figures.html", figures=figures)
    write_html(lambda of_site: pages.page(of_site.title, body, OF_FIGURES, of_site), path, of_site)


def _caption(path):
    """Return what a figure shows: the title in an SVG file, else the docstring of the function that draws it."""
    if path.suffix == ".svg":
        return html.unescape(re.search(r"<title>(.*?)</title>", path.read_text("utf-8"), re.DOTALL)[1])
    return " ".join(FIGURES[path.name].__doc__.split())
