"""The browsers that take pictures and run tests: Chromium, under the names that it has."""

import shutil

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def on_the_path():
    """The first of them that is on the PATH, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)
