"""Say which command installs a package that is missing because only an extra of this package brings it."""

import re
from collections import defaultdict

OF_EXTRA = re.compile(r"([\w-]+).*; extra == ['\"]([\w-]+)['\"]")  # such as "anywidget>=0.9.13; extra == 'lab'"


def command_for(package):
    """Return the command that installs a package: by the smallest extra that brings it, if there is one."""
    extra = _extra_with(package)
    return f"python -m pip install {package}" if extra is None else f'python -m pip install "pegasos_edu[{extra}]"'


def explained(error):
    """Return an ImportError that names the command, of the smallest extra; the error itself if no extra mends it."""
    missing = (error.name or "").partition(".")[0].replace("_", "-")
    if _extra_with(missing) is None:
        return error
    words = f"{missing} must be installed for this, got no such package; run: {command_for(missing)}"
    return ImportError(words, name=error.name)


def _extra_with(package):
    from importlib.metadata import PackageNotFoundError, requires  # 10 ms that `import pegasos_edu` need not take

    try:
        requirements = [OF_EXTRA.match(requirement) for requirement in requires("pegasos_edu") or ()]
    except PackageNotFoundError:  # a clone that is not installed
        return None
    packages = defaultdict(set)
    for requirement in filter(None, requirements):
        packages[requirement[2]].add(requirement[1].casefold())
    extras = [extra for extra, others in packages.items() if package.casefold() in others]
    return min(extras, key=lambda extra: len(packages[extra]), default=None)


def refusal(error, names):
    """Return the ``__getattr__`` of a module in which these names are missing, because their import had this error."""
    explanation = explained(error)

    def refuse(name):
        if name in names:
            raise explanation
        raise AttributeError(name)

    return refuse
