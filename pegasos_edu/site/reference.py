"""The reference: what docstrings say, as pages that pdoc makes, in the style of the course."""

import ast
import html
import inspect
import json
import pkgutil
import re
import textwrap
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

import pegasos_edu
from pegasos_edu.common.files import whole_file
from pegasos_edu.common.html import whole_page
from pegasos_edu.common.palette import css
from pegasos_edu.lessons.pages import colours_of_code
from pegasos_edu.site.pages import Page

HERE = Path(__file__).parent
INDEX = "api/index.html"
BEYOND = (
    "pegasos_edu.algorithms.inputs",
    "pegasos_edu.algorithms.steps",
    "pegasos_edu.runs.draws",
)  # what signatures name


def check_installed():
    """Whether pdoc is there.

    Raises
    ------
    ImportError
        Where it is not.
    """
    if not find_spec("pdoc"):
        raise ImportError(
            "pdoc must be installed to make the reference, got no such package; python -m pip install pdoc "
            "(the extra `site` names it)."
        )


def modules(notebooks):
    """The names of the modules that people import: those that say what they export, and those that notebooks name.

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
    """The modules that a notebook imports, and its other names as if they were modules."""
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            for node in ast.walk(ast.parse("".join(cell["source"]))):
                if isinstance(node, ast.ImportFrom):
                    module, names = node.module, [one.name for one in node.names]
                    yield from (module, *(f"{module}.{name}" for name in names if not _exports(module, name)))


def _exports(module, name):
    return module.startswith("pegasos_edu") and name in getattr(import_module(module), "__all__", ())


def pages(names):
    """The pages of the reference, the list of all modules first.

    Parameters
    ----------
    names : list of str

    Returns
    -------
    list of Page
    """
    names, title = tuple(names), "Reference of pegasos_edu: all modules and names"
    words = "What is imported in lessons, and what it takes and gives: algorithms, runs, data, theory, players, checks."
    yield Page(INDEX, "Reference", title, words, partial(_write_index, names))
    for name in names:
        title, said = f"{name} – reference", first_paragraph(name)
        write = partial(_write_module, name, names)
        yield Page(f"api/{name.replace('.', '/')}.html", name, title, said, write, (("Reference", INDEX),))


def first_paragraph(name):
    """What a module says first."""
    return " ".join(inspect.getdoc(import_module(name)).split("\n\n")[0].split())


def _write_index(names, path, of_site):
    """The list of all modules, each with what it exports."""
    rows = []
    for name in names:
        to, module = f"{name.replace('.', '/')}.html", import_module(name)
        links = ", ".join(f'<a href="{to}#{one}">{one}</a>' for one in _public(module))
        rows.append(
            f'<section><h2><a href="{to}">{name}</a></h2>\n<p>{html.escape(first_paragraph(name))}</p>\n'
            f'<p class="names">{links}</p></section>\n'
        )
    head = f"<h1>Reference of pegasos_edu</h1>\n<p>{html.escape(of_site.description)}</p>"
    body = f'<main class="index">\n{head}\n{"".join(rows)}</main>'
    _write(path, of_site, body)


def _public(module):
    """The names that a module offers, as pdoc shows them."""
    return [member.name for member in _documented(module.__name__).members.values() if not member.name.startswith("_")]


def _write_module(name, names, path, of_site):
    """A module, by pdoc."""
    documented = {one: _documented(one) for one in names}
    _write(path, of_site, _renderer().html_module(documented[name], documented))


@cache
def _renderer():
    """pdoc, told how; to tell it again would make it read its templates again."""
    from pdoc import render

    render.configure(docformat="numpy", search=False, template_directory=HERE / "templates")
    render.env.filters |= {"code": _code, "tidied": _tidied}
    return render


def _code(documented):
    """Its source; without numbers of lines, which would all be links."""
    made = highlight(textwrap.dedent(documented.source), PythonLexer(), HtmlFormatter(cssclass="pdoc-code"))
    return Markup(made.replace("<pre>", '<pre tabindex="0">', 1))


def _tidied(text, name):
    """A docstring as HTML; its notes have names of their own, and what is wide scrolls by keyboard."""
    text = str(text)  # Python 3.11 joins what it replaces by the text's own class, and Markup escapes what it joins
    text = re.sub(r"<h6[^>]*>(.*?)</h6>", r'<p class="part">\1</p>', text)
    text = re.sub(r'(id="|href="#)(fn(?:ref)?-)', rf"\1{name}-\2", text)
    return Markup(text.replace("<pre>", '<pre tabindex="0">'))


@cache
def _documented(name):
    from pdoc import doc

    return doc.Module.from_name(name)


def _write(path, of_site, body):
    style = f"{css()}{(HERE / 'reference.css').read_text('utf-8')}{colours_of_code('.pdoc-code')}"
    with whole_file(path) as file:
        file.write(whole_page(of_site.title, style, body, of_site).encode())
