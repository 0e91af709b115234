"""Make a small course, with all links of the real course and little else, so that its site is built quickly."""

import json
import re
from html.parser import HTMLParser

from stored import LESSONS

from pegasos_edu.claims import Ledger
from pegasos_edu.common import course_folder
from pegasos_edu.site import contents
from pegasos_edu.site.build import MARK

TEACHING = LESSONS[0].parents[1] / "teaching"
LINES = 200  # only a part of each text for teachers, since these texts are long


def small_course(folder, patch):
    """Write the course to a folder, and use it instead of the real one; let a site have one round, run and source."""
    for path in [*LESSONS, *TEACHING.glob("*.ipynb")]:
        notebook = json.loads(path.read_text("utf-8"))
        first = next(filter(shows, notebook["cells"]))
        first["metadata"]["tags"] = ["slide"]
        leading = [cell for cell in notebook["cells"][1:] if cell["cell_type"] == "markdown" and leads(cell)]
        notebook["cells"] = [notebook["cells"][0], first, *leading]
        write(folder / path.parent.name / path.name, json.dumps(notebook))
    for path in TEACHING.glob("*.md"):
        write(folder / "teaching" / path.name, "\n".join(path.read_text("utf-8").splitlines()[:LINES]))
    patch.setattr(course_folder, "PLACES", (folder,))
    patch.setattr(contents, "SPOT_ROUNDS", 1)
    patch.setattr(contents, "RUNS", contents.RUNS[:1])
    patch.setattr(contents, "Ledger", lambda: Ledger("icml07"))


def leads(cell):
    """Return whether a cell has a link, or a heading to which a link may lead."""
    return re.search(r"\]\(|^#", "".join(cell["source"]), re.MULTILINE)


def shows(cell):
    """Return whether a cell shows a picture."""
    return any(
        "data:image/webp" in "".join(output.get("data", {}).get("text/html", "")) for output in cell.get("outputs", [])
    )


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def held(folder):
    """Return the files of a site, name -> bytes, without the file that marks a site."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != MARK)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


class _Prose(HTMLParser):
    """Collect the text of a page outside its code."""

    def __init__(self):
        super().__init__()
        self.depth, self.text = 0, ""

    def handle_starttag(self, tag, attributes):
        self.depth += tag in ("pre", "code", "style", "script")

    def handle_endtag(self, tag):
        self.depth -= tag in ("pre", "code", "style", "script")

    def handle_data(self, data):
        self.text += "" if self.depth else data


def only_text(page):
    """Return the text of a page outside its code."""
    prose = _Prose()
    prose.feed(page)
    return prose.text
