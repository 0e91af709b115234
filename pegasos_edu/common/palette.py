"""Hold the colours of plots and pages, from the palette of Okabe and Ito for colour-blind readers, and their type."""

BLUE, SKY_BLUE, GREEN, VERMILION, PURPLE = "#0072B2", "#56B4E9", "#009E73", "#D55E00", "#CC79A7"
LIGHT_GREEN = "#bfe3d4"
INK, DARK_GREY, GREY, LIGHT_GREY, WHITE = "#222222", "#666666", "#999999", "#dddddd", "#ffffff"

MINUS, PLUS, ACCENT = BLUE, VERMILION, GREEN  # the class −1, the class +1, and highlights
REGIONS = ("#a8c8e1", "#d6e6f1", "#fdf3ea", "#fbe1c8")  # score below −1, below 0, below 1, above
NEUTRAL = "#f7f7f4"  # between the regions of both classes

# The colours of pages, by day and by night. Text in these colours must be readable on the paper.
DAY = {
    "ink": "#1c1c1c", "muted": "#555", "faint": "#b5b5b5", "paper": "#fff", "raised": "#f8f8f6", "lit": "#fff1b8",
    "accent": "#00754f", "link": "#0062a3", "problem": "#b00020", "minus": "#0072b2", "plus": "#c04d00",
    "loss": "#9c3d7a",
    **{f"region-{n}": colour for n, colour in enumerate(REGIONS)},
}  # fmt: skip
NIGHT = {
    "ink": "#ececec", "muted": "#b4b4b4", "faint": "#6a6a6a", "paper": "#16181c", "raised": "#24272d", "lit": "#4a4010",
    "accent": "#3ddba5", "link": "#7cc4f5", "problem": "#ff8a8a", "minus": "#6cc0f5", "plus": "#ffa265",
    "loss": "#e79ccb",
    "region-0": "#1c4465", "region-1": "#182b3a", "region-2": "#33261c", "region-3": "#5b3517",
}  # fmt: skip

# The body of a notebook with a dark theme, in JupyterLab, VS Code and Colab.
DARK = 'body:is([data-jp-theme-light="false"], .vscode-dark, [theme="dark"] *)'

# The four sizes of type, in letters: --letter is a pixel, or a share of the height of a hall if --letters says so.
# note: code, axes, labels, buttons; body: sentences; ask: questions and h2; title: the title of a page.
SIZES = {"note": 13, "body": 16, "ask": 20, "title": 30}
TYPE = "; ".join([
    "--letter: var(--letters, 0.0625rem)", *(f"--{name}: calc({size} * var(--letter))" for name, size in SIZES.items()),
    '--texts: "of texts", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
    '--code: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace',
])  # fmt: skip


def css(day=":root", night=":root", always_night=""):
    """Return the colours and sizes of pages as variables of CSS, which rules use as var(--ink).

    Parameters
    ----------
    day, night : str
        The selectors of the elements that get the day colours, and of those that get the night colours if the system
        asks for a dark page.
    always_night : str
        The selector of elements that always get the night colours, as in a notebook with a dark theme.

    Returns
    -------
    str
    """
    light, dark = ("; ".join(f"--{name}: {colour}" for name, colour in colours.items()) for colours in (DAY, NIGHT))
    dark += "; color-scheme: dark"
    rules = f"{day} {{ {light}; {TYPE} }}\n"
    rules += f"@media screen and (prefers-color-scheme: dark) {{\n  {night} {{ {dark} }}\n}}\n"
    return rules + (f"{always_night} {{ {dark} }}\n" if always_night else "")
