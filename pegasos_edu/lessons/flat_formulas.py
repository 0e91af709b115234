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
NUMBER = r"[\d½-¾⅐-⅞]"
ACCENTS = dict.fromkeys("‾¯―", "\u0304") | dict.fromkeys("^ˆ", "\u0302") | dict.fromkeys("~˜", "\u0303")
ACCENTS |= {"˙": "\u0307", "→": "\u20d7"}
SCRIPTS = {"msub": "_", "msup": "^", "msubsup": "_^", "munder": "_", "mover": "^", "munderover": "_^"}
ROOTS = ("msqrt", "mroot")
LEAVES = ("mi", "mn", "mo", "mtext", "mspace")
WHOLE = {"mfrac", "mtable", *ROOTS, *SCRIPTS, *LEAVES}  # a row shows the parts of all other elements

# What a part of a row is decides the spaces and the brackets around it.
OPERAND, FRACTION, ROOT, NAME, OPEN, CLOSE, COMMA, JOIN, SIGN, SPACED, SPACE = range(11)
BEGINS = {OPERAND, FRACTION, ROOT, NAME, OPEN}  # a factor begins with it
ENDS = {OPERAND, FRACTION, ROOT, CLOSE}
BARS, STARS = set("‖|∥∣"), set("*∗⋆′″†⊤")
KINDS = {OPEN: "([{⟨⌈⌊‖|∥∣", CLOSE: ")]}⟩⌉⌋!%", COMMA: ",;:", JOIN: "·⋅/", SIGN: "+−±∓", NAME: "∑∏∫", OPERAND: "…⋯∞∇∂∅"}
KIND = {sign: kind for kind, signs in KINDS.items() for sign in signs}


def flat(tree):
    """Return a formula, as a tree of MathML, on one line of HTML, in which only the letters of variables have tags."""
    return re.sub(" +", " ", _row(_parts_in(tree))).strip()


def _parts_in(element):
    """Return the parts of a row, those of rows inside it included."""
    if element.tag in WHOLE:
        return [element]
    if len(element) == 1 and element[0].tag == "mo":
        element[0].tag = "mtext"  # a sign in braces has no space: 1{,}000
    return [part for child in element for part in _parts_in(child)]


def _row(elements):
    """Return the parts of a row with the spaces and the brackets that keep them apart."""
    parts, texts = _kinds_and_texts(elements), []
    for n, (kind, text) in enumerate(parts):
        before = parts[n - 1][0] if n else None
        after = parts[n + 1][0] if n + 1 < len(parts) else None
        if kind in (FRACTION, ROOT) and after in BEGINS or kind == FRACTION and before in {*ENDS, JOIN}:
            text = f"({text})"  # (λ/2)w is not λ/(2w)
        if kind == SPACED or kind == SIGN and before in ENDS:
            text = f" {text} "
        elif kind == COMMA:
            text = f"{text} "
        elif kind == NAME:
            text = f"{' ' * (before in ENDS)}{text}{' ' * (after in BEGINS - {OPEN})}"
        if texts and before in ENDS and re.match(NUMBER, text) and re.search(f"{NUMBER}$", texts[-1]):
            text = f"·{text}"
        texts.append(text)
    return "".join(texts)


def _kinds_and_texts(elements):
    """Return what each part of a row is, and its text; a bar opens, and the next one closes."""
    parts, is_open = [], False
    for element in elements:
        kind, text = _kind_and_text(element)
        if _core(element) in BARS:
            kind, is_open = CLOSE if is_open else OPEN, not is_open
        parts.append((kind, text))
    return parts


def _kind_and_text(element):
    tag, core = element.tag, _core(element)
    if tag == "mfrac":
        return _fraction(element)
    if tag in ROOTS:
        return ROOT, _root(element)
    if tag == "mtable":
        return OPERAND, "; ".join(", ".join(_row(_parts_in(cell)) for cell in row) for row in element)
    if tag in SCRIPTS:
        accent = ACCENTS.get(_text(element[1])) if tag == "mover" else None
        return _kind(core), _accented(element[0], accent) if accent else _scripted(element)
    if tag == "mspace":
        return SPACE, " "
    text = html.escape(core, quote=False)
    if tag == "mtext":
        return OPERAND, text.replace("\xa0", " ")
    return _kind(core), f"<i>{text}</i>" if tag == "mi" and len(core) == 1 and core.isalpha() else text


def _kind(text):
    if len(text) > 1 and text.isalpha():
        return NAME
    return KIND.get(text, OPERAND if re.fullmatch(r"[\w.,]*", text) else SPACED)


def _core(element):
    """Return the text of an element without its scripts."""
    return _core(element[0]) if element.tag in SCRIPTS else _text(element)


def _text(element):
    return html.unescape(element.text or "")


def _fraction(element):
    over, under = map(_parts_in, element)
    above, below = _row(over), _row(under)
    if element.get("linethickness") == "0":
        return OPERAND, f"{above} choose {below}"
    if sign := VULGAR.get(f"{above}⁄{below}"):
        return OPERAND, sign
    if any(kind in (FRACTION, COMMA, JOIN, SIGN, SPACED) for kind, _ in _kinds_and_texts(over)[1:]):
        above = f"({above})"
    return FRACTION, f"{above}/{below if _is_atom(under, *ROOTS, 'msup', 'msubsup') else f'({below})'}"


def _root(element):
    children = element[:1] if element.tag == "mroot" else element
    inside = [part for child in children for part in _parts_in(child) if part.tag != "mspace"]
    index = _script(element[1], "^") if element.tag == "mroot" else ""
    return f"{index}√{_row(inside) if _is_atom(inside) else f'({_row(inside)})'}"


def _is_atom(parts, *others):
    """Return whether parts need no brackets, such as below a root."""
    return len(parts) == 1 and parts[0].tag in ("mi", "mn", "msub", "mover", *others)


def _scripted(element):
    base, *scripts = element
    parts = _parts_in(base)
    text = _row(parts)
    is_compound = len(parts) > 1 or parts and parts[0].tag in ("mfrac", *ROOTS, "msub", "msup", "msubsup")
    if is_compound and not _is_fenced(base):
        text = f"({text})"
    return text + "".join(map(_script, scripts, SCRIPTS[element.tag]))


def _is_fenced(element):
    """Return whether a row stands between brackets of its own."""
    if len(element) == 1:
        return _is_fenced(element[0])
    return len(element) > 1 and element[0].get("fence") == element[-1].get("fence") == "true"


def _script(element, mark):
    """Return an index or a power in small signs if all of it has such signs; otherwise after its mark."""
    text = _row(_parts_in(element))
    letters, signs = re.sub("<[^>]*>| ", "", text), RAISED if mark == "^" else LOWERED
    if letters and set(letters) <= STARS:
        return letters if mark == "^" else f"{mark}{letters}"
    if all(letter in signs for letter in letters):
        return "".join(signs[letter] for letter in letters)
    return f"{mark}{text}" if len(letters) == 1 else f"{mark}({text})"


def _accented(base, accent):
    """Return letters, each with its accent."""
    return re.sub(r"(?<![<\w/])(\w)(?!>)", rf"\1{accent}", _row(_parts_in(base)))
