"""The JavaScript of the package: short files that need nothing, and in which what happens stands in statements."""

import re
from itertools import takewhile
from pathlib import Path

import pytest

from pegasos_edu.common import palette
from pegasos_edu.common.scripts import EXPORT, IMPORT, LIST, joined, short
from pegasos_edu.player import page

PLAYER = Path(page.__file__).parent
PACKAGE = PLAYER.parent
SCRIPTS = sorted(PACKAGE.rglob("*.js"))
each_script = pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)

MARKUP = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser"
CODE = r"\b(eval|require|Function)\b|\bimport\b(?! \{[^}]*\} from \"\.)"
NETWORK = r"https?:|\bfetch\(|XMLHttpRequest|WebSocket"
COLOUR = r"#(?:[0-9a-fA-F]{3}){1,2}\b"


@each_script
def test_a_script_is_short_says_its_subject_and_needs_nothing(path):
    script = path.read_text("utf-8")
    lines = script.splitlines()
    assert len(lines) <= 250 and max(map(len, lines)) <= 120
    assert re.match(r"// [A-Z]", lines[0])
    assert not re.search(f"{MARKUP}|{CODE}|{NETWORK}", script)


# Modules


ENTRIES = {
    PACKAGE / path
    for path in (
        "player/js/hosts.js", "player/js/bench_hosts.js", "player/js/playground.js",
        "lessons/slides.js", "teaching/spot.js", "teaching/classroom/templates/feedback.js",
    )
}  # fmt: skip


def imported(path):
    """The modules that a module imports, and all that these import."""
    for _, place in IMPORT.findall(path.read_text("utf-8")):
        other = (path.parent / place).resolve()
        yield other
        yield from imported(other)


def test_every_module_is_part_of_a_page():
    assert ENTRIES | {other for path in ENTRIES for other in imported(path)} == set(SCRIPTS)


def test_a_module_comes_after_what_it_imports_once_and_in_a_scope_of_its_own(tmp_path):
    first, second, third = (tmp_path / name for name in ("first.js", "second.js", "third.js"))
    third.write_text("// A remark.\n\nconst own = 1;\nexport const [a, b] = [own, 2];\n")
    second.write_text(
        'import { b } from "./third.js";\n\nexport class C {\n  d() {}\n}\nexport default { b };\nexport { x };\n'
    )
    first.write_text(
        'import {\n  C, x,\n} from "./second.js";\nimport { a } from "./third.js";\n\nexport function f() {}\n'
        "export default { f };\n"
    )
    assert joined(first, {second: second.read_text() + "const x = 3;\n"}) == (
        "const $0 = (() => {\nconst own = 1;\nconst [a, b] = [own, 2];\nreturn {b,a};\n})();\n"
        "const $1 = (() => {\nconst {b} = $0;\nclass C {\nd() {}\n}\nconst x = 3;\nreturn {C,x};\n})();\n"
        "const {C,x} = $1;\nconst {a} = $0;\nfunction f() {}\nexport default { f };\n"
    )


@each_script
def test_a_page_leaves_out_comments_and_nothing_else(path):
    text = path.read_text("utf-8")
    assert tokens(short(text)) == tokens(text) and not re.search("^ |^//", short(text), re.MULTILINE)


def test_an_unknown_name_and_a_circle_are_refused(tmp_path):
    first, second = tmp_path / "first.js", tmp_path / "second.js"
    first.write_text('import { a } from "./second.js";\n')
    second.write_text("const a = 1;\n")
    with pytest.raises(ValueError, match="first.js must import what ./second.js exports, got a"):
        joined(first)
    second.write_text('import { b } from "./first.js";\nexport const a = 1;\n')
    with pytest.raises(ValueError, match="circle, got first.js → second.js → first.js"):
        joined(first)


def test_the_player_takes_its_colours_from_the_palette():
    assert not [path.name for path in PLAYER.rglob("*.*s*") if re.search(COLOUR, path.read_text("utf-8"))]
    assert all(page.STYLE.count(f"--{name}: ") == 3 for name in palette.DAY)
    assert page.STYLE.count(f"{page.PLAYER} {{") == 3  # by day, by night, in a dark notebook


# What happens stands in statements, and never in one of the branches of an expression


