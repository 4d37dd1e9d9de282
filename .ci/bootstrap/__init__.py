"""Sets up the checkout's own environment in .venv with nothing but Python's standard library.

This file is read before the version of Python is known, so it keeps to syntax that any Python reads.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "rankpress needs Python 3.11 or newer, and this is Python %d.%d (%s).\n"
        "Run the same command with a newer one, such as python3.12, or install one from your system's packages."
        % (sys.version_info[0], sys.version_info[1], sys.executable)
    )
