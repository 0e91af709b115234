"""The colours of everything that is drawn, in plots and on pages: the palette of Okabe and Ito, which colour-blind
readers tell apart, and the greys around it."""

BLUE, SKY_BLUE, GREEN, VERMILION, PURPLE = "#0072B2", "#56B4E9", "#009E73", "#D55E00", "#CC79A7"
INK, DARK_GREY, GREY, LIGHT_GREY, WHITE = "#222222", "#666666", "#999999", "#dddddd", "#ffffff"

MINUS, PLUS, ACCENT = BLUE, VERMILION, GREEN  # the class −1, the class +1, and what is to be looked at
REGIONS = ("#a8c8e1", "#d6e6f1", "#fdf3ea", "#fbe1c8")  # score below −1, below 0, below 1, above
NEUTRAL = "#f7f7f4"  # between the regions of both classes

# Of pages, where text has these colours and must stand out from the paper, by day and by night.
DAY = {
    "ink": "#1c1c1c", "muted": "#555", "faint": "#c8c8c4", "paper": "#fff", "raised": "#f4f4f2",
    "accent": "#00754f", "link": "#0062a3",
}  # fmt: skip
NIGHT = {
    "ink": "#ececec", "muted": "#b4b4b4", "faint": "#4b4f57", "paper": "#16181c", "raised": "#24272d",
    "accent": "#3ddba5", "link": "#7cc4f5",
}  # fmt: skip


def css():
    """The colours of pages as variables of CSS, which rules use as var(--ink)."""
    day, night = ("; ".join(f"--{name}: {colour}" for name, colour in colours.items()) for colours in (DAY, NIGHT))
    return f":root {{ {day} }}\n@media screen and (prefers-color-scheme: dark) {{\n  :root {{ {night} }}\n}}\n"
