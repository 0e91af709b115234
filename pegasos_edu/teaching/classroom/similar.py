"""Find programs that are the same but for the names of variables, blanks and comments."""

import ast
import hashlib

from pegasos_edu.teaching.classroom.choosing import tree_of


def fingerprint(sources, assignment):
    """Return a digest of what a learner wrote; "" if it is what was handed out, or nothing.

    Imports, given definitions, strings that stand alone and cells that are not Python are left out.
    """
    given = {ast.dump(node) for cell in assignment.cells if cell.kind == "given" for node in _statements([cell.source])}
    handed_out = [cell.student for cell in assignment.cells if cell.kind == "write"]
    written = _normal(sources, given)
    return hashlib.sha256(written.encode()).hexdigest() if written and written != _normal(handed_out, given) else ""


def _statements(sources):
    return [node for source in sources for node in tree_of(source).body]


def _normal(sources, given):
    """Return statements as text, with variables renamed in the order in which they appear."""
    nodes = [node for node in _statements(sources) if not isinstance(node, (ast.Import, ast.ImportFrom))]
    plain = _Plain()
    return "\n".join(ast.dump(plain.visit(node)) for node in nodes if ast.dump(node) not in given)


class _Plain(ast.NodeTransformer):
    def __init__(self):
        self.names = {}

    def _renamed(self, name):
        return self.names.setdefault(name, f"v{len(self.names)}")

    def visit_Name(self, node):
        return ast.Name(self._renamed(node.id), node.ctx)

    def visit_arg(self, node):
        return ast.arg(self._renamed(node.arg))

    def visit_Expr(self, node):
        is_string = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_string else self.generic_visit(node)
