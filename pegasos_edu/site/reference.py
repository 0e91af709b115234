"""Write the reference, for which pdoc turns docstrings into pages in the style of the course."""

import ast
import json
import pkgutil
import re
import textwrap
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

import pegasos_edu
from pegasos_edu.common import course_folder
from pegasos_edu.common.html import style_of_texts, whole_page
from pegasos_edu.lessons.pages import colours_of_code
from pegasos_edu.site.pages import REFERENCE, TEMPLATES, Page

INDEX = "api/index.html"
IN_SIGNATURES = ("pegasos_edu.algorithms.inputs", "pegasos_edu.algorithms.step_types", "pegasos_edu.runs.draws")


def page():
    """Return the page that lists all modules; writing it also writes the page of each module."""
    words = "What lessons import, with parameters and return values: algorithms, runs, data, theory, players, checks."
    return Page(INDEX, "Reference", "Reference of pegasos_edu: all modules and names", words, write, REFERENCE)


def write(path, of_site):
    """Write the list of modules, and next to it a page for each of them."""
    from pdoc import doc

    names = module_names(course_folder.home().glob("*/*.ipynb"))
    modules = {name: doc.Module.from_name(name) for name in names}
    render = _renderer()
    index = render.env.get_template("index.html.jinja2")
    _write(path, of_site, index.render(modules=modules.values(), description=of_site.description))
    url = of_site.url and of_site.url.removesuffix(INDEX)
    for name, module in modules.items():
        title, words = f"{name} – reference", first_paragraph(module.docstring)
        page = Page(f"api/{name.replace('.', '/')}.html", name, title, words, write, REFERENCE)
        file = path.parent.parent / page.path
        file.parent.mkdir(parents=True, exist_ok=True)
        _write(file, page.of_site(url), render.html_module(module, modules))


def module_names(notebooks):
    """Return the modules that people import: modules at the top, and modules that notebooks import."""
    root = pegasos_edu.__name__
    known = {module.name for module in pkgutil.walk_packages(pegasos_edu.__path__, f"{root}.")} - {f"{root}.__main__"}
    top = {name for name in known if name.count(".") == 1}
    exporting = {name for name in top if not _is_package(name) or hasattr(import_module(name), "__all__")}
    imported = {name for path in notebooks for name in _imported(path) if name in known and not _is_package(name)}
    return [root, *sorted(exporting | imported | set(IN_SIGNATURES))]


def _is_package(name):
    return find_spec(name).submodule_search_locations is not None


def _imported(path):
    """Yield the modules that a notebook imports, and the names that may be modules."""
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            for node in ast.walk(ast.parse("".join(cell["source"]))):
                if isinstance(node, ast.ImportFrom):
                    yield node.module
                    yield from (
                        f"{node.module}.{alias.name}" for alias in node.names if not _exports(node.module, alias.name)
                    )


def _exports(module, name):
    return module.startswith("pegasos_edu") and name in getattr(import_module(module), "__all__", ())


def first_paragraph(docstring):
    """Return the first paragraph of a docstring on one line."""
    return " ".join(docstring.split("\n\n")[0].split())


@cache
def _renderer():
    """Return pdoc's renderer, configured only once, because each configuration reads all templates again."""
    from pdoc import render

    render.configure(docformat="numpy", search=False, template_directory=TEMPLATES)
    render.env.filters |= {"code": _code, "tidied": _tidied, "first_paragraph": first_paragraph}
    return render


def _code(documented):
    """Return the source of a documented object without line numbers, which would all be links."""
    source = highlight(textwrap.dedent(documented.source), PythonLexer(), HtmlFormatter(cssclass="pdoc-code"))
    return Markup(source.replace("<pre>", '<pre tabindex="0">', 1))


def _tidied(text, name):
    """Return a docstring as HTML with unique names of footnotes; wide parts scroll with the keyboard."""
    text = str(text)  # re.sub in Python 3.11 joins with the text's own class, and Markup escapes what it joins
    text = re.sub(r"<h6[^>]*>(.*?)</h6>", r'<p class="part">\1</p>', text)
    text = re.sub(r'(id="|href="#)(fn(?:ref)?-)', rf"\1{name}-\2", text)
    return Markup(text.replace("<pre>", '<pre tabindex="0">'))


def _write(path, of_site, body):
    style = Path(__file__).with_name("reference.css").read_text("utf-8")
    page = whole_page(of_site.title, f"{style_of_texts()}{style}{colours_of_code('.pdoc-code')}", body, of_site)
    path.write_text(page, "utf-8", newline="\n")
