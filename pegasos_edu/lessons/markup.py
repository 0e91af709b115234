"""Turn the cells of a notebook into HTML: Markdown, with its formulas as MathML, code, and what a cell shows."""

import re
from functools import cache
from html import escape, unescape
from urllib.parse import quote, urlsplit

import mistune
from mistune.plugins.formatting import strikethrough
from mistune.plugins.table import table
from mistune.plugins.url import url
from pygments import highlight
from pygments.filter import simplefilter
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.token import Name, Punctuation, Text, Whitespace

from pegasos_edu.lessons.formulas import PIECES, with_drawn, with_mathml

WIDE = re.compile(r'(<pre(?= style=)|<div(?= style="overflow-x: auto"))')  # in what a cell shows
OF_COURSE = re.compile(r"^([^:#]*)\.(?:ipynb|md)(?=#|$)")  # a link to a notebook, or to a text for teachers
CODE = HtmlFormatter(nowrap=True)


class _Renderer(mistune.HTMLRenderer):
    """Render Markdown as Jupyter does: a heading has its text as its id, and links to itself."""

    anchor = '<a class="anchor-link" href="#{}">¶</a>'

    def heading(self, text, level, **_):
        words = unescape(re.sub("<[^>]*>", "", text))
        place = escape(quote(words.replace(" ", "-"), safe="?/:@!$&'()*+,;="))
        return f'<h{level} id="{place}">{text}{self.anchor.format(place)}</h{level}>\n'

    def link(self, text, url, title=None):
        return super().link(text, OF_COURSE.sub(r"\1.html", url), title)

    def block_code(self, code, info=None):
        return _coloured(code, info) if info else super().block_code(code)


class _WithoutLinks(_Renderer):
    """Render Markdown for a page of its own, which the links within the course do not leave."""

    anchor = ""

    def link(self, text, url, title=None):
        return super().link(text, url, title) if urlsplit(url).scheme else text


@cache
def _markdown(renderer):
    return mistune.create_markdown(renderer=renderer(escape=False), plugins=[strikethrough, table, url])


def rendered(text, has_links=True):
    """Return Markdown as HTML, with formulas as MathML, which are hidden from the Markdown converter."""
    formulas = []

    def aside(piece):
        if piece["code"]:
            return piece[0]
        formulas.append(with_mathml(piece[0]))
        return f"formula{len(formulas)}aside"

    html = _markdown(_Renderer if has_links else _WithoutLinks)(PIECES.sub(aside, text))
    tag_or_formula = r"<[^>]*>|formula(\d+)aside"  # the word stays in the ids of headings
    return re.sub(tag_or_formula, lambda match: formulas[int(match[1]) - 1] if match[1] else match[0], html)


def in_line(text):
    """Return Markdown of one paragraph or one heading as HTML, without the tags of the paragraph or heading."""
    return re.sub(r"\A<(p|h\d)[^>]*>|</(p|h\d)>\Z", "", rendered(text, has_links=False).strip())


def code(source):
    """Return Python as HTML."""
    return f'<div class="input">{_coloured(source, "python")}</div>'


def displayed(outputs):
    """Return the stored outputs of a cell as HTML."""
    return "".join(f'<div class="output">{_output(output)}</div>' for output in outputs)


def exported(source, outputs):
    """Return code and its outputs as HTML."""
    return f'<div class="cell">{code(source)}{displayed(outputs)}</div>'


def _output(output):
    data = output.get("data", {})
    if "text/html" in data:
        return WIDE.sub(r'\1 tabindex="0"', with_drawn(data["text/html"]))  # focusable, so that the keyboard scrolls it
    return f'<pre tabindex="0">{escape(data.get("text/plain") or output["text"], quote=False)}</pre>'


@simplefilter
def _in_the_colour_of_text(self, lexer, stream, options):
    """Leave out the marks of what has the colour of text."""
    for kind, value in stream:
        yield (Text if kind in (Name, Punctuation, Whitespace) else kind), value


@cache
def _lexer(language):
    lexer = get_lexer_by_name(language)
    lexer.add_filter(_in_the_colour_of_text())
    return lexer


def _coloured(source, language):
    html = highlight(source, _lexer(language), CODE).replace("&#39;", "'").replace("&quot;", '"')
    return f'<div class="highlight"><pre>{html}</pre></div>'
