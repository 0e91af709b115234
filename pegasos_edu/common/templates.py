"""Write HTML from templates, in which every value is text unless it is marked as HTML (`markupsafe.Markup`)."""

import html
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


def template(module, name):
    """Return a template from the folder ``templates`` beside a module, whose ``__file__`` is given."""
    return environment(Path(module).with_name("templates")).get_template(name)


def _escaped(value):
    """Return a value as HTML; quotation marks become what they are in outputs that notebooks store, ``&quot;``."""
    from markupsafe import Markup

    return value if hasattr(value, "__html__") else Markup(html.escape(str(value)))
