"""Run the command line by ``python -m pegasos_edu``.

Files of the current folder are not imported, apart from those that Python takes before it finds this package: inside a
folder of hand-ins that may hold a ``pegasos_edu.py``, use ``pegasos-edu`` or ``python -P -m pegasos_edu``.
"""

import sys

from pegasos_edu.cli import main

if __name__ == "__main__":
    sys.exit(main())
