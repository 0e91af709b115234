"""A player as a page of its own, and as a frame in an exported notebook."""

import gzip
import html
import json
from base64 import b64encode
from pathlib import Path

from pegasos_edu.basics import palette
from pegasos_edu.basics.html import whole_page
from pegasos_edu.show.pictures import image_html

HERE = Path(__file__).parent
SCRIPTS = "elements canvas record fields plane images weights chart listing view actions controls player hosts".split()
STYLES = "parts screens".split()
PLAYER = ":is(.pegasos-player, .pegasos-problem)"
NOT_LIGHT = 'body:not([data-jp-theme-light="true"], .vscode-light)'
DARK = 'body:is([data-jp-theme-light="false"], .vscode-dark)'


def joined(kind, names, folder=HERE):
    """Files as one text. Comments on lines of their own and indents stay behind: they are for readers of the files."""
    texts = [(folder / kind / f"{name}.{kind}").read_text("utf-8") for name in names]
    lines = (line.strip() for line in "".join(texts).splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


SCRIPT = joined("js", SCRIPTS)
STYLE = palette.css(PLAYER, f"{NOT_LIGHT} {PLAYER}", f"{DARK} {PLAYER}") + joined("css", STYLES)
BODY = (
    ":root { background: var(--paper); scrollbar-color: var(--faint) var(--paper) }\n"
    "body { max-width: 1280px; margin: 12px auto; padding: 0 12px }"
)


PLACE = '<div id="player"></div>\n<noscript>This page needs JavaScript, and nothing else.</noscript>\n'
ROOT, RECORDS = 'document.getElementById("player")', 'JSON.parse(document.getElementById("records").textContent)'


def page(records, of_site=None):
    """The whole page: style, script and records in one HTML file that asks for nothing else."""
    title = html.escape(" beside ".join(f"{one['box']}, {one['about']}" for one in records))
    body = f"<main>\n{PLACE}</main>\n{scripts(records, f'mount({ROOT}, {RECORDS});')}"
    return whole_page(title, f"{palette.css()}{BODY}\n{STYLE}", body, of_site)


def scripts(records, start):
    """What puts a player at its `PLACE` in a page that has `STYLE` among its rules.

    Parameters
    ----------
    records : list of dict
    start : str
        JavaScript that does so, with the `ROOT` of the player and its `RECORDS`.

    Returns
    -------
    str
        HTML.
    """
    content = json.dumps(records, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<script type="application/json" id="records">{content}</script>\n'
        f'<script type="module">\n{SCRIPT}\n{start}\n</script>'
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


def frame(records, still, said):
    """The page, packed, in a frame over a still picture: where frames are not allowed, the picture remains."""
    packed = b64encode(gzip.compress(page(records).encode(), mtime=0)).decode("ascii")
    content = html.escape(UNPACK.replace("CONTENT", packed))
    style = "grid-area: 1 / 1; border: 0; width: 100%; height: 780px"
    return (
        f'<div style="display: grid"><div style="grid-area: 1 / 1">{image_html(still, "png", said)}</div>'
        f'<iframe title="{html.escape(said)}" style="{style}" srcdoc="{content}"></iframe></div>'
    )
