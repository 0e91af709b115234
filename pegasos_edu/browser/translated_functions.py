"""Translate functions of the package to JavaScript: sentences and drawings of the player, and the solver."""

import ast
import inspect
import json
import textwrap

from pegasos_edu.browser.language import Expressions, is_stored, name, refused, without_docstring

# Functions of the page that algorithms cannot use.
OF_THE_PAGE = {
    "rounded": "rounded", "str": "text", "np.all": "all", "np.any": "any", "np.full": "full", "np.ones": "ones",
    "np.append": "appended", "np.concatenate": "concatenated", "range": "range", "solver": "solver",
    "slopes": "slopes", "floor": "Math.floor", "ceil": "Math.ceil", "log10": "Math.log10", "isnan": "isNaN",
    "any": "any", "set": "distinct", "number_in": "number_in", "matches": "matches",
    "excerpt": "excerpt",
}  # fmt: skip


def translated(*functions):
    """Return functions as JavaScript, with all functions that they call and all constants that they name.

    Parameters
    ----------
    *functions : function
        Functions that are written in the small language.

    Returns
    -------
    str
        The constants, then the functions: ``function describe_step(step) {…}`` and so on.

    Raises
    ------
    RefusedError
        If a function uses Python that the language lacks; the message names the line.
    """
    texts, constants, waiting = {}, {}, list(functions)
    while waiting:
        function = waiting.pop(0)
        if function.__name__ not in texts:
            texts[function.__name__], named = _Function(function).text()
            for known, value in named.items():
                if inspect.isfunction(value):
                    waiting.append(value)
                else:
                    constants[known] = f"const {name(known)} = {json.dumps(value, ensure_ascii=False)};"
    return "\n".join([*constants.values(), *texts.values()])


class _Function(Expressions):
    """Write a function. Unlike an algorithm, it may use f-strings, comprehensions, fields and more statements."""

    def __init__(self, function):
        self.tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        self.module, self.named = function.__globals__, {}
        self.given = [argument.arg for argument in self.tree.args.args]
        stored = {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name) and is_stored(node)}
        self.declared = stored - set(self.given)
        super().__init__({*self.given, *stored}, OF_THE_PAGE)

    def text(self):
        """Return the text of the function, and the objects of its module that it uses, by name."""
        declared = [f"let {', '.join(map(name, sorted(self.declared)))};"] if self.declared else []
        lines = self._block(without_docstring(self.tree))
        defaults = self.tree.args.defaults
        given = [name(argument) for argument in self.given[: len(self.given) - len(defaults)]]
        given += [f"{name(argument)} = {self(node)}" for argument, node in zip(self.given[len(given) :], defaults)]
        head = f"function {name(self.tree.name)}({', '.join(given)}) {{"
        return "\n".join([head, *declared, *lines, "}"]), self.named

    def _statement(self, node):
        match node:
            case ast.Return():
                return [f"return {self(node.value)};"]
            case ast.Assign(targets=[target]):
                return [f"{self(target)} = {self(node.value)};"]
            case ast.AugAssign(target=target, op=ast.Add()):
                return [f"{self(target)} += {self(node.value)};"]
            case ast.If():
                ending = ["}", "else {", *self._block(node.orelse), "}"] if node.orelse else ["}"]
                return [f"if ({self.truth(node.test)}) {{", *self._block(node.body), *ending]
            case ast.For(target=ast.Name(target), iter=values, orelse=[]):
                return [f"for ({name(target)} of {self(values)}) {{", *self._block(node.body), "}"]
            case ast.Try(body=body, handlers=[ast.ExceptHandler(body=[ast.Break()])], orelse=[], finalbody=[]):
                return ["try {", *self._block(body), "}", "catch { break; }"]
            case ast.Break():
                return ["break;"]
            case ast.Raise(exc=ast.Call(args=[message]), cause=None):
                return [f"throw new Problem({self(message)});"]
        raise refused(node, f"`{ast.unparse(node).splitlines()[0]}`")

    def _block(self, nodes):
        return [line for node in nodes for line in self._statement(node)]

    def _name(self, node):
        if node.id not in self.known and isinstance(self.module.get(node.id), (str, int, float, dict, list)):
            self.named[node.id] = self.module[node.id]
            return name(node.id)
        return super()._name(node)

    def _attribute(self, node):
        if node.attr == "T":
            return f"transposed({self(node.value)})"
        return super()._attribute(node) if node.attr == "shape" else f"{self(node.value)}.{node.attr}"

    def _subscript(self, node):
        if isinstance(node.slice, ast.Slice) and node.slice.step is None:
            first = self(node.slice.lower) if node.slice.lower else 0
            end = f", {self(node.slice.upper)}" if node.slice.upper else ""
            return f"{self(node.value)}.slice({first}{end})"
        return super()._subscript(node)

    def _call(self, node):
        match node.func:
            case ast.Name(called) if called not in self.functions and inspect.isfunction(self.module.get(called)):
                self.named[called] = self.module[called]
                return f"{name(called)}({self.all(node.args)})"
            case ast.Name(called) if hasattr(self.module.get(called), "_fields"):
                pairs = zip(self.module[called]._fields, node.args, strict=True)
                return f"({{{', '.join(f'{field}: {self(value)}' for field, value in pairs)}}})"
            case ast.Name(called) if called in self.known:
                return f"{name(called)}({self.all(node.args)})"
            case ast.Attribute(value=ast.Constant(between), attr="join"):
                return f"{self.all(node.args)}.join({json.dumps(between)})"
        return super()._call(node)

    def _joinedstr(self, node):
        return f"`{''.join(self._part(part) for part in node.values)}`"

    def _part(self, part):
        if isinstance(part, ast.Constant):
            return part.value.replace("\\", "\\\\").replace("`", "\\`").replace("$", "\\$")
        if part.conversion != -1:
            raise refused(part, f"`{ast.unparse(part)}`")
        if part.format_spec is None:
            return f"${{{self(part.value)}}}"
        return f"${{formatted({self(part.value)}, {json.dumps(part.format_spec.values[0].value)})}}"

    def _dict(self, node):
        pairs = zip(node.keys, node.values)
        return (
            f"({{{', '.join(f'{self(key)}: {self(value)}' if key else f'...{self(value)}' for key, value in pairs)}}})"
        )

    def _generatorexp(self, node):
        return self._listcomp(node)

    def _listcomp(self, node):
        *outer, inner = node.generators
        conditions = "".join(f".filter(({self(inner.target)}) => {self.truth(test)})" for test in inner.ifs)
        mapped = "" if _is_same(node.elt, inner.target) else f".map(({self(inner.target)}) => {self(node.elt)})"
        text = f"Array.from({self(inner.iter)}){conditions}{mapped}"
        for generator in reversed(outer):
            text = f"Array.from({self(generator.iter)}).flatMap(({self(generator.target)}) => {text})"
        return text


def _is_same(a, b):
    return ast.unparse(a) == ast.unparse(b)
