"""List the pages of the site by parts of the front page, and write those that no other module writes."""

import re
from functools import partial
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

import pegasos_edu
from pegasos_edu.algorithms import hinge, kernelized
from pegasos_edu.claims import CLAIMS, Ledger
from pegasos_edu.claims.page import page as ledger_page
from pegasos_edu.common import course_folder
from pegasos_edu.common.html import style_of_texts, whole_page
from pegasos_edu.common.scripts import joined
from pegasos_edu.common.templates import template
from pegasos_edu.datasets import digits, moons
from pegasos_edu.kernels import rbf
from pegasos_edu.lessons import slides
from pegasos_edu.lessons.figures import FIGURES, WORDS
from pegasos_edu.lessons.markup import rendered
from pegasos_edu.lessons.pages import export, page
from pegasos_edu.lessons.tasks import writing
from pegasos_edu.lessons.write import SHARED, write_shared
from pegasos_edu.player import play, playground
from pegasos_edu.player.page import CONTENT, PLACE, ROOT, scripts
from pegasos_edu.player.page import STYLE as PLAYER_STYLE
from pegasos_edu.site import reference
from pegasos_edu.site.introductions import Introduction, introduction
from pegasos_edu.site.pages import (
    FRONT,
    LESSONS,
    PLAYGROUND,
    SOURCES,
    SPOT,
    TEACHING,
    Page,
    text_of,
)
from pegasos_edu.teaching import spot

HERE = Path(__file__).parent
FIGURE_FOLDERS = (HERE.parent / "figures", HERE.parents[1] / "figures")  # if installed; in a clone
MARKS = HERE / "marks.svg"  # a small picture for each lesson
FRONT_STYLE = (HERE / "front.css").read_text("utf-8")
TEXT_STYLE = (HERE / "texts.css").read_text("utf-8")
SEARCH = f'<script type="module">\n{joined(HERE / "search.js")}search();\n</script>'
LONG = 20  # a text with more entries than this is one in which readers look something up
ENTRY = re.compile(r'<h3 id="([^"]+)">(.*?)(<a class="anchor-link".*?</a>)</h3>(.*?)(?=<h[23] |\Z)', re.DOTALL)
FOLD = r'<details class="entry"><summary><h3>\2</h3></summary>\n<div id="\1">\3\4</div></details>\n'
TABLE = re.compile(r'(<div class="scrolls"(?:(?!</div>).)*</div>\s*)(?=<details class="entry")', re.DOTALL)
SPOT_ROUNDS = 6
START = f"""const player = new Player({ROOT}, {{}});
player.load({CONTENT}, [1, Infinity]); // the first step that draws a line
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();"""


class Lesson(NamedTuple):
    """Hold a lesson with its page and its slides."""

    introduction: Introduction
    page: Page
    slides: Page


class ExampleRun(NamedTuple):
    """Describe a run that has its own page."""

    name: str
    title: str
    words: str
    data: object
    algorithm: object
    options: dict

    def player(self):
        """Return the player of the run."""
        X, y, names = self.data()
        code = f"from pegasos_edu.datasets import {self.data.__name__}\nX, y, names = {self.data.__name__}()"
        return play(self.algorithm, X, y, names=names, data=code, **self.options)


RUNS = (
    ExampleRun(
        "moons",
        "A line finds its place between two moons",
        "Which example turns the line, and why does the objective sometimes rise? A run of Pegasos, line by line.",
        moons,
        hinge,
        {"lam": 0.05, "T": 200},
    ),
    ExampleRun(
        "digits",
        "Is it a 3 or an 8?",
        "Pegasos draws images of 64 pixels one by one, and the weights that separate them become a picture.",
        digits,
        hinge,
        {"lam": 0.1, "T": 100, "shape": (8, 8)},
    ),
    ExampleRun(
        "kernel",
        "A curve where no line will do",
        "Pegasos with a kernel adds examples one by one, and the curve bends around each of them.",
        moons,
        kernelized,
        {"lam": 0.05, "T": 100, "kernel": partial(rbf, gamma=2.0)},
    ),
)


