"""Messages on specs and score files at fault: each file of faults/ has studies and their messages."""

from pathlib import Path

import pytest

from rankpress.checks.agreement import examine
from rankpress.core.faults import FaultsFound
from rankpress.spec.reading import read_study

CASES = Path(__file__).parent / "faults"


def message_of(case):
    """What reading the study and its scores tells, with the overrides that are `set`."""
    Path("study.yaml").write_bytes(case["study"].encode())
    try:
        faults = examine(read_study("study.yaml", case.get("set", ()))).faults
    except FaultsFound as error:
        faults = error.faults
    return "\n".join(map(str, faults))


@pytest.mark.few
@pytest.mark.parametrize("path", sorted(CASES.glob("*.yaml")), ids=lambda path: path.stem)
def test_faults(path, golden_cases):
    golden_cases(path, message_of)
