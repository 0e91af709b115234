"""Fill in the templates of texts that are handed out, such as READMEs and scripts."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pegasos_edu.teaching.masters import slug

_TEXTS = Environment(  # with << >> and <% %>, because GitHub's workflows and Python use braces
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    variable_start_string="<<",
    variable_end_string=">>",
    block_start_string="<%",
    block_end_string="%>",
    comment_start_string="<#",
    comment_end_string="#>",
)
_TEXTS.filters["slug"] = slug


def text(template, **values):
    """Return the text of a template with its values filled in."""
    return _TEXTS.get_template(f"{template}.jinja").render(values)
