"""Write the formulas in the sentences of the ledger, which are typed as on a keyboard, as MathML.

A formula begins where a letter stands alone, or with a sign of mathematics, and ends before the next word. In it, ``_``
and ``^`` begin an index and a power, with braces around several signs: ``w_{t+1}``, ``Σ_i``, ``√(1 − x²)``.
"""

import html
import re
from unicodedata import normalize

NAMES = "argmin|argmax|exp|log|max|min|ln"
LETTER = r"[^\W\d_][\u0300-\u036f]*"
WORD = r"(?:[A-Za-z]{3,}|(?!yx|kT)[A-Za-z]{2}(?=[\s,.;:”’]|$))"  # of English, unless it is one of the names
SIGNS = "½∇∂√‖∞ℝ"
RELATIONS = "=≤≥<>+−∈⊆∧←≈≠…"
CODE = rf"\b(?:np\.|random\.)?(?!(?:{NAMES})\b)[a-z]{{3,}}\([^()]*(?:\([^()]*\))?[^()]*\)"

# A formula: terms without spaces outside their brackets, which contain no words, and relations between them.
INSIDE = rf"(?:(?:{NAMES})|(?!{WORD})[^()\[\]{{}}⟨⟩⌈⌉“”])"
BRACKETS = "!"
for _ in range(4):  # as deep as they are nested
    BRACKETS = rf"[(\[{{⟨⌈](?:{INSIDE}|{BRACKETS})*[)\]}}⟩⌉]"
GROUP = rf"‖[^‖“”]*‖|\|[^|“”]*\||{BRACKETS}|(?!{WORD}){LETTER}|\d[\d,.]*\d|\d"
BIG = rf"(?:(?:{NAMES})(?![A-Za-z])|Σ)(?:[_^](?:{BRACKETS}|{LETTER}|\d))*(?: (?={GROUP}|[{SIGNS}−Σ]))?"  # Σ_i α_i
TERM = rf"(?:−?(?:{BIG}|{GROUP}|[{SIGNS}…])(?:{BIG}|{GROUP}|'(?!s)|[{SIGNS}_^·/*′₊⁻…−+=<>≤≥|!])*)"
FORMULA = rf"(?<![\w.\-“])(?!\w\.\w){TERM}(?: ?[{RELATIONS}] ?{TERM})*(?![\w\-])"
PLAIN = re.compile(r"[aAI]|[\d,.]+|\[\d+\]|\(\d+\)|…")  # an article, a number, a reference
LINE = re.compile(rf"(?: ?[{RELATIONS}] ?)?{TERM}")  # what stays together at the end of a line
PARTS = re.compile(rf"(?P<code>{CODE})|(?P<formula>{FORMULA})")
TOKEN = re.compile(rf"{NAMES}|[_^]\{{|[_^]|{LETTER}|\d[\d,.]*\d|\d|\S")
RAISED = "²³⁴⁵⁻ⁿᵐ"
OPEN, FENCES = "([{⟨", "()[]{}⟨⟩⌈⌉‖|/"
NARROW = ' stretchy="false" lspace="0" rspace="0"'
SPACE, STRUT = '<mspace width="0.17em"></mspace>', '<mspace width="0" height="0.8em" depth="0.2em"></mspace>'
ACCENTS = {"\u0302": "^", "\u0303": "~", "\u0304": "‾", "\u0307": "˙"}


def with_mathml(text):
    """Return a sentence as HTML, with its formulas as MathML."""
    parts, end = [], 0
    for match in PARTS.finditer(text):
        if match["formula"] and PLAIN.fullmatch(match[0]):
            continue
        markup = f"<code>{html.escape(match[0])}</code>" if match["code"] else mathml(match[0])
        parts += [html.escape(text[end : match.start()]), markup]
        end = match.end()
    return "".join([*parts, html.escape(text[end:])])


def mathml(formula):
    """Return a typed formula as MathML, in parts between which a line can end."""
    parts = [part.strip() for part in LINE.findall(formula)]
    return "<wbr>".join(f"<math>{''.join(_Reader(part).row(is_infix=n > 0))}</math>" for n, part in enumerate(parts))


class _Reader:
    """Read a formula from left to right."""

    def __init__(self, formula):
        self.tokens = TOKEN.findall(normalize("NFD", formula))

    def row(self, end=None, is_infix=False):
        """Return the elements up to the closing bracket `end`, or to the end; the first may stand between two terms."""
        elements = [_leaf("mo", self.tokens.pop(0), ' form="infix"')] if is_infix else []
        while self.tokens and self.tokens[0] != end:
            elements.append(self.element(elements))
        if end:
            self.tokens.pop(0)
        return elements

    def element(self, before=()):
        """Return the next sign with its index and its power."""
        is_name = self.tokens[0] in NAMES.split("|")
        base = self.sign(before)
        scripts = {}
        while self.tokens and (kind := self.script()):
            scripts[kind[0]] = scripts.get(kind[0], "") + kind[1]
        if scripts:
            tag = {"_": "msub", "^": "msup"}[min(scripts)] if len(scripts) == 1 else "msubsup"
            base = f"<{tag}>{base}{''.join(f'<mrow>{scripts[key]}</mrow>' for key in '_^' if key in scripts)}</{tag}>"
        return base + SPACE if is_name and self.tokens and self.tokens[0] not in OPEN else base

    def script(self):
        """Return "_" or "^", and the index or power that comes next; None if there is none."""
        token = self.tokens[0]
        if token[0] in "_^":
            self.tokens.pop(0)
            return token[0], "".join(self.row("}")) if token[1:] else self.sign()
        if token in "*'′₊" or token in RAISED:
            self.tokens.pop(0)
            shown = normalize("NFKC", token).translate({ord("'"): "′", ord("*"): "∗"})
            return "_" if token == "₊" else "^", _leaf(
                "mn" if shown.isdigit() else "mi" if shown.isalpha() else "mo", shown
            )
        return None

    def sign(self, before=()):
        """Return the next sign alone; a root includes what it covers."""
        token = self.tokens.pop(0)
        if token == "√":
            covered = self.tokens[0] == "(" and self.tokens.pop(0)
            return f"<msqrt>{STRUT}{''.join(self.row(')')) if covered else self.element()}</msqrt>"
        letter, *accents = token
        if accents and accents[0] in ACCENTS:
            return f'<mover accent="true">{_leaf("mi", letter)}{_leaf("mo", ACCENTS[accents[0]])}</mover>'
        if token[0].isdigit() or token == "½":
            return _leaf("mn", token)
        if token.isalpha() and token != "Σ" or token in "∇∂∞":
            return _leaf("mi", token)
        is_first = (
            not before or before[-1].startswith("<mo") and not before[-1].endswith((")</mo>", "]</mo>", "‖</mo>"))
        )
        kind = ' form="prefix"' if token in "−+" and is_first else ""
        return _leaf("mo", {"Σ": "∑", "*": "∗"}.get(token, token), kind or (NARROW if token in FENCES else ""))


def _leaf(tag, text, attributes=""):
    return f"<{tag}{attributes}>{html.escape(text)}</{tag}>"
