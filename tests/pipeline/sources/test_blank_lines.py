"""Long runs of blank lines are counted and not read, and nothing else is lost by it."""

import gzip
import io
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankpress.core.faults import Findings
from rankpress.sources import blank_lines
from rankpress.sources.blank_lines import numbered_lines, read_parts
from rankpress.sources.files import Origin
from rankpress.sources.opening import open_origin

ENDS = ("\n", "\r\n", "\r")
PIECES = st.lists(
    st.one_of(
        st.sampled_from(["d,1", '"a', 'b"', " ", "\t", "", " x"]).map(lambda line: [line]),
        st.tuples(st.sampled_from(["", " ", "\t "]), st.integers(1, 90)).map(lambda run: [run[0]] * run[1]),
    ),
    max_size=8,
).map(lambda pieces: [line for piece in pieces for line in piece])


def lines_of(text):
    return list(io.StringIO(text, newline=""))


@given(lines=PIECES, end=st.sampled_from(ENDS))
def test_lines_keep_their_numbers(lines, end):
    text = "".join(line + end for line in lines)
    filled = [(number, line) for number, line in numbered_lines(text) if line.strip()]
    assert filled == [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


@given(lines=PIECES, end=st.sampled_from(ENDS), chunk=st.integers(1, 200))
def test_parts_hold_all_lines_but_blank_ones_outside_quotes(lines, end, chunk):
    text = "".join(line + end for line in lines) + "x"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blank_lines, "CHUNK", chunk)
        parts = list(read_parts(io.StringIO(text, newline="")))
    read, place, whole = "", 0, lines_of(text)
    for part, blank in parts:
        own_lines = lines_of(part)
        assert own_lines == whole[place : place + len(own_lines)]
        place, read = place + len(own_lines) + blank, read + part
        passed_over = whole[place - blank : place]
        assert not any(line.strip() for line in passed_over)
        assert not blank or read.count('"') % 2 == 0
    assert place == len(whole)


@pytest.mark.parametrize("blank", ["\n", "\r\n", "\r", " \n", "\t\r\n"])
def test_of_a_run_of_blank_lines_a_few_are_read(blank):
    text = "a\n" + blank * 100_000 + "b"
    assert len(list(numbered_lines(text))) < 10
    assert sum(len(lines_of(part)) for part, _ in read_parts(io.StringIO(text, newline=""))) < 20


CELLS = "iris,a,0.5", "| iris | a | 0.5 |", '{"dataset": "iris", "algorithm": "a", "accuracy": 0.5}'
HEADS = {
    "a.csv": ("dataset,algorithm,accuracy\n", CELLS[0]),
    "a.tsv": ("dataset\talgorithm\taccuracy\n", CELLS[0].replace(",", "\t")),
    "a.txt": ("dataset algorithm accuracy\n", CELLS[0].replace(",", " ")),
    "a.md": ("| dataset | algorithm | accuracy |\n|---|---|---|\n", CELLS[1]),
    "a.arff": ("@relation x\n@attribute d string\n@attribute a string\n@attribute s real\n@data\n", CELLS[0]),
    "a.jsonl": ("", CELLS[2]),
}


@pytest.mark.nightly
@pytest.mark.few
@pytest.mark.parametrize("name", [*HEADS, "a.csv.gz"])
def test_no_function_is_called_for_each_blank_line(name, tmp_path):
    head, row = HEADS[name.removesuffix(".gz")]

    def calls(blank):
        content = (head + f"{row}\n" * 2 + "\n" * blank + f"{row}\n").encode()
        (tmp_path / name).write_bytes(gzip.compress(content, 1) if name.endswith(".gz") else content)
        events, findings = Counter(), Findings()
        sys.setprofile(lambda frame, event, argument: events.update([event]))
        try:
            rows = sum(1 for sheet in open_origin(Origin(tmp_path, name), findings) for _ in sheet.records(findings))
        finally:
            sys.setprofile(None)
        assert (rows > 0, bool(findings)) == (True, False)
        return events["call"]

    calls(0)  # what is made once, such as patterns
    assert calls(100_000) < calls(0) + 1_000
