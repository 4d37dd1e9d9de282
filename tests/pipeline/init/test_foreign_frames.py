"""Each single table of the strangers' layouts is read alike as a file and as the frame that pandas makes of it."""

import io
import json
import warnings
from pathlib import Path

import pandas
import pytest

import rankpress
from rankpress.app.cli import main
from tests.pipeline.init.test_foreign import layouts

# What pandas makes of them is another table: rows by numbers, two columns for the index, or a short row that is filled.
OTHERS = {
    "numbers for names: no names of rows",
    "titles and notes: a title with commas",
    "titles and notes: a note below",
}
ABOUT = ("column", "value")


def tables():
    for layout in layouts():
        [foreign] = layout.values
        name = Path(foreign.given)
        is_table = (
            foreign.given in foreign.files and len(foreign.files) == 1 and name.suffix in (".csv", ".tsv", ".txt")
        )
        if not is_table or foreign.name in OTHERS:
            continue
        content = foreign.files[foreign.given]
        separator = max(",;\t", key=content.partition("\n")[0].count)
        try:
            frame = pandas.read_csv(io.StringIO(content), sep=separator)
        except pandas.errors.ParserError:
            continue
        if frame.shape[1] > 1:
            yield pytest.param(f"scores{name.suffix}", content, frame, id=foreign.name)


def of_analyses(comparison):
    """What was compared, who is how good, and what is in doubt."""
    answers = {
        name: (metric.scores.better, metric.scores.datasets, metric.names, metric.ranking.average.tolist())
        for name, metric in comparison.items()
    }
    return answers, sorted(str([doubt.about.get(key) for key in ABOUT]) for doubt in comparison.doubts)


def of_results(results):
    """The same of results.json."""
    answers = {
        name: (metric["better"], *(tuple(metric[of]) for of in ("datasets", "algorithms")), [*ranks.values()])
        for name, metric in results["metrics"].items()
        if (ranks := metric["average_ranks"])
    }
    return answers, sorted(str([doubt.get(key) for key in ABOUT]) for doubt in results["doubts"])


@pytest.mark.usefixtures("results_alone")
@pytest.mark.nightly
# every twelfth one: each takes two analyses, and its layout is read as a file elsewhere
@pytest.mark.parametrize(("file", "content", "frame"), [*tables()][::12])
def test_a_frame_is_read_as_its_file(file, content, frame, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path(file).write_text(content, encoding="utf-8")
    code = main(["run", file, "--only", "markdown", "-q"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        try:
            compared = of_analyses(rankpress.compare(frame))
        except rankpress.FaultsFound:
            compared = None
    assert (compared is None) == (code == 2)
    if compared:
        assert compared == of_results(json.loads(Path("report/results.json").read_text(encoding="utf-8")))
