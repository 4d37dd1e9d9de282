"""The command `rankpress`.

Nothing heavy is imported before a command needs it: `rankpress --help` answers in the time that Python takes to start.
"""

from rankpress.cli.entry import main

__all__ = ["main"]
