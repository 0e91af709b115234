"""Find a browser that takes pictures and runs tests: Chromium or a browser built on it."""

import os
import shutil
from pathlib import Path

ON_THE_PATH = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
)
APPLICATIONS = Path("/Applications"), Path(os.path.expanduser("~/Applications"))
IN_APPLICATIONS = tuple(  # of macOS
    f"{name}.app/Contents/MacOS/{name}" for name in ("Chromium", "Google Chrome", "Microsoft Edge")
)
IN_PROGRAMS = (  # of Windows
    "Chromium/Application/chrome.exe",
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
PROGRAMS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")  # variables of Windows with the paths of folders
NONE = "Chromium, Chrome or Edge must be installed, got none on the PATH and none where the system keeps them"


def chromium_path():
    """Return the path of the first browser that is installed, or None."""
    kept = [folder / name for folder in APPLICATIONS for name in IN_APPLICATIONS]
    kept += [Path(os.environ[folder], name) for folder in PROGRAMS if folder in os.environ for name in IN_PROGRAMS]
    return next(filter(None, map(shutil.which, ON_THE_PATH)), None) or next((str(p) for p in kept if p.is_file()), None)
