"""Pages that are one file and ask for nothing else: no network, no other file."""


def whole_page(title, style, body):
    """A whole page, in the colours of the reader's system.

    Parameters
    ----------
    title : str
        As HTML, without tags.
    style : str
        Rules of CSS.
    body : str
        As HTML, scripts included.

    Returns
    -------
    str
    """
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        f"<style>\n{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
