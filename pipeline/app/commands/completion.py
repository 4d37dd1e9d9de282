"""`rankpress completion`: a script by which a shell completes commands and options."""

from __future__ import annotations

import argparse

from rankpress.app.terminal import print_result


def run(arguments: argparse.Namespace) -> None:
    """Print the script."""
    import shtab

    from rankpress.app.parser import make_parser

    print_result(shtab.complete(make_parser(), arguments.shell))
