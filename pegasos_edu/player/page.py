"""A player as a page of its own, and as a frame in an exported notebook."""

import gzip
import html
import json
import re
from base64 import b64encode
from pathlib import Path

from pegasos_edu.common import palette
from pegasos_edu.common.html import whole_page
from pegasos_edu.plots.pictures import image_html

HERE = Path(__file__).parent
SCRIPTS = "elements canvas record fields plane images weights chart listing view actions controls player hosts".split()
SCRIPTS_OF_BENCH = "settings points address past lines runs hand panel bench showing".split()
STYLES = "parts screens bench".split()
PLAYER = ":is(.pegasos-player, .pegasos-bench, .pegasos-problem)"
NOT_LIGHT = 'body:not([data-jp-theme-light="true"], .vscode-light)'
DARK = 'body:is([data-jp-theme-light="false"], .vscode-dark)'


def joined(kind, names):
    """Files as one text, without the indents and comments that are for readers of the files."""
    text = "".join((HERE / kind / f"{name}.{kind}").read_text("utf-8") for name in names)
    if kind == "css":
        text = re.sub(r" */\*.*?\*/", "", text, flags=re.DOTALL)
    lines = (line.strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


SCRIPT = joined("js", SCRIPTS)
BENCH = joined("js", SCRIPTS_OF_BENCH)
STYLE = palette.css(PLAYER, f"{NOT_LIGHT} {PLAYER}", f"{DARK} {PLAYER}") + joined("css", STYLES)
BODY = (
    ":root { background: var(--paper); scrollbar-color: var(--faint) var(--paper) }\n"
    "body { max-width: 1280px; margin: 12px auto; padding: 0 12px }"
)


PLACE = '<div id="player"></div>\n<noscript>This page needs JavaScript, and nothing else.</noscript>\n'
ROOT, CONTENT = 'document.getElementById("player")', 'JSON.parse(document.getElementById("content").textContent)'


def page(records, of_site=None):
    """The whole page: style, script and records in one HTML file that asks for nothing else."""
    return _page(records, scripts(records, f"mount({ROOT}, {CONTENT});"), of_site)


def changing_page(records, script, facts, of_site=None):
    """The same of runs that are made in the page; the records are those of its first moment."""
    return _page(records, scripts(facts, f"mountBench({ROOT}, {CONTENT});", BENCH + script), of_site)


def _page(records, made, of_site):
    title = html.escape(" beside ".join(f"{one['algorithm']}, {one['about']}" for one in records))
    style = f"{palette.css()}{BODY}\n{STYLE}"
    return whole_page(title, style, f"<main>\n{PLACE}</main>\n{made}", of_site)


def scripts(content, start, more=""):
    """What puts a player at its `PLACE` in a page that has `STYLE` among its rules.

    Parameters
    ----------
    content : list or dict
        Records, or what else a player is told.
    start : str
        JavaScript that does so, with the `ROOT` of the player and its `CONTENT`.
    more : str
        JavaScript that comes before it.

    Returns
    -------
    str
        HTML.
    """
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<script type="application/json" id="content">{text}</script>\n'
        f'<script type="module">\n{SCRIPT}\n{more}{start}\n</script>'
    )


UNPACK = """<!doctype html>
<meta charset="utf-8">
<script type="module">
  const bytes = Uint8Array.from(atob("CONTENT"), (c) => c.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(unpacked).text();
  document.open();
  document.write(text);
  document.close();
</script>"""


def frame(whole, still, said):
    """A page, packed, in a frame over a still picture: where frames are not allowed, the picture remains."""
    packed = b64encode(gzip.compress(whole.encode(), mtime=0)).decode("ascii")
    content = html.escape(UNPACK.replace("CONTENT", packed))
    style = "grid-area: 1 / 1; border: 0; width: 100%; height: 780px"
    return (
        f'<div style="display: grid"><div style="grid-area: 1 / 1">{image_html(still, "png", said)}</div>'
        f'<iframe title="{html.escape(said)}" style="{style}" srcdoc="{content}"></iframe></div>'
    )
