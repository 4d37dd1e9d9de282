"""The optional parts of rankpress: what each is for, and how it is installed from where rankpress itself came."""

from __future__ import annotations

import json
from importlib.metadata import distributions
from urllib.parse import urlsplit

from rankpress.core.faults import Fault, StudyPlace

# What cannot be done without the packages of an extra, by its name in pyproject.toml.
EXTRAS = {
    "dask": "compute: dask, a cluster in place of this machine's processes",
    "docx": "report.formats: [docx], reports for Word",
    "excel": "scores in Excel and LibreOffice workbooks",
    "parquet": "scores in Parquet files and DuckDB databases",
    "sql": "scores in databases other than SQLite",
    "tables": "Comparison.table(...).to_great_tables()",
    "watch": "rankpress watch",
}


def install_command(extra: str) -> str:
    """Return the command that adds an extra: from the folder of the checkout, else by the name on an index."""
    return f'pip install "{_origin()}[{extra}]"'


def lacking(place: str | StudyPlace, purpose: str, package: str, extra: str) -> Fault:
    """Return the fault that a package of an extra is not installed."""
    return Fault(place, f"{purpose} needs {package}, which is not installed", remedy=install_command(extra))


def _origin() -> str:
    """Return what pip installed rankpress from."""
    # in a checkout the current folder may hold a description too, which says nothing of where it was installed from
    for installed in distributions(name="rankpress"):
        try:
            address = urlsplit(str(json.loads(installed.read_text("direct_url.json") or "{}").get("url", "")))
        except (ValueError, AttributeError):
            continue
        if address.scheme == "file":
            from urllib.request import url2pathname  # loads what speaks to the network

            return url2pathname(address.path)
    return "rankpress"