def contents():
    """Return the pages of the site.

    Raises
    ------
    ValueError
        If a notebook has no introduction.
    OSError
        If the course or its figures are missing.
    """
    lessons, teaching = _lessons(), _teaching()
    trying, checking = [_playground(), *map(_run_page, RUNS), _spot()], [_ledger(), reference.page()]
    words = (
        "Pegasos is the short algorithm that trains a support vector machine from one example at a time. Here, in your "
        f"browser, you play it line by line, and in {len(lessons)} lessons you guess, see why, and write it yourself."
    )
    title = "Learn support vector machines step by step: Pegasos, to read, run and watch"
    write = partial(_write_front, lessons, {"Try": trying, "Check": checking, "Teach": teaching})
    front = Page(FRONT, "pegasos_edu", title, words, write)
    of_lessons = [page for lesson in lessons for page in (lesson.page, lesson.slides)]
    return [*checking, *trying, *teaching, *of_lessons, front]


def _write_front(lessons, parts, path, of_site):
    body = template(__file__, "front.html.jinja2").render(
        lessons=lessons,
        parts=parts,
        lead=of_site.description,
        version=pegasos_edu.__version__,
        player=Markup(PLACE),
        marks=Markup(MARKS.read_text("utf-8")),
        scripts=Markup(scripts(RUNS[0].player().records, START)),
        Markup=Markup,
    )
    _write(path, whole_page(of_site.title, f"{style_of_texts()}{PLAYER_STYLE}{FRONT_STYLE}", body, of_site))


def _write(path, text):
    path.write_text(text, "utf-8", newline="\n")


# Lessons


def _lessons():
    """Return the lessons; the bar of each leads to its slides and to its neighbours."""
    paths = course_folder.lessons()
    every, lessons = [introduction(path) for path in paths], []
    for path, before, this, after in zip(paths, [None, *every], every, [*every[1:], None]):
        place, shown = f"lessons/{this.name}.html", f"slides/{this.name}.html"
        near = [(f"◀ {before.number}", f"lessons/{before.name}.html")] if before else []
        near += [(f"{after.number} ▶", f"lessons/{after.name}.html")] if after else []
        title, words = f"{this.question} – Pegasos lesson {this.number}", text_of(this.aim)
        write = partial(_write_notebook, path)
        page = Page(place, f"{this.number} · {this.question}", title, words, write, LESSONS, (("Slides", shown), *near))
        words = f"Slides of lesson {this.number}, full screen, each question before its answer. {words}"
        write = partial(slides.write, path)
        slides_page = Page(shown, "Slides", f"Slides: {title}", words, write, LESSONS, (("Lesson", place),))
        lessons.append(Lesson(this, page, slides_page))
    return lessons


def _write_notebook(notebook, path, of_site):
    export(notebook, path.parent, of_site)


# Try and check


def _playground():
    words = "Drag the points, change λ, add a bug: every algorithm of the package runs in the page, with guided tours."
    name, title = "The playground", "Pegasos playground: what happens if?"
    return Page("playground.html", name, title, words, _write_playground, PLAYGROUND)


def _write_playground(path, of_site):
    """Write the playground, and beside the lessons the file with which all pages run the learner's Python."""
    write_shared(path.parent / "lessons")
    playground.write(path, of_site=of_site, writing=writing(f"lessons/{SHARED}"))


def _run_page(run):
    write = partial(_write_run, run)
    return Page(f"play/{run.name}.html", run.title, f"Play: {run.title}", run.words, write)


def _write_run(run, path, of_site):
    _write(path, run.player().page(of_site))


def _spot():
    words = "A wrong program runs next to the right one, on the same data and draws: what is wrong with it?"
    return Page("spot.html", "Spot the bug", "Spot the bug in a program of Pegasos", words, _write_spot, SPOT)


def _write_spot(path, of_site):
    spot.write(spot.spots(rounds=SPOT_ROUNDS), path, of_site, f"lessons/{SHARED}")


