"""Show progress bars for long work. ``TQDM_DISABLE=1`` in the environment hides them all."""

import os

LONG = 100_000


def bar(items, total, unit, wanted=None, long=LONG):
    """Yield the `total` items with a progress bar if wanted; by default long work shows one after a second."""
    silent = os.environ.get("TQDM_DISABLE", "0") not in ("", "0")
    if silent or wanted is False or (wanted is None and total < long):
        return items
    from tqdm.auto import tqdm  # only when a bar is shown: in a notebook this loads ipywidgets

    return tqdm(items, total=total, unit=unit, delay=0 if wanted else 1, disable=False)
