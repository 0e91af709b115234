"""Write formulas on one line of text, which keeps its meaning where MathML is removed: ½w, λ/2, wₜ₊₁, e⁻ᶻ, √(a + b).

GitHub, and JupyterLab in a notebook that it does not trust, remove the tags of MathML and keep the letters; a fraction
would become another number.
"""

import html
import re
from unicodedata import normalize

VULGAR, RAISED, LOWERED = (
    {normalize("NFKC", sign): sign for sign in signs}
    for signs in (
        "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴰᴷᴸᴹᴺᴿᵀ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ",
    )
)
ACCENTS = {"‾": "\u0304", "¯": "\u0304", "―": "\u0304", "^": "\u0302", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303"}
ACCENTS |= {"˙": "\u0307", "→": "\u20d7"}
ROWS = {"math", "mrow", "mstyle", "mpadded"}
SCRIPTS = {
    "msub": "_", "msup": "^", "msubsup": "_^", "munder": "_", "mover": "^", "munderover": "_^",
}  # fmt: skip
OPENING, CLOSING, BARS = set("([{⟨⌈⌊"), set(")]}⟩⌉⌋!%"), set("‖|∥∣")
TIGHT, SIGNS, STARS = set("·⋅/"), set("+−±∓"), set("*∗⋆′″†⊤")
LARGE = set("∑∏∫")
# What a part of a row is: it decides the spaces and brackets around it.
OPERAND, LOOSE, NAME, OPEN, CLOSE, COMMA, JOIN, SIGN, SPACED, SPACE = range(10)
BEGINS = {OPERAND, LOOSE, NAME, OPEN}  # a factor
ENDS = {OPERAND, LOOSE, CLOSE}


def flat(tree):
    """Return a formula, as a tree of MathML, on one line of HTML, in which only the letters of variables have tags."""
    return re.sub(" +", " ", _row(_children(tree))).strip()


def _children(element):
    """Return the parts of a row, those of rows inside it included."""
    if element.tag not in ROWS:
        return [element]
    if len(element) == 1 and element[0].tag == "mo":
        element[0].tag = "mtext"  # a sign in braces has no space: 1{,}000
    return [part for one in element for part in _children(one)]


def _row(elements):
    """Return the parts of a row with the spaces and the brackets that keep them apart."""
    parts, made = _parts(elements), []
    for n, (kind, text) in enumerate(parts):
        before = parts[n - 1][0] if n else None
        after = parts[n + 1][0] if n + 1 < len(parts) else None
        if kind == LOOSE and (before in ENDS or before == JOIN or after in BEGINS):
            text = f"({text})"  # (λ/2)w is not λ/(2w)
        if kind == SPACED or kind == SIGN and before in ENDS:
            text = f" {text} "
        elif kind == COMMA:
            text = f"{text} "
        elif kind == NAME:
            text = f"{' ' * (before in ENDS)}{text}{' ' * (after in (OPERAND, LOOSE, NAME))}"
        if made and re.match(r"[\d½-¾⅐-⅞]", text) and re.search(r"[\d½-¾⅐-⅞]$", made[-1]):
            text = f"·{text}" if before in ENDS else f" {text}"
        made.append(text)
    return "".join(made)


def _parts(elements):
    """Return each part of a row as (kind, text); a bar opens, and the next one closes."""
    parts, is_open = [], False
    for element in elements:
        kind, text = _part(element)
        if kind in (OPEN, CLOSE) and _core(element) in BARS:
            kind, is_open = (CLOSE, False) if is_open else (OPEN, True)
        parts.append((kind, text))
    return parts


def _part(element):
    """Return what a part is, and its text."""
    tag = element.tag
    if tag == "mfrac":
        return _fraction(element)
    if tag in ("msqrt", "mroot"):
        return LOOSE, _root(element)
    if tag in SCRIPTS:
        accent = ACCENTS.get(_text(element[1])) if tag == "mover" else None
        text = _accented(element[0], accent) if accent else _scripted(element, SCRIPTS[tag])
        return _kind(_core(element)), text
    if tag == "mtable":
        rows = (", ".join(_row(_children(cell)) for cell in map(_as_row, row)) for row in element)
        return OPERAND, "; ".join(rows)
    if tag == "mspace":
        return SPACE, " "
    text = html.escape(_text(element), quote=False)
    if tag == "mtext":
        return OPERAND, text.replace("\xa0", " ")
    return _kind(_text(element)), f"<i>{text}</i>" if tag == "mi" and len(text) == 1 and text.isalpha() else text


def _kind(text):
    if text in BARS or text in OPENING:
        return OPEN
    for kind, signs in ((CLOSE, CLOSING), (COMMA, set(",;:")), (JOIN, TIGHT), (SIGN, SIGNS)):
        if text in signs:
            return kind
    if text in LARGE or len(text) > 1 and text.isalpha():
        return NAME
    return OPERAND if text.isalnum() or text in set("…⋯∞∇∂∅") or re.match(r"[\w.,]+$", text) else SPACED


def _core(element):
    """Return the text of an element without its scripts."""
    return _core(element[0]) if element.tag in SCRIPTS else _text(element)


def _text(element):
    return html.unescape(element.text or "")


def _as_row(element):
    element.tag = "mrow"
    return element


def _plain(markup):
    return re.sub("<[^>]*>| ", "", markup)


def _fraction(element):
    over, under = (_children(part) for part in element)
    above, below = _row(over), _row(under)
    if element.get("linethickness") == "0":
        return OPERAND, f"{above} choose {below}"
    if sign := VULGAR.get(f"{above}⁄{below}"):
        return OPERAND, sign
    above = f"({above})" if any(kind in (SIGN, SPACED, COMMA, LOOSE) for kind, _ in _parts(over)[1:]) else above
    return LOOSE, f"{above}/{below if _is_atom(under) or under[0].tag == 'msqrt' and len(under) == 1 else f'({below})'}"


def _root(element):
    inside = _children(element[0]) if element.tag == "mroot" else [p for one in element for p in _children(one)]
    inside = [part for part in inside if part.tag != "mspace"]
    index = _raised(element[1], RAISED, "^") if element.tag == "mroot" else ""
    return f"{index}√{_row(inside) if _is_atom(inside) else f'({_row(inside)})'}"


def _is_atom(parts):
    """Return whether parts need no brackets below a fraction or a root."""
    return len(parts) == 1 and parts[0].tag in ("mi", "mn", "msub", "msup", "msubsup", "mover")


def _scripted(element, marks):
    base, *scripts = element
    parts = _children(base)
    text = _row(parts)
    if len(parts) > 1 or parts and parts[0].tag in ("mfrac", "msqrt", "mroot", "msub", "msup", "msubsup"):
        text = f"({text})"
    for mark, script in zip(marks, scripts):
        text += _raised(script, RAISED if mark == "^" else LOWERED, mark)
    return text


def _raised(script, signs, mark):
    """Return a script in signs of its size if all of it has such signs; otherwise after its mark."""
    text = _row(_children(script))
    plain = _plain(text)
    if plain and set(plain) <= STARS:
        return plain if mark == "^" else f"{mark}{plain}"
    if all(letter in signs for letter in plain):
        return "".join(signs[letter] for letter in plain)
    return f"{mark}{text}" if len(plain) == 1 else f"{mark}({text})"


def _accented(base, accent):
    letters = _row(_children(base))
    return re.sub(r"(<i>.|(?<!<i>)(?<![<\w])\w)(?=</i>|\w|$)", rf"\1{accent}", letters)
