"""Words of many fields, such as loss and time: only what is known next to them keeps which direction is better."""

from pathlib import Path

import numpy as np
import pytest

from rankpress.app.cli import main
from rankpress.catalog.metrics import sound_of, way_of
from rankpress.init.directions import direction_of
from rankpress.init.inference import guess_study
from rankpress.init.reading import read_table
from rankpress.init.sentences import metric_of_title
from rankpress.init.table import Column

# Ordinary names, which are answered without a question.
KEPT = (
    "loss;val_loss;log loss;0-1 loss;masked lm loss;loss_bbox;packet loss rate;loss given default;Verlust;time;"
    "wall time;"
    "cpu time (s);time per query (ms);time to solution;time_to_0.9_acc;time to first token;travel time to work;"
    "mean waiting time (min);temps de calcul;tiempo de ejecución;GPU hours;error;RF error;tracking error;"
    "rotation error (deg);error in abundance;energy error [kcal/mol];edit distance;distance to optimum;tour distance;"
    "energy per inference (mJ);peak_memory_mib;cost per query;gap_percent;optimality gap;fuel consumption;"
    "rounds_to_target;downtime"
).split(";")
# What a word turns, and what one turns perhaps, where the opposite of what the other word says is taken.
TURNED = (
    "survival time;time to relapse;mean time to failure;time until collision;steps to failure;hours without fault;"
    "distance covered;detection distance;weight_loss_kg;battery time remaining;cost savings;emissions avoided;"
    "regret averted;gap reduction"
).split(";")
# Nothing tells what these words do to the other.
OPEN = (
    "hair loss;loss tolerance;dive time;time to surrender;time between updates;time in possession;distance walked;"
    "energy recovery;gap closure;errors forced;relative error gain;risk appetite;pain score;jailbreak success;"
    "lost tracks;constraint violation;points conceded;rounds to surrender;failure rate;"
    "fuel remaining;latency headroom;harvest losses"
).split(";")
# Terms that mean something else than each of their words.
TERMS = {
    "higher": "echo return loss (dB);time in range;on-time delivery rate;first time fix rate;energy efficiency;"
    "yield stress;working memory;spectral gap;benefit to cost ratio;signal to distortion ratio;gain per cost;"
    "rate of return;relative risk reduction",
    "lower": "zero-one loss;return rate;self-BLEU;intra-list similarity;accuracy disparity;accuracy range;"
    "energy delay product;specific energy consumption;band gap error;real time factor;time above range",
}
# Terms of which different fields want different directions, and what may have been found or done away with.
ASKED = (
    "insertion loss;sound transmission loss;lead time;time on task;relative risk;odds ratio;specific energy;"
    "bugs per cost;distance per charge;faults detected;detected faults;captured co2;unique crashes;delivered bytes;"
    "share price;HOMO-LUMO gap;sensitivity to noise;membership inference accuracy;class overlap"
).split(";")
DATASETS = ("harbor", "meadow", "quarry", "tundra", "lagoon")


def direction(name):
    labels = tuple(f"{0.5 + 0.01 * place:.2f}" for place in range(9))
    return direction_of(Column(name, labels, np.arange(9, dtype=np.int32)))


@pytest.mark.parametrize("name", KEPT)
def test_what_is_usual_next_to_a_word_of_many_fields_keeps_its_direction(name):
    assert (direction(name).better, direction(name).doubt) == ("lower", "")


@pytest.mark.parametrize("name", TURNED)
def test_what_turns_a_word_of_many_fields_is_taken(name):
    assert (direction(name).better, direction(name).is_open) == ("higher", False)


@pytest.mark.parametrize("name", OPEN)
def test_another_word_next_to_a_word_of_many_fields_is_asked_about(name):
    assert direction(name).is_open


@pytest.mark.parametrize(("better", "name"), [(way, name) for way, names in TERMS.items() for name in names.split(";")])
def test_a_term_says_its_own_direction(better, name):
    assert (direction(name).better, direction(name).is_open) == (better, False)


@pytest.mark.parametrize("name", ASKED)
def test_a_term_of_two_meanings_is_asked_about(name):
    assert direction(name).is_open


