"""Make the reference: the docstrings as pages, by pdoc with templates of our own."""

import ast
import inspect
import json
import pkgutil
import re
import textwrap
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

import pegasos_edu
from pegasos_edu.common.html import whole_page
from pegasos_edu.common.palette import css
from pegasos_edu.lessons.pages import colours_of_code
from pegasos_edu.site.pages import TEMPLATES, Page, filled, write_html

INDEX = "api/index.html"
BEYOND = (
    "pegasos_edu.algorithms.inputs",
    "pegasos_edu.algorithms.steps",
    "pegasos_edu.runs.draws",
)  # what signatures name


def check_installed():
    """Raise ImportError if pdoc is not installed."""
    if not find_spec("pdoc"):
        raise ImportError(
            "pdoc must be installed to make the reference, got no such package; python -m pip install pdoc "
            "(the extra `site` names it)."
        )


def modules(notebooks):
    """Return the names of the modules that people import: those with ``__all__``, and those that notebooks import.

    Parameters
    ----------
    notebooks : iterable of Path

    Returns
    -------
    list of str
    """
    root = pegasos_edu.__name__
    known = {module.name for module in pkgutil.walk_packages(pegasos_edu.__path__, f"{root}.")} - {f"{root}.__main__"}
    top = {name for name in known if name.count(".") == 1}
    exporting = {name for name in top if not _is_package(name) or hasattr(import_module(name), "__all__")}
    named = {name for path in notebooks for name in _imported(path)} & known
    return [root, *sorted(exporting | {name for name in named if not _is_package(name)} | set(BEYOND))]


def _is_package(name):
    return find_spec(name).submodule_search_locations is not None


def _imported(path):
    """Yield the modules that a notebook imports, and other imported names as if they were modules."""
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            for node in ast.walk(ast.parse("".join(cell["source"]))):
                if isinstance(node, ast.ImportFrom):
                    module, names = node.module, [one.name for one in node.names]
                    yield from (module, *(f"{module}.{name}" for name in names if not _exports(module, name)))


def _exports(module, name):
    return module.startswith("pegasos_edu") and name in getattr(import_module(module), "__all__", ())


def pages(names):
    """Yield the pages of the reference for the modules of these names; the list of modules comes first."""
    names, title = tuple(names), "Reference of pegasos_edu: all modules and names"
    words = "What lessons import, with parameters and results: algorithms, runs, data, theory, players, checks."
    yield Page(INDEX, "Reference", title, words, partial(write_html, partial(_index_html, names)))
    for name in names:
        write = partial(write_html, partial(_module_html, name, names))
        title, path = f"{name} – reference", f"api/{_path(name)}"
        yield Page(path, name, title, first_paragraph(name), write, (("Reference", INDEX),))


def _path(name):
    return f"{name.replace('.', '/')}.html"


def first_paragraph(name):
    """Return the first paragraph of the docstring of a module."""
    return " ".join(inspect.getdoc(import_module(name)).split("\n\n")[0].split())


def _index_html(names, of_site):
    listed = [
        {"name": name, "path": _path(name), "words": first_paragraph(name), "names": _public_names(name)}
        for name in names
    ]
    return _page(of_site, filled("reference.html", description=of_site.description, modules=listed))


def _public_names(name):
    """Return the names that pdoc shows for a module."""
    return [member.name for member in _documented(name).members.values() if not member.name.startswith("_")]


def _module_html(name, names, of_site):
    return _page(of_site, _renderer().html_module(_documented(name), {one: _documented(one) for one in names}))


@cache
def _renderer():
    """Return pdoc's renderer with our templates; configuring it again would make it read them again."""
    from pdoc import render

    render.configure(docformat="numpy", search=False, template_directory=TEMPLATES / "pdoc")
    render.env.filters |= {"code": _code, "tidied": _tidied}
    return render


def _code(documented):
    """Return the source as HTML, without line numbers, because pdoc would make each of them a link."""
    code = highlight(textwrap.dedent(documented.source), PythonLexer(), HtmlFormatter(cssclass="pdoc-code"))
    return Markup(code.replace("<pre>", '<pre tabindex="0">', 1))


def _tidied(text, name):
    """Return a docstring as HTML in which footnotes have ids of their own and wide code scrolls by keyboard."""
    text = str(text)  # Markup would escape what `re.sub` puts in
    text = re.sub(r"<h6[^>]*>(.*?)</h6>", r'<p class="part">\1</p>', text)
    text = re.sub(r'(id="|href="#)(fn(?:ref)?-)', rf"\1{name}-\2", text)
    return Markup(text.replace("<pre>", '<pre tabindex="0">'))


@cache
def _documented(name):
    from pdoc import doc

    return doc.Module.from_name(name)


def _page(of_site, body):
    style = f"{css()}{(TEMPLATES / 'reference.css').read_text('utf-8')}{colours_of_code('.pdoc-code')}"
    return whole_page(of_site.title, style, body, of_site)
