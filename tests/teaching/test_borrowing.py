"""What a hand-in takes from the package is found, by whatever way it takes it."""

import pytest

from pegasos_edu.teaching.scoring import execute, modules_used

BORROWED = {
    "an import inside": "def f():\n    from pegasos_edu.algorithms.core import hinge",
    "an import within an import": "def f():\n    def g():\n        import pegasos_edu.algorithms.core\n    return g",
    "a name": "from pegasos_edu.algorithms.core import hinge as mine\ndef f(): return mine",
    "a module": "import pegasos_edu.algorithms.core as a\ndef f(): return a.hinge",
    "a helper": "from pegasos_edu import hinge\ndef g(): return hinge\ndef f(): return g()",
    "a dictionary": "from pegasos_edu import hinge\nways = {'a': hinge}\ndef f(): return ways['a']",
    "a partial": "from functools import partial\nfrom pegasos_edu import hinge\nf = partial(hinge, project=True)",
    "a closure": "from pegasos_edu import hinge\ndef made(g):\n    return lambda: g\nf = made(hinge)",
    "a class": "from pegasos_edu import hinge\nclass A:\n    def g(self): return hinge\ndef f(): return A().g()",
    "itself": "from pegasos_edu.algorithms.core import hinge as f",
}


@pytest.mark.parametrize("name", BORROWED)
def test_what_is_taken_from_the_package_is_found(name):
    space = {"__name__": "handed_in"}
    execute(BORROWED[name], "a hand-in", space)
    assert modules_used(space["f"]) == ["pegasos_edu.algorithms.core"]


def test_a_program_of_its_own_takes_nothing_even_if_it_names_the_package_in_a_text():
    space = {"__name__": "handed_in"}
    source = "import numpy as np\ndef f(w):\n    'Not from pegasos_edu.'\n    return np.linalg.norm(w)"
    execute(source, "a hand-in", space)
    assert modules_used(space["f"]) == []
