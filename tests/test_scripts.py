"""Test that the JavaScript modules say their subject, name what they import, and need nothing from outside."""

import re
from pathlib import Path

import pytest

from pegasos_edu.common import palette
from pegasos_edu.common.scripts import IMPORT, joined, short
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
def test_a_script_says_its_subject_and_needs_nothing(path):
    script = path.read_text("utf-8")
    lines = script.splitlines()
    assert max(map(len, lines)) <= 120
    assert re.match(r"// [A-Z]", lines[0])
    assert not re.search(f"{CODE}|{NETWORK}", script)
    assert path.name == "stored.js" or not re.search(MARKUP, script)


# Modules


ENTRIES = {
    PACKAGE / path
    for path in (
        "player/js/player_page.js", "player/js/editor_page.js", "player/js/playground.js",
        "player/js/movable_landscape.js", "player/js/learner_run_page.js", "player/js/notebook.js",
        "lessons/slides.js", "lessons/write.js", "lessons/opening.js", "lessons/predict_widget.js",
        "lessons/explore_widget.js", "browser/js/worker.js", "site/search.js",
        "teaching/templates/spot.js", "teaching/templates/assignment.js", "teaching/classroom/templates/feedback.js",
    )
}  # fmt: skip


def imported(path):
    """Yield the modules that a module imports, and all modules that these import."""
    for _, place in IMPORT.findall(path.read_text("utf-8")):
        other = (path.parent / place).resolve()
        yield other
        yield from imported(other)


def test_every_module_is_part_of_a_page():
    assert ENTRIES | {other for path in ENTRIES for other in imported(path)} == set(SCRIPTS)


def test_a_module_comes_after_what_it_imports_once_and_in_a_scope_of_its_own(tmp_path):
    first, second, third = (tmp_path / name for name in ("first.js", "second.js", "third.js"))
    third.write_text("// A remark.\n\nconst inner = 1;\nexport const [a, b] = [inner, 2];\n")
    second.write_text(
        'import { b } from "./third.js";\n\nexport class C {\n  d() {}\n}\nexport default { b };\nexport { x };\n'
    )
    first.write_text(
        'import {\n  C, x,\n} from "./second.js";\nimport { a } from "./third.js";\n\nexport function f() {}\n'
        "export default { f };\n"
    )
    assert joined(first, {second: second.read_text() + "const x = 3;\n"}) == (
        "const $0 = (() => {\nconst inner = 1;\nconst [a, b] = [inner, 2];\nreturn {b,a};\n})();\n"
        "const $1 = (() => {\nconst {b} = $0;\nclass C {\nd() {}\n}\nconst x = 3;\nreturn {C,x};\n})();\n"
        "const {C,x} = $1;\nconst {a} = $0;\nfunction f() {}\nexport default { f };\n"
    )


def test_a_page_leaves_out_comments_and_indentation_and_nothing_else():
    text = '// A remark.\n\nconst a = 1; // another\n  const b = "// no remark";\n'
    assert short(text) == 'const a = 1;\nconst b = "// no remark";\n'


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
    assert page.STYLE.count(f"{page.PLAYER} {{") == 3  # light, dark, and in a dark notebook
