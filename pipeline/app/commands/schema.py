"""`rankpress schema`."""

from __future__ import annotations

import argparse

from rankpress.app.terminal import print_result


def run(arguments: argparse.Namespace) -> None:
    """Print the JSON Schema of study.yaml."""
    from rankpress.spec.reading import schema_text

    print_result(schema_text().rstrip("\n"))
