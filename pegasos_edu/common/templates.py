"""Write HTML from templates, in which every value is text unless it is marked as HTML (`markupsafe.Markup`)."""

import html
import re
from functools import cache
from pathlib import Path


@cache
def environment(folder):
    """Return the environment of the templates in a folder."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # here, because most processes write no HTML

    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        finalize=_escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def template(module, name):
    """Return a template from the folder ``templates`` beside a module, whose ``__file__`` is given.

    A file ``….cell.html`` has the output of a cell; it becomes one line without the indents, as notebooks store it.
    A space at the end of a line stands before an empty comment, ``{# #}``.
    """
    folder = Path(module).with_name("templates")
    if not name.endswith(".cell.html"):
        return environment(folder).get_template(name)
    return environment(folder).from_string(re.sub(r"\n\s*", "", (folder / name).read_text("utf-8")))


def _escaped(value):
    """Return a value as HTML; quotation marks become what they are in outputs that notebooks store, ``&quot;``."""
    from markupsafe import Markup

    return value if hasattr(value, "__html__") else Markup(html.escape(str(value)))