TOKEN = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
  | (?P<value> "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | `(?:\\.|\$\{(?:[^{}`]|`[^`]*`)*\}|[^`\\])*`
             | (?<=\() / (?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+ / \w* )
  | (?P<sign> \?\?= | \|\|= | &&= | => | [=!]==? | [<>]= | [-+*/%]= | \+\+ | -- | \?\?? \.? | && | \|\| )
  | (?P<other> [\w$]+ | \S )
    """,
    re.VERBOSE | re.DOTALL,
)
CHOOSING = "? ?. ?? && ||".split()
CHOOSING_TO_ASSIGN = "??= ||= &&=".split()
ASSIGNING = "= += -= *= /= %= ++ --".split() + CHOOSING_TO_ASSIGN
DECLARING = "const let return throw export class function async".split()
HEADED = "if for while".split()  # by an expression in brackets, before a statement
LEADING = "else do try catch finally".split()  # to a statement
FOR_EFFECT = "forEach addEventListener setTimeout requestAnimationFrame ResizeObserver".split()  # call what they get


def tokens(script):
    return [found[0] for found in TOKEN.finditer(script) if found.lastgroup != "comment"]


def tree(flat):
    """Tokens, with a list in place of each pair of brackets: the opening one, and what is between them."""
    open_lists = [["{"]]
    for token in flat:
        if token in ("(", "[", "{"):
            open_lists[-1].append([token])
            open_lists.append(open_lists[-1][-1])
        elif token in (")", "]", "}"):
            open_lists.pop()
        else:
            open_lists[-1].append(token)
    (root,) = open_lists
    return root


def in_brackets(node, bracket):
    return isinstance(node, list) and node[0] == bracket


def has(nodes, signs):
    """Whether one of the signs stands among the nodes, in no further brackets."""
    return any(sign in nodes for sign in signs)


def statements(block):
    """The statements of a block, with heads such as `if (…)` by themselves."""
    statement = []
    for node in block[1:]:
        before = statement[-1] if statement else None
        head = node in LEADING or (len(statement) == 1 and before in HEADED)
        body = in_brackets(node, "{") and (before is None or in_brackets(before, "(") or statement[0] == "class")
        statement.append(node)
        if node == ";" or head or body:
            yield statement
            statement = []
    assert not statement, "a statement must end on a semicolon"


def hidden_effects(block):
    """The statements of a block, and the brackets, in which something happens that is no statement of its own."""
    for statement in statements(block):
        target = list(takewhile(lambda node: node not in ASSIGNING, statement))
        if has(statement, CHOOSING_TO_ASSIGN):
            yield statement
        elif statement[0] not in DECLARING + HEADED and (has(target, CHOOSING) or "," in statement):
            yield statement
        yield from inside(["", *statement])


def inside(nodes):
    """The same of all that stands in brackets, behind the first of the nodes."""
    for before, node, after in zip(nodes, nodes[1:], [*nodes[2:], ""]):
        if in_brackets(node, "("):
            parameters = after == "=>" or in_brackets(after, "{")
            if has(node, ASSIGNING) and before != "for" and not parameters:
                yield node
            if before in FOR_EFFECT and "=>" in node and has(called(node), CHOOSING):
                yield node
        if in_brackets(node, "{") and (before in ("=>", "") or in_brackets(before, "(") or nodes[1] == "class"):
            yield from hidden_effects(node)
        elif isinstance(node, list):
            yield from inside(node)


def called(arguments):
    """The body of the function that is an argument, out of its brackets."""
    body = arguments[arguments.index("=>") + 1 :]
    return body[0] if in_brackets(body[0], "(") else body


@each_script
def test_what_happens_in_a_script_stands_in_statements(path):
    text = EXPORT.sub("", LIST.sub("", IMPORT.sub("", path.read_text("utf-8"))))
    assert list(hidden_effects(tree(tokens(text)))) == []


@pytest.mark.parametrize(
    "script",
    [
        "a ? b() : c();",
        "if (a) b && c();",
        "else a.b || c();",
        "a?.b();",
        "a ?? b();",
        "this.a ||= 1;",
        "const f = () => (a = 1);",
        "const f = (a) => { b && c(); };",
        "if ((a = b())) c();",
        "while (a = b()) c();",
        "const a = b ? (c = 1) : 2;",
        "class A { b() { for (const c of d) c && e(); } }",
        "a(), b();",
        "a = 1, b = 2;",
        "a.forEach((b) => b && c());",
        "a.forEach((b) => (b ? c() : d()));",
        "const a = { b() { c && d(); } };",
        "return () => { a ? b() : c(); };",
        "`${a}`; a && b();",
        "a.replace(/'/, b); a && b();",
    ],
)
def test_an_effect_in_an_expression_is_found(script):
    assert list(hidden_effects(tree(tokens(script))))


@pytest.mark.parametrize(
    "script",
    [
        "const a = b ? c : d;",
        "a = b && c;",
        "a.b = c ?? d;",
        "if (a && !b) c();",
        "function f(a = 1, b = []) { return a || b; }",
        "for (let n = 0; n < 3; n++) a[n] += n ? 1 : 2;",
        "const { a = 0, b } = c;",
        "a(b ? c : d, (e) => e.f && !e.g);",
        "a.forEach((b, n) => { if (b) c(n); });",
        'a("b && c"); // d && e();',
    ],
)
def test_a_choice_between_values_is_none(script):
    assert not list(hidden_effects(tree(tokens(script))))
