"""`rankpress schema`."""

from __future__ import annotations

import argparse

from rankpress.cli.telling import tell_result


def run(arguments: argparse.Namespace) -> None:
    """Print the JSON Schema of study.yaml."""
    from rankpress.spec.schema import schema_text

    tell_result(schema_text().rstrip("\n"))
