"""Which pages the site has beside the front page."""

from functools import partial
from typing import NamedTuple

from pegasos_edu.claims import CLAIMS, Ledger
from pegasos_edu.claims.page import page as ledger_page
from pegasos_edu.common.files import whole_file
from pegasos_edu.lessons import copies, pages, slides
from pegasos_edu.player import playground
from pegasos_edu.site import gallery, reference, teaching
from pegasos_edu.site.notebooks import Notebook, read
from pegasos_edu.site.pages import CHECKING, LESSONS, TEACHING, TRYING, Page
from pegasos_edu.site.playing import PLAYS
from pegasos_edu.teaching import spot

ROUNDS = 6  # of Spot the bug


class Lesson(NamedTuple):
    """A lesson on the site: how it introduces itself, its page, and its slides."""

    notebook: Notebook
    page: Page
    slides: Page


class Contents(NamedTuple):
    """All pages but the front page, in the parts in which that shows them.

    Attributes
    ----------
    lessons : list of Lesson
    trying, checking, teaching : list of Page
    modules : list of Page
        Of the reference, whose list of modules is in `checking`.
    """

    lessons: list
    trying: list
    checking: list
    teaching: list
    modules: list

    @property
    def pages(self):
        """All of them, what takes longest first."""
        of_lessons = [page for lesson in self.lessons for page in (lesson.page, lesson.slides)]
        return [*self.checking, *self.trying, *self.teaching, *of_lessons, *self.modules]


def contents():
    """What there is to show.

    Returns
    -------
    Contents

    Raises
    ------
    ValueError
        Where a notebook does not say what it is about.
    OSError
        Where the course or its figures are missing.
    """
    index, *modules = reference.pages(reference.modules(copies.home().glob("*/*.ipynb")))
    trying = [_playground(), *(play.page() for play in PLAYS), _spot()]
    return Contents(_lessons(), trying, [_ledger(), index], _teaching(), modules)


def _lessons():
    """Each lesson, whose bar leads to its slides and to its neighbours."""
    notebooks = [read(path) for path in copies.lessons()]
    made = []
    for before, this, after in zip([None, *notebooks], notebooks, [*notebooks[1:], None]):
        place, shown = f"lessons/{this.name}.html", f"slides/{this.name}.html"
        name, path = f"{this.number} · {this.question}", copies.lesson(this.name)
        near = [(f"◀ {before.number}", f"lessons/{before.name}.html")] if before else []
        near += [(f"{after.number} ▶", f"lessons/{after.name}.html")] if after else []
        title, words = f"{this.question} – Pegasos lesson {this.number}", this.aim_as_text
        page = Page(place, name, title, words, partial(_write_lesson, path), (LESSONS, ("Slides", shown), *near))
        words = f"Slides of lesson {this.number}, full screen, each question before its answer. {words}"
        own = Page(shown, "Slides", f"Slides: {title}", words, partial(slides.write, path), (("Lesson", place),))
        made.append(Lesson(this, page, own))
    return made


def _write_lesson(notebook, path, of_site):
    pages.export(notebook, path.parent, of_site)


def _playground():
    words = "Drag the points, move λ, break the program: every algorithm of the package runs in the page, with guided tours."
    name, title = "The playground", "Pegasos playground: what happens if?"
    return Page("playground.html", name, title, words, _write_playground, (TRYING,))


def _write_playground(path, of_site):
    playground.write(path, of_site=of_site)


def _spot():
    words = "A wrong program runs beside the right one, on the same data and draws: what is wrong with it?"
    return Page("spot.html", "Spot the bug", "Spot the bug in a program of Pegasos", words, _write_spot, (TRYING,))


def _write_spot(path, of_site):
    spot.write(spot.spots(rounds=ROUNDS), path, of_site)


def _ledger():
    words = f"{len(CLAIMS)} claims of papers, slides and posts on Pegasos, {Ledger().tested} of them tested."
    return Page(
        "claims.html", "Are the sources right?", "Are the sources on Pegasos right?", words, _write_ledger, (CHECKING,)
    )


def _write_ledger(path, of_site):
    with whole_file(path) as file:
        file.write(ledger_page(Ledger().run(progress=False), of_site).encode())


def _teaching():
    """The texts for teachers, their notebooks, and the figures."""
    home = copies.home() / "teaching"
    made = []
    for path in sorted(home.glob("*.md")):
        name, words = teaching.said(path)
        title = f"{name} – Pegasos, for teachers"
        made.append(Page(f"teaching/{path.stem}.html", name, title, words, partial(teaching.write, path), (TEACHING,)))
    for path in sorted(home.glob("*.ipynb")):
        this = read(path)
        title = f"{this.question} – Pegasos, for teachers"
        write = partial(_write_lesson, path)
        made.append(Page(f"teaching/{path.stem}.html", this.question, title, this.aim_as_text, write, (TEACHING,)))
    words = "Pictures and animations of Pegasos, for slides and texts: losses, boundaries, steps, kernels."
    paths = gallery.figures()
    write = partial(gallery.write, paths)
    return [*made, Page("figures.html", "Figures", "Figures of Pegasos", words, write, (TEACHING,))]