@pytest.mark.parametrize("name", "EuRoC CoNLL PeMS RiskBench TimeQA F1Tenth AgentRewardBench".split())
def test_the_name_of_a_data_set_is_no_metric(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path(f"{name}.csv").write_text("\n".join(["dataset,A1,B2,C3", *CELLS]))
    guess = guess_study(read_table(f"{name}.csv"), f"{name}.csv")
    assert list(guess.metrics) == ["score"]
    assert way_of(name) is None


def test_a_rate_of_what_nobody_wants_is_no_speed():
    assert [direction(name).better for name in ("false alarms/h", "crashes per hour", "tokens/h")] == [
        "lower",
        "lower",
        "higher",
    ]


TITLES = {
    "Table 2: Mean time between failures of six pumps": "Mean time between failures",
    "Hair loss [%] after 12 weeks": "Hair loss",
    "Comparison of test error rates on ten corpora": "test error rates",
    "Results (RMSE)": "RMSE",
    "Results on ten corpora": "",
    "Table 1: Time in range of six pumps": "Time in range",
    "Benefit to cost ratio of four plans": "Benefit to cost ratio",
    "Requests per second of three servers": "Requests per second",
    "Mean distance from obstacles of three robots": "Mean distance from obstacles",
}


@pytest.mark.parametrize(("title", "metric"), TITLES.items())
def test_the_metric_in_a_title(title, metric):
    assert metric_of_title(title) == metric


@pytest.mark.parametrize("layout", ["wide", "long"])
@pytest.mark.parametrize(
    ("title", "code"), [("Table 1: Hair loss in weeks 1 to 12", 2), ("Table 1: Test loss in fold 1 to 12", 0)]
)
def test_a_title_with_an_unknown_word_next_to_such_a_word_is_asked_about(title, code, layout, tmp_path, capsys):
    rows = [(name, [0.41 + place / 50 + n / 10 for n in range(3)]) for place, name in enumerate(DATASETS)]
    lines = {
        "wide": ["dataset,A,B,C", *(f"{name},{','.join(f'{each:.2f}' for each in scores)}" for name, scores in rows)],
        "long": [
            "dataset,algorithm,value",
            *(f"{name},{'ABC'[n]},{score:.2f}" for name, scores in rows for n, score in enumerate(scores)),
        ],
    }
    (tmp_path / "scores.csv").write_text("\n".join([f"# {title}", *lines[layout], ""]))
    assert main(["run", "scores.csv", "--only", "markdown"]) == code, capsys.readouterr().err
    if code:
        err = capsys.readouterr().err
        assert "--better lower" in err
        assert "--better higher" in err


LEVELS = {name: [round(0.41 + place / 50 + n / 10, 2) for n in range(3)] for place, name in enumerate(DATASETS)}
CELLS = [f"{name},{','.join(map(str, scores))}" for name, scores in LEVELS.items()]
LONG = [
    f"{name},{{}},{each},{x}" for name, xs in LEVELS.items() for each, x in zip(("A1", "B2", "C3"), xs, strict=True)
]
# Tables that name what was measured somewhere: in a column, alone or next to another metric, in a comment, in titles.
NAMED = {
    "column of a wide table": ["dataset,metric,A1,B2,C3", *(row.replace(",", ",{},", 1) for row in CELLS)],
    "column with others": [
        "dataset,metric,A1,B2,C3",
        *(row.replace(",", f",{name},", 1) for row in CELLS for name in ("{}", "memory")),
    ],
    "column of a long table": ["dataset,metric,method,value", *LONG],
    "comment": ["# metric: {}", "dataset,A1,B2,C3", *CELLS],
    "title": ["Table 1: {} of three methods", "", "dataset,A1,B2,C3", *CELLS],
    "in front of names": ["dataset,{} A1,{} B2,{} C3", *CELLS],
    "behind names": ["dataset,A1 {},B2 {},C3 {}", *CELLS],
    "row above names": [",{},{},{}", "dataset,A1,B2,C3", *CELLS],
}


@pytest.mark.few
@pytest.mark.parametrize(
    ("layout", "metric", "better", "is_asked"),
    [
        (layout, *named)
        for at, layout in enumerate(NAMED)
        for number, named in enumerate(
            [
                ("runtime", "lower", False),
                ("wall time", "lower", False),
                ("accuracy", "higher", False),
                ("time to relapse", "higher", False),
                ("hair loss", "lower", True),
            ]
        )
        if (at + 2 * number) % 5 < 2
    ],
)
def test_the_direction_of_a_metric_that_a_column_names(metric, better, is_asked, layout, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "\n".join(NAMED[layout]).replace("{}", metric)
    Path("scores.csv").write_text(f"{text}\n", encoding="utf-8")
    guess = guess_study(read_table("scores.csv"), "scores.csv")
    assert list(guess.metrics.values()) == [better]
    assert any(doubt.is_open for doubt in guess.doubts) == is_asked


@pytest.mark.parametrize("name", ["Zeta", "accuracy", "rmse", "score", "time", "WER"])
@pytest.mark.parametrize(("arrow", "better"), [("↑", "higher"), ("↓", "lower"), ("⬇️", "lower"), ("⇑", "higher")])
@pytest.mark.parametrize("form", ["{name} {arrow}", "{name} ({arrow})", "{arrow}{name}"])
def test_an_arrow_says_the_direction_and_one_against_the_name_is_a_doubt(name, arrow, better, form):
    sound, bare = sound_of(form.format(name=name, arrow=arrow)), sound_of(name)
    assert sound.better == better
    assert bool(sound.doubt) is (name != "score" and bare.better not in (None, better))


# Of rates, what nobody wants in more fields than a list of words could have; and what is known to be wanted.
UNWANTED = (
    "drop collision jailbreak crash refusal blunder churn attrition stall deadlock overshoot fall takeover "
    "incident casualty extinction refund bounce unsubscribe default bankruptcy recidivism sycophancy lie repetition "
    "redundancy stuck artifact noise clipping truncation cancellation toxic abuse breach intrusion malware emission "
    "flaw warning alert typo regression infraction off_road lane_departure red_light slip illegal fraud attack phishing"
)
IN_NEED = "acceptance coverage recovery survival completion click response detection compliance approval cure answered"
RATES = ("{}_rate", "{} rate (%)", "rate of {}", "{}Rate", "mean_{}_frequency", "{}_probability", "share of {}s")


@pytest.mark.parametrize("form", RATES)
def test_a_rate_of_what_may_not_be_wanted_is_asked_about(form):
    names = [form.format(word) for word in UNWANTED.split()]
    assert [name for name in names if not direction(name).is_open and direction(name).better == "higher"] == []


@pytest.mark.parametrize("form", RATES[:4])
def test_a_rate_of_what_is_wanted_is_not_asked_about(form):
    assert [word for word in IN_NEED.split() if direction(form.format(word)).is_open] == []
    assert [word for word in ("accuracy", "success", "win", "hit", "pass") if direction(form.format(word)).doubt] == []


@pytest.mark.parametrize("word", "collision collisions jailbreaks refusals takeovers infractions casualties".split())
def test_what_nobody_wants_is_asked_about_however_it_is_counted(word):
    assert [form for form in ("{}", "mean {}", "{}_per_run") if not _is_low_or_open(direction(form.format(word)))] == []


def _is_low_or_open(way):
    return way.is_open or way.better == "lower"