def _ledger():
    words = f"{len(CLAIMS)} claims of papers, slides and posts on Pegasos, {Ledger().tested} of them tested."
    name, title = "Are the sources right?", "Are the sources on Pegasos right?"
    runs = tuple(claim.run for claim in Ledger())
    return Page("claims.html", name, title, words, _write_ledger, SOURCES, needs=runs)


def _write_ledger(path, of_site, results):
    _write(path, ledger_page(results, of_site))


# Teach


def _teaching():
    """Return the pages for teachers: texts, notebooks and the gallery of figures."""
    folder, pages = course_folder.home() / "teaching", []
    for path in sorted(folder.glob("*.md")):
        title, first = re.match(r"# (.+)\n\n((?:.+\n)+)", path.read_text("utf-8")).groups()
        name, words = text_of(rendered(title)), re.match(r".+?[.](?= |$)", text_of(rendered(first)))[0]
        pages.append((path.stem, name, words, partial(_write_text, path)))
    for path in sorted(folder.glob("*.ipynb")):
        this = introduction(path)
        pages.append((path.stem, this.question, text_of(this.aim), partial(_write_notebook, path)))
    figures = Page(
        "figures.html",
        "Figures",
        "Figures of Pegasos",
        "Pictures and animations of Pegasos, for slides and texts: losses, boundaries, steps, kernels.",
        partial(_write_figures, _figures()),
        TEACHING,
    )
    return [
        *(
            Page(f"teaching/{stem}.html", name, f"{name} – Pegasos, for teachers", words, write, TEACHING)
            for stem, name, words, write in pages
        ),
        figures,
    ]


def _write_text(markdown, path, of_site):
    """Write a Markdown text as a page with a table of contents; wide tables scroll."""
    text = rendered(markdown.read_text("utf-8")).replace("<th></th>", "<td></td>")
    text = text.replace("<table", '<div class="scrolls" tabindex="0">\n<table').replace("</table>", "</table>\n</div>")
    headings = re.findall(r'<h2 id="([^"]+)">(.*?)<a class="anchor-link"', text, re.DOTALL)
    before, heading, after = text.partition("<h2")
    headings = [(place, text_of(name)) for place, name in headings]
    text, is_list = heading + after, after.count("<h3") > LONG
    title, rest = re.match(r"(\s*<h1.*?</h1>)(.*)", before, re.DOTALL).groups()
    body = template(__file__, "text.html.jinja2").render(
        title=Markup(title),
        before=Markup(rest),
        headings=headings,
        search=Markup(SEARCH if is_list else ""),
        text=Markup(with_folds(text) if is_list else text),
    )
    _write(path, page(of_site.title, body, TEXT_STYLE, of_site))


def with_folds(text):
    """Return a text with an element for each section, in which the entries, under h3, and the table above unfold."""
    text = ENTRY.sub(FOLD, text)
    text = TABLE.sub(r"<details><summary>The effects in numbers</summary>\n\1</details>\n", text)
    return "".join(f"<section>{section}</section>\n" for section in re.split(r"(?=<h2 )", text) if section)


def _figures():
    """Return the paths of the figures, in the order in which they are made."""
    folder = next(filter(Path.is_dir, FIGURE_FOLDERS), FIGURE_FOLDERS[-1])
    for name in FIGURES:
        if not (folder / name).is_file():
            raise FileNotFoundError(f"{folder} must hold {name}, got none; run python -m pegasos_edu.lessons.figures.")
    return [folder / name for name in FIGURES]


def figure_words(path):
    """Return what one sees in a figure: the title of an SVG, or an entry of `WORDS`."""
    if path.suffix == ".svg":
        return text_of(re.search(r"<title>(.*?)</title>", path.read_text("utf-8"), re.DOTALL)[1])
    return WORDS[path.name]


def _write_figures(figures, path, of_site):
    """Write the gallery, and the figures into a folder next to it; animations are folded."""
    (path.parent / "figures").mkdir()
    for figure in figures:
        (path.parent / "figures" / figure.name).write_bytes(figure.read_bytes())
    shown = [(figure, figure_words(figure)) for figure in figures]
    body = template(__file__, "figures.html.jinja2").render(figures=shown)
    _write(path, page(of_site.title, body, TEXT_STYLE, of_site))
