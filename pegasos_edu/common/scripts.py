"""Join JavaScript modules into one script, by the import lines at their beginning."""

import os.path
import re
from pathlib import Path

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]*)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const)\b)", re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:function\*?|class|const) ([\w$]+|[\[{][^\]}]*[\]}])", re.MULTILINE)
LIST = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
DEFAULT = re.compile(r"^export default .*\n", re.MULTILINE)
REMARK = re.compile(r"(^| +)//[^\"'`\n]*$", re.MULTILINE)  # it contains no quotes, so it cannot be part of a string
NAME = re.compile(r"[\w$]+")


def joined(path, texts=None):
    """Return a module, after all modules that it imports, as one script without imports.

    Each imported module has its own scope. The names and the default export of the module itself stay visible.

    Parameters
    ----------
    path : Path
        The module.
    texts : dict of Path to str, optional
        The texts of modules that are not on disk, because Python generates them.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If a module imports a name that the other one does not export, or modules import each other in a circle.
    """
    return short(_Script(texts or {}).whole(path))


def completed(path, *code):
    """Return a module with the code that Python writes, which the module itself lists as ``export const {…} = {};``."""
    text = path.read_text("utf-8").replace("export const {", "export {").replace("} = {};", "};")
    return "\n".join([text, *code])


def short(text):
    """Return a script without indents and comments."""
    lines = (REMARK.sub("", line.strip()) for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


class _Script:
    """Hold the modules that were joined so far, in their order."""

    def __init__(self, texts):
        self.texts, self.importing = texts, []
        self.bodies, self.exports, self.wanted = {}, {}, {}  # by the path of a module

    def whole(self, path):
        text = self.body(path)
        return "".join([*map(self.scope, self.bodies), EXPORT.sub("", text)])

    def body(self, path):
        """Return a module whose import lines are replaced by lines that take the names from other scopes."""
        text = self.texts.get(path) or path.read_text("utf-8")
        self.importing.append(path)
        text = IMPORT.sub(lambda match: self.taken(path, match[1], match[2]), text)
        self.importing.pop()
        return text

    def taken(self, path, names, place):
        """Return the line that takes names from the scope of another module."""
        other = Path(os.path.normpath(path.parent / place))
        if other in self.importing:
            circle = " → ".join(script.name for script in [*self.importing, other])
            raise ValueError(f"modules must not import each other in a circle, got {circle}; move what both need.")
        if other not in self.bodies:
            self.add(other)
        names = NAME.findall(names)
        if unknown := set(names) - self.exports[other]:
            raise ValueError(
                f"{path.name} must import what {place} exports, got {', '.join(unknown)}; export it there."
            )
        self.wanted[other] |= dict.fromkeys(names)
        return f"const {{{','.join(names)}}} = {self.name(other)};\n"

    def add(self, path):
        text = DEFAULT.sub("", self.body(path))
        self.exports[path] = {name for names in EXPORTED.findall(text) for name in NAME.findall(names)}
        self.exports[path] |= {name for names in LIST.findall(text) for name in NAME.findall(names)}
        self.bodies[path], self.wanted[path] = EXPORT.sub("", LIST.sub("", text)), {}

    def name(self, path):
        return f"${list(self.bodies).index(path)}"

    def scope(self, path):
        names = ",".join(self.wanted[path])
        return f"const {self.name(path)} = (() => {{\n{self.bodies[path]}\nreturn {{{names}}};\n}})();\n"
