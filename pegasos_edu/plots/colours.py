"""Pictures in few colours, which makes them small."""

import numpy as np
from PIL import Image

MAX_COLOURS = 128  # of an image in a notebook
LARGEST_CHANGE = 20  # of 255: by how much a colour may become another one, which nobody sees
AREA = 1 / 1000  # of an image, from which on a colour is kept as it is


def choose_palette(pixels, count):
    """At most `count` colours for an (…, 3) array of bytes, as a (count, 3) array.

    Half are its most frequent colours as they are, for the areas; the others are spread so that none of the
    rest, the colours of edges, is far from all of them.
    """
    numbers, often = np.unique(_as_number(pixels), return_counts=True)
    colours = _as_colour(numbers[np.argsort(-often, kind="stable")])
    areas, edges = colours[: count // 2], colours[count // 2 :].astype(np.uint8)
    if not len(edges):
        return areas
    spread = Image.fromarray(edges[None]).quantize(count - len(areas), method=Image.Quantize.MAXCOVERAGE)
    return np.concatenate([areas, np.array(spread.getpalette()).reshape(-1, 3)])


def _as_number(pixels):
    """Each colour of an (…, 3) array of bytes as one number: many times faster to sort than rows."""
    r, g, b = pixels.reshape(-1, 3).astype(np.uint32).T
    return r << 16 | g << 8 | b


def _as_colour(numbers):
    return np.stack([numbers >> 16, (numbers >> 8) & 255, numbers & 255], axis=-1)


def nearest(colours, palette):
    """The number of the palette's nearest colour for each row of an (n, 3) array."""
    return ((colours[:, None].astype(int) - palette) ** 2).sum(axis=-1).argmin(axis=1).astype(np.uint8)


def indexed(pixels):
    """The image in few colours: those of its areas, and as many more as bring every pixel near to one of them."""
    numbers, where, often = np.unique(_as_number(pixels), return_inverse=True, return_counts=True)
    colours = _as_colour(numbers).astype(int)
    chosen = np.argsort(-often, kind="stable")[
        : max(1, min(MAX_COLOURS // 2, np.sum(often > AREA * len(where))))
    ].tolist()
    changes = np.stack([np.abs(colours - colours[place]).max(axis=1) for place in chosen])
    nearest_now, least = changes.argmin(axis=0), changes.min(axis=0)
    while least.max() > LARGEST_CHANGE and len(chosen) < MAX_COLOURS:
        chosen.append(int(least.argmax()))  # the one that is served worst
        change = np.abs(colours - colours[chosen[-1]]).max(axis=1)
        nearest_now[change < least] = len(chosen) - 1
        least = np.minimum(least, change)
    image = Image.fromarray(nearest_now.astype(np.uint8)[where].reshape(pixels.shape[:2]))
    image.putpalette(colours[chosen].astype(np.uint8).ravel().tolist())
    return image
