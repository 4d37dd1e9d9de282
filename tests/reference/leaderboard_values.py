"""Measures of leaderboards by other programs, for D14 and for a board that is made by a rule.

Again, in an environment of its own:  pip install bencheval fev arena-rank choix greybox
                                      python tests/reference/leaderboard_values.py
It writes leaderboard_values.csv next to this file. Each row: board, program, measure, algorithm, the other algorithm of
a win rate, value. Boards: "d14" holds 1 - AUC of example_project/papers/demsar2006/auc.csv. "made" has the errors
0.04 j + 0.05 + ((37 i + 17 j + 11 i j) mod 40) / 100 of algorithms a to f (j from 0) on 20 data sets (i from 1): with
ties. "gaps" is the same without the results for which (7 i + 3 j) mod 11 is 0.
"""

import csv
import platform
import warnings
from importlib.metadata import version
from pathlib import Path

import arena_rank.models.bradley_terry as arena
import choix
import fev
import numpy as np
import pandas as pd
from arena_rank.utils.data_utils import PairDataset
from bencheval.evaluator import BenchmarkEvaluator
from greybox import rmcb

HERE = Path(__file__).parent
AUC = HERE.parents[1] / "example_project/papers/demsar2006/auc.csv"
SCALE = 400 / np.log(10)


def boards():
    """Return the errors of each board, a row for each data set."""
    i, j = np.arange(1, 21)[:, None], np.arange(6)
    made = pd.DataFrame((4 * j + 5 + (37 * i + 17 * j + 11 * i * j) % 40) / 100, columns=[*"abcdef"])
    made.index = [f"t{n}" for n in range(1, 21)]
    d14 = 1 - pd.read_csv(AUC).set_index("dataset")[["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]]
    return {"d14": d14.round(12), "made": made, "gaps": made.mask((7 * i + 3 * j) % 11 == 0)}


def battles_of(errors):
    """Return a row for each pair on each data set that both have: two names, and the share that the first wins."""
    for _, row in errors.iterrows():
        there = row.dropna()
        for at, first in enumerate(there.index):
            for second in there.index[at + 1 :]:
                yield first, second, (np.sign(there[second] - there[first]) + 1) / 2


def by_bencheval(errors):
    names, baseline = [*errors.columns], errors.columns[0]
    data = errors.rename_axis("task").reset_index().melt("task", var_name="method", value_name="metric_error").dropna()
    evaluator = BenchmarkEvaluator(columns_to_agg_extra=None)
    results = evaluator.compute_results_per_task(data)
    of_task = evaluator.task_groupby_columns

    def mean(values):
        return values.groupby(results["method"]).mean()

    elo = evaluator.compute_elo(results, BOOTSTRAP_ROUNDS=1, include_quantiles=False, round_decimals=None)["elo"]
    elo = elo - elo.mean() + 1000
    relative = evaluator.compute_relative_error(results, baseline, agg="gmean")
    measures = {
        "elo": elo,
        "win-rate": evaluator.compute_winrate(results),
        "improvability": mean(evaluator.compute_improvability_per(results, of_task)),
        "rescaled": mean(evaluator.compute_loss_rescaled_per(results, of_task)),
        "mrr": evaluator.compute_mrr(results),
        "skill": evaluator.compute_skill_score(results, baseline),
        "relative-error": relative,
    }
    for measure, values in measures.items():
        yield from ((measure, name, "", values[name]) for name in names if name in values.index)
    counts = evaluator.compute_rank_counts(results)
    for place, column in zip(("first", "second", "third"), counts.columns, strict=False):
        yield from ((place, name, "", counts[column][name]) for name in names)
    matrix = evaluator.compute_winrate_matrix(results)
    yield from (("pair win rate", a, b, matrix.loc[a, b]) for a in names for b in names if a != b)


def by_fev(errors):
    if errors.isna().any().any():  # it stops, drops the data set, or takes the baseline's error
        return
    errors = errors.replace(0.0, 1e-15)  # it refuses a baseline without errors
    rows = errors.rename_axis("dataset_path").reset_index()
    rows = rows.melt("dataset_path", var_name="model_name", value_name="test_error")
    rows = rows.assign(fev_version=version("fev"), quantile_levels="[]")
    leaderboard = fev.leaderboard(rows, baseline_model=errors.columns[0])
    for measure, column in (("win-rate", "win_rate"), ("skill", "skill_score")):
        yield from ((measure, name, "", leaderboard[column][name]) for name in errors)
    pairs = fev.pairwise_comparison(rows)["win_rate"]
    yield from (("pair win rate", a, b, pairs[a, b]) for a in errors for b in errors if a != b)


def by_arena(errors):
    words = {1.0: "model_a", 0.0: "model_b", 0.5: "tie"}
    rows = [(first, second, words[share]) for first, second, share in battles_of(errors)]
    data = PairDataset.from_pandas(pd.DataFrame(rows, columns=["model_a", "model_b", "winner"]))
    model = arena.BradleyTerry(len(data.competitors), ftol=1e-15, gtol=1e-12)
    model.fit(data)
    ratings = np.asarray(model.params["ratings"]) * SCALE
    by_name = dict(zip(data.competitors, ratings - ratings.mean() + 1000, strict=True))
    yield from (("elo", name, "", by_name[name]) for name in errors)


def by_choix(errors):
    names, wins = [*errors.columns], []
    for first, second, share in battles_of(errors):
        a, b = names.index(first), names.index(second)
        wins += [(a, b)] * int(2 * share) + [(b, a)] * int(2 - 2 * share)
    strengths = choix.opt_pairwise(len(names), wins, tol=1e-12)
    yield from (("elo", name, "", 1000 + SCALE * value) for name, value in zip(names, strengths, strict=True))


def by_greybox(errors):
    if errors.isna().any().any():
        return
    ranks = rmcb(errors)
    yield from (("average rank", name, "", ranks.mean[name]) for name in errors)
    half = (ranks.interval.iloc[:, 1] - ranks.interval.iloc[:, 0]) / 2
    yield from (("half width", name, "", half[name]) for name in errors)


PROGRAMS = {"bencheval": by_bencheval, "fev": by_fev, "arena-rank": by_arena, "choix": by_choix, "greybox": by_greybox}

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    with (HERE / "leaderboard_values.csv").open("w", encoding="utf-8", newline="") as file:
        libraries = ", ".join(f"{name} {version(name)}" for name in (*PROGRAMS, "numpy", "scipy"))
        file.write(f"# {libraries}, Python {platform.python_version()}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("board", "program", "measure", "algorithm", "other", "value"))
        for board, errors in boards().items():
            for program, function in PROGRAMS.items():
                for *row, value in function(errors):
                    if np.isfinite(value):  # bencheval has no skill where the baseline lacks a result
                        writer.writerow((board, program, *row, f"{float(value):.12g}"))
