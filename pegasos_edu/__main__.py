"""Run the command line by ``python -m pegasos_edu``."""

import sys

from pegasos_edu.cli import main

if __name__ == "__main__":
    sys.exit(main())
