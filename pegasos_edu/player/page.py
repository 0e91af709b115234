"""Write a player as a separate page, and as a frame in an exported notebook."""

import gzip
import html
import json
from base64 import b64encode
from pathlib import Path

from pegasos_edu.common import palette
from pegasos_edu.common.html import compact, whole_page
from pegasos_edu.common.scripts import joined

HERE = Path(__file__).parent
EDITOR_JS, NOTEBOOK_JS, PLAYER_JS = (HERE / "js" / f"{name}.js" for name in ("editor_page", "notebook", "player_page"))
STYLES = "player layout editor".split()
PLAYER = ":is(.pegasos-player, .pegasos-editor, .pegasos-problem)"
NOT_LIGHT = 'body:not([data-jp-theme-light="true"], .vscode-light)'  # a page outside light notebooks


def style(*names):
    """Return stylesheets as one text, without indents and remarks."""
    return compact("".join((HERE / "css" / f"{name}.css").read_text("utf-8") for name in names))


SCRIPT = joined(PLAYER_JS)
STYLE = palette.css(PLAYER, f"{NOT_LIGHT} {PLAYER}", f"{palette.DARK} {PLAYER}") + style(*STYLES)
BODY = (
    ":root { background: var(--paper); scrollbar-color: var(--faint) var(--paper) }\n"
    "body { max-width: 1680px; margin: 8px auto; padding: 0 12px }\n"
    "body.framed { margin: 8px 0; padding: 0 }\n"
    "body.framed :is(.pegasos-player, .pegasos-editor > *) { padding-inline: 3px }"
)


PLACE = '<div id="player"></div>\n<noscript>This page needs JavaScript.</noscript>\n'
ROOT, CONTENT = 'document.getElementById("player")', 'JSON.parse(document.getElementById("content").textContent)'


def page(records, editor=None, of_site=None):
    """Return the page of a player, which loads nothing else; with an editor, the page makes the runs itself."""
    title = " beside ".join(f"{record['algorithm']}, {record['about']}" for record in records)
    if editor is None:
        return page_with(title, scripts(records, f"mount({ROOT}, {CONTENT});"), of_site)
    contents = scripts(editor.facts(), f"mountEditor({ROOT}, {CONTENT});", editor.script(EDITOR_JS))
    return page_with(title, contents, of_site)


def page_with(title, contents, of_site=None):
    """Return the page of a player, from its title and from what `scripts` returns."""
    return whole_page(title, f"{palette.css()}{BODY}\n{STYLE}", f"<main>\n{PLACE}</main>\n{contents}", of_site)


def scripts(content, start, script=SCRIPT):
    """Return the HTML that puts a player at `PLACE` in a page whose styles include `STYLE`.

    `content` are the records, or the facts of a run that can be changed in the page. `start` is JavaScript that starts
    the player and contains `ROOT` and `CONTENT`; `script` comes before it.
    """
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<script type="application/json" id="content">{text}</script>\n'
        f'<script type="module">\n{script}\n{start}\n</script>'
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


def frame(whole, still, height=780):
    """Return a packed page in a frame over a still `Picture`, which remains visible if frames are not allowed."""
    return frame_over(still._repr_html_(), whole, still.alt, height)


def frame_over(still, whole, said, height=780):
    """Return a packed page in a frame over the HTML of a still picture."""
    packed = b64encode(gzip.compress(whole.encode(), mtime=0)).decode("ascii")
    content = html.escape(UNPACK.replace("CONTENT", packed))
    style = f"grid-area: 1 / 1; border: 0; width: 100%; height: {height}px; position: relative"
    return (
        f'<div style="display: grid"><div style="grid-area: 1 / 1">{still}</div>'
        f'<iframe title="{html.escape(said)}" style="{style}" srcdoc="{content}"></iframe></div>'
    )
