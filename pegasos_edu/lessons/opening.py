"""Show the first steps of a run as the picture with which a lesson opens: a still in a notebook, moving on its page.

The page plays the first steps and waits; it goes on when the reader has made the first guess (opening.js).
"""

import gzip
import json
import re
from base64 import b64decode, b64encode
from pathlib import Path

import numpy as np

from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.scripts import joined
from pegasos_edu.player.page import CONTENT, ROOT, frame_over, page_with, scripts
from pegasos_edu.plots.pictures import Picture, figure
from pegasos_edu.plots.plots import decision_boundary
from pegasos_edu.trace.records import last_weights

HERE = Path(__file__).parent
STORED = re.compile(r'<div class="pegasos-opening" data-run="([\w+/=]+)">(.*?)</div>', re.DOTALL)


class Opening(Printable):
    """Show the first steps of a run; a cell near the top of a lesson ends with this call.

    Parameters
    ----------
    player : StepPlayer
        The player of a linear run, whose examples are drawn as points.
    steps : int
        The number of steps before the first guess.
    """

    def __init__(self, player, steps):
        [self.record], self.steps = player.records, steps

    def picture(self):
        """Return the moment after the first steps as a picture."""
        content = self.record["picture"]
        labels = np.array([1 if label == "+" else -1 for label in content["labels"]])
        w = np.array(last_weights(self.record | {"moments": self.record["moments"][: self.steps + 1]}))
        drawn, ax = figure(width=3.4, height=3.6)
        points = np.reshape(content["points"], (-1, 2))
        decision_boundary(w, points, labels, names=self.record["names"], ax=ax)
        return Picture(drawn, f"{self.record['algorithm']}, {self.record['about']}: the line after {self.steps} steps.")

    def __repr__(self):
        return f"Opening: {self.steps} steps of {self.record['algorithm']}, {self.record['about']}"

    def _repr_html_(self):
        content = json.dumps({"records": [self.record], "steps": self.steps}, separators=(",", ":"))
        packed = b64encode(gzip.compress(content.encode(), mtime=0)).decode("ascii")
        return f'<div class="pegasos-opening" data-run="{packed}">{self.picture()._repr_html_()}</div>'


def moving(html):
    """Return HTML in which stored openings move: each is a frame with its own page."""
    return STORED.sub(lambda match: frame_over(match[2], _page(match[1]), "The first steps of a run"), html)


def _page(packed):
    content = json.loads(gzip.decompress(b64decode(packed)))
    script = scripts(content, f"mountOpening({ROOT}, {CONTENT});", joined(HERE / "opening.js"))
    style = f"<style>\n{(HERE / 'opening.css').read_text('utf-8')}</style>\n"
    return page_with("The first steps of a run", style + script)
