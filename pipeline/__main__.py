"""`python -m rankpress` is the command `rankpress`."""

import os
import sys


def _leave_current_folder() -> None:
    """Take the current folder off the path, where `-m` puts it, before anything that a file in it could shadow."""
    try:
        here = os.getcwd()  # noqa: PTH109 - pathlib may not be loaded yet
    except OSError:  # the folder is gone
        here = ""
    if not sys.flags.safe_path and sys.path[:1] in ([here], [""]):
        del sys.path[0]


_leave_current_folder()

from rankpress.app.cli import main  # noqa: E402

sys.exit(main())
