"""Show figures in notebooks: an image with alt text, whose text form states what was drawn.

The test of stored outputs compares this text form and no pixels, so a picture of other data fails the test.
"""

import html
import io
from base64 import b64encode
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.text import Text
from matplotlib.ticker import LogLocator
from PIL import Image

from pegasos_edu import common
from pegasos_edu.common.consoles import Printable

MAX_COLOURS = 128  # of an image
LARGEST_CHANGE = 20  # of 255: a change of a colour that nobody sees
AREA = 1 / 1000  # of an image: a colour of a larger area is kept unchanged
FORMULAS = RendererAgg(1, 1, 100).mathtext_parser  # one for all pictures: it remembers formulas

TYPEFACE = ["Inter", "DejaVu Sans"]  # that of the pages; the other has more letters
SIZE = 10  # of every letter, in points: a slide shows a picture at some twice its size, and is read from the last row
for weight in ("regular", "bold"):
    fontManager.addfont(Path(common.__file__).with_name(f"text-{weight}.ttf"))


def figure(ncols=1, *, width=None, height=4.2):
    """Return a new figure and its axes, outside pyplot, so that it does not stay open or appear by itself.

    Parameters
    ----------
    ncols : int
        Panels side by side.
    width, height : float, optional
        In inches; by default 4.4 for each panel, and 4.2.

    Returns
    -------
    Figure, and its Axes (an array of them if more than one)
    """
    fig = Figure(figsize=(width or 4.4 * ncols, height), layout="compressed", dpi=100)
    return fig, fig.subplots(1, ncols)


def few_colours(pixels):
    """Return a (height, width, 3) array of bytes as an image with few colours, so that its file is small.

    It keeps the colours of large areas, and adds others until every pixel is close to one of them.
    """
    numbers, places, counts = np.unique(pixels @ [1 << 16, 1 << 8, 1], return_inverse=True, return_counts=True)
    colours = (numbers[:, None] >> [16, 8, 0]) & 255
    areas = np.sum(counts > AREA * places.size)
    chosen = np.argsort(-counts, kind="stable")[: max(1, min(MAX_COLOURS // 2, areas))].tolist()
    changes = np.stack([np.abs(colours - colours[number]).max(axis=1) for number in chosen])
    nearest, least = changes.argmin(axis=0), changes.min(axis=0)
    while least.max() > LARGEST_CHANGE and len(chosen) < MAX_COLOURS:
        chosen.append(int(least.argmax()))  # the colour that would change most
        change = np.abs(colours - colours[chosen[-1]]).max(axis=1)
        nearest[change < least] = len(chosen) - 1
        least = np.minimum(least, change)
    image = Image.fromarray(nearest.astype(np.uint8)[places].reshape(pixels.shape[:2]))
    image.putpalette(colours[chosen].astype(np.uint8).ravel().tolist())
    return image


def image_html(content, kind, alt):
    """Return an <img> that contains its image and its alt text."""
    data = b64encode(content).decode("ascii")
    return f'<img alt="{html.escape(alt)}" src="data:image/{kind};base64,{data}" style="max-width: 100%">'


def video_html(content, kind, alt):
    """Return a <video> that contains its data and a label that says what it shows."""
    data = b64encode(content).decode("ascii")
    source = f'src="data:video/{kind};base64,{data}"'
    return f'<video aria-label="{html.escape(alt)}" {source} style="max-width: 100%" controls loop muted></video>'


class Picture(Printable):
    """Show a figure at the end of a notebook cell: ``Picture(figure, "a sentence that says what it shows")``."""

    def __init__(self, figure, alt):
        self.figure, self.alt = figure, alt

    def __repr__(self):
        return "\n".join([f"Picture: {self.alt}", *describe(self.figure)])

    def png(self):
        """Return the bytes of the image."""
        canvas = FigureCanvasAgg(self.figure)
        canvas.get_renderer().mathtext_parser = FORMULAS
        with self._typeface():
            canvas.draw()
        content = io.BytesIO()
        few_colours(np.asarray(canvas.buffer_rgba())[..., :3]).save(content, format="png", optimize=True)
        return content.getvalue()

    def svg(self):
        """Return the picture as SVG, the same bytes every time; its title is the alt text."""
        content = io.BytesIO()
        with self._typeface(), rc_context({"svg.hashsalt": "pegasos_edu"}):
            self.figure.savefig(content, format="svg", metadata={"Date": None, "Title": self.alt})
        return content.getvalue()

    @contextmanager
    def _typeface(self):
        """Give all texts one typeface and one size, and lay the figure out with them."""
        _thin_out_ticks(self.figure)
        for text in self.figure.findobj(Text):
            text.set_fontsize(SIZE)
            if text.get_fontfamily() == ["sans-serif"]:
                text.set_fontfamily(TYPEFACE)
        with rc_context({"font.family": TYPEFACE}):  # drawing makes further texts, such as the numbers at ticks
            if (layout := self.figure.get_layout_engine()) is not None:
                with suppress(ValueError):  # as when drawn, which follows: equal scales change the room needed
                    layout.execute(self.figure)
            yield

    def _repr_html_(self):
        return image_html(self.png(), "png", self.alt)


def _thin_out_ticks(figure):
    """Keep only the minor ticks at 2 and 5 on logarithmic axes: all of them would take a third of the drawing time."""
    for ax in figure.axes:
        for axis in (ax.xaxis, ax.yaxis):
            if isinstance(axis.get_minor_locator(), LogLocator):
                axis.get_minor_locator().set_params(subs=(2, 5))


def describe(figure):
    """Return a line for each plotted object: its label, its number of points, the first and the last point."""
    panels = [ax for ax in figure.axes if ax.get_label() != "<colorbar>"]
    return [
        f"  [{n}] {line}"
        for n, ax in enumerate(panels, start=1)
        for line in (
            *filter(None, [ax.get_title()]),
            *(_points(line.get_label(), line.get_xydata()) for line in ax.lines),
            *(_collection(collection) for collection in ax.collections),
            *(_pixels(image.get_array()) for image in ax.images),
        )
    ]


def _collection(collection):
    """Describe a scatter by its points, and lines by their pieces: the number of corners depends on rounding."""
    if isinstance(collection, LineCollection):
        return f"{_name(collection.get_label())}: {len(collection.get_paths())} pieces"
    return _points(collection.get_label(), np.asarray(collection.get_offsets()))


def _name(label):
    """Return a label without the characters that `axes.literal` added."""
    return "unnamed" if label.startswith("_") else label.replace(r"\$", "$").lstrip()


def _points(label, xy):
    if len(xy) == 0:
        return f"{_name(label)}: no points"
    first, last = (", ".join(_number(v) for v in row) for row in (xy[0], xy[-1]))
    return f"{_name(label)}: {len(xy)} points, ({first}) … ({last})"


def _pixels(array):
    corners = ", ".join(_number(array[row, column]) for row in (0, -1) for column in (0, -1))
    return f"image {'×'.join(map(str, array.shape))}, mean {_number(np.ma.mean(array))}, corners {corners}"


def _number(value):
    """Return three digits; a value near 0 is 0, so that rounding errors do not show."""
    return "0" if abs(value) < 1e-9 else f"{value:.3g}"
