"""Say which command installs a package that is missing because only an extra of this package brings it."""

import re
from collections import defaultdict
from importlib.metadata import PackageNotFoundError, requires

OF_EXTRA = re.compile(r"([\w-]+).*; extra == ['\"]([\w-]+)['\"]")  # such as "anywidget>=0.9.13; extra == 'lab'"


def explained(error):
    """Return an ImportError that names the command, of the smallest extra; the error itself if no extra mends it."""
    missing = (error.name or "").partition(".")[0]
    try:
        found = [OF_EXTRA.match(one) for one in requires("pegasos_edu") or ()]
    except PackageNotFoundError:  # a clone that is not installed
        return error
    packages = defaultdict(set)
    for one in filter(None, found):
        packages[one[2]].add(one[1].casefold())
    extras = [extra for extra, some in packages.items() if missing.casefold().replace("_", "-") in some]
    if not extras:
        return error
    command = f'python -m pip install "pegasos_edu[{min(extras, key=lambda extra: len(packages[extra]))}]"'
    return ImportError(f"{missing} must be installed for this, got no such package; run: {command}", name=missing)


def refusal(error, names):
    """Return the ``__getattr__`` of a module in which these names are missing, because their import had this error."""
    explanation = explained(error)

    def refuse(name):
        if name in names:
            raise explanation
        raise AttributeError(name)

    return refuse
