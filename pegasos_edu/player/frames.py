"""Store the pages of several frames in one element of the page around them, each line once."""

import gzip
import re
from base64 import b64decode

from pegasos_edu.browser.python_in_page import packed
from pegasos_edu.common.scripts import joined
from pegasos_edu.player.page import HERE

# A frame that page.frame has written, or the same with other quotation marks.
PACKED = re.compile(
    r""" srcdoc=(["'])(?:(?!\1).)*?atob\((?:"|&quot;)([\w+/=]+)(?:"|&quot;)\)(?:(?!\1).)*\1""", re.DOTALL
)
SCRIPT = joined(HERE / "js" / "frames.js")


def numbered(body):
    """Return HTML whose frames hold a number instead of their page, and the pages."""
    pages = []

    def number(packed):
        pages.append(gzip.decompress(b64decode(packed[2])).decode())
        return f' data-page="{len(pages) - 1}"'

    return PACKED.sub(number, body), pages


def element(pages):
    """Return the element that holds pages, for js/frames.js; "" if there are none."""
    if not pages:
        return ""
    places, shared = {}, []
    for page in pages:
        runs = []
        for place in (places.setdefault(line, len(places)) for line in page.split("\n")):
            if runs and place == sum(runs[-1]):
                runs[-1][1] += 1
            else:
                runs.append([place, 1])
        shared.append(runs)
    content = packed({"lines": list(places), "pages": shared})
    return f'<script type="text/plain" id="frames">{content}</script>\n'


def filling(pages):
    """Return the element of pages, and the script that puts them into the frames of the page; "" without pages."""
    return f'{element(pages)}<script type="module">\n{SCRIPT}fillFrames();\n</script>\n' if pages else ""
