"""What the refusal of a file says to write is a command that writes what is read."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from rankpress.core.faults import FaultsFound
from rankpress.init.reading import read_table
from rankpress.sources.conversions import CONVERSIONS

FRAME = pd.DataFrame({"dataset": [f"d{n}" for n in range(5)], "A": np.arange(5) / 8, "B": 0.5, "C": 0.25})
NUMBERS = FRAME[["A", "B", "C"]]


def write(name):
    match Path(name).suffix:
        case ".dta":
            FRAME.to_stata(name, write_index=False)
        case ".pkl":
            FRAME.to_pickle(name)
        case ".npy":
            np.save(name, NUMBERS.to_numpy())
        case ".npz":
            np.savez(name, **{column: NUMBERS[column].to_numpy() for column in NUMBERS})
        case ".toml":
            Path(name).write_text(
                "".join(f"[d{n}]\nA = {row.A}\nB = {row.B}\nC = {row.C}\n" for n, row in NUMBERS.iterrows())
            )
        case _:
            Path(name).write_bytes(b"\x01\x02 of another program\x03")


def refusal(name):
    write(name)
    with pytest.raises(FaultsFound) as error:
        read_table(name)
    [fault] = error.value.faults
    return fault


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize("name", ["acc.pkl", "acc.npy", "acc.npz", "acc.toml", "an acc's.dta"])
def test_the_command_writes_what_is_read(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command = re.sub(r" \([^()]*\)$", "", refusal(name).remedy)
    subprocess.run(command.replace("python", sys.executable, 1), shell=True, check=True, timeout=120)
    written = Path(name).with_suffix(".json" if name.endswith("toml") else ".csv")
    if written.suffix == ".json":
        assert json.loads(written.read_text())["d1"] == {"A": 0.125, "B": 0.5, "C": 0.25}
        return
    table = read_table(str(written))
    assert {"dataset", "A", "B", "C"} <= {*table.columns}
    assert table.columns["A"].numbers.tolist() == [0, 0.125, 0.25, 0.375, 0.5]


@pytest.mark.parametrize("suffix", CONVERSIONS)
def test_each_refusal_has_a_command(suffix, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    fault = refusal(f"acc{suffix}")
    assert fault.message == f"this holds {CONVERSIONS[suffix].holds}"
    assert f"'acc{suffix}'" in fault.remedy
    assert "{" not in fault.remedy
