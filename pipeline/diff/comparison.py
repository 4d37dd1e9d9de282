"""Two reports, as their files hold them, compared: what changed, and which difference changes a conclusion alone."""

from __future__ import annotations

import hashlib
import json
from collections import ChainMap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from pathlib import Path
from typing import Any, cast

import numpy as np
from pydantic import TypeAdapter, ValidationError

from rankpress.account.results_arrays import WrongArrays, in_one, with_first_records
from rankpress.account.results_model import ARRAYS, SCHEMA, MetricResult, Results, results_type
from rankpress.core import manifest
from rankpress.core.faults import Fault, FaultsFound, noting_memory
from rankpress.core.folders import standing
from rankpress.core.labels import Label, Labels
from rankpress.core.regular_files import content_of
from rankpress.core.scores import MetricScores, Missing
from rankpress.diff.changes import Change, Kind, Place, Rank, Verdict
from rankpress.spec.model import AdjustMethod, RankOptions, TestOptions
from rankpress.stages.adjust import adjusted_p, at_level, signed_by_dataset
from rankpress.stages.conclude import (
    Concluded,
    Conclusion,
    about_pair,
    among,
    best_ranked,
    concluded_best,
    concluded_of_pairs,
    concluded_over,
    find_best,
)
from rankpress.stages.order import Ordered
from rankpress.stages.rank import rank
from rankpress.stages.test import run_tests
from rankpress.topics.order.results import BestResult, OrdersResult
from rankpress.topics.topic import keys_of_pairs, stated_verdicts
from rankpress.wording.strings import quoted
from rankpress.wording.text import Kind as _Named

RESULTS = "results.json"
_EXPECTED = "the output folder of a build, or its results.json"
_MAX_COMPLAINTS, _MAX_BYTES = 5, 1 << 32
_NOT_STATED = ("report.formats", "report.out")  # settings that change nothing that a report states
_SECTIONS = ("rank", "test", "adjust")  # whose settings are tried
_NO_RESULTS = ("metrics", "labels", "baseline", "settings", "schema")  # or compared one by one
_RERUN = ("algorithms", "with other scores")  # on all data sets, the other algorithms on none
_RESCORED, _BY_COST = ("datasets", "with other scores"), ("algorithms", "by cost")
_SECTION_OF = {"equivalence": "effects", "bayes": "bayes"}
# sections that no conclusion rests on, but those of their own
_DECIDING_NOTHING = frozenset(
    "title plot report effects bayes sensitivity replicability power curves leaderboard".split()
)
_CAUSES = frozenset(
    "datasets algorithms files scores rank test adjust order effects bayes protocol".split()
)  # no version is known to be one
_KINDS: Mapping[str, Kind] = {
    "best-ranked": "leader",
    "best": "best",
    "omnibus": "verdict",
    "pair": "verdict",
    "groups": "group",
    "order": "order",
}


@dataclass(frozen=True)
class StoredReport:
    """A report as a comparison reads it; what its manifest has of the study is None where the results stand alone."""

    results: Results
    spec: Mapping[str, Any] | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)  # the sha256 of each file that was read, where it is known


def read_stored(path: Path) -> StoredReport:
    """Read a report: a folder, or its results.json."""
    path = standing(path)
    file = path / RESULTS if path.is_dir() else path
    with noting_memory(f"reading {file}"):
        return _read_stored(path, file)


def _read_stored(path: Path, file: Path) -> StoredReport:
    try:
        content = content_of(file, _MAX_BYTES)
        model = _validator(results_type())
        results = model.validate_json(content)
    except FileNotFoundError as error:
        message = f"there is no {RESULTS} in this folder" if path.is_dir() else "there is no such file or folder"
        raise _fault(path, message, "rankpress build STUDY writes one") from error
    except (OSError, ValidationError) as error:
        raise _fault(file, _complaint(error)) from error
    if results["schema"] != SCHEMA:
        remedy = "build the report again with this version, or compare with the version that wrote it"
        raise _fault(file, f"its schema is {quoted(results['schema'])} and not {quoted(SCHEMA)}", remedy)
    if "arrays" in results:
        try:
            results = in_one(results, content_of(file.parent / ARRAYS, _MAX_BYTES))
            model.validate_python(with_first_records(results))
        except (OSError, WrongArrays, ValidationError) as error:
            raise _fault(file.parent / ARRAYS, _complaint(error), "build the report again") from error
    if not (path / manifest.NAME).is_file():
        return StoredReport(results)
    described = manifest.read(path) or {"outputs": ()}
    spec, versions = described.get("spec"), described.get("versions")
    vouches = hashlib.sha256(content).hexdigest() in manifest.digests(described).get(RESULTS, ())
    if not (vouches and isinstance(spec, dict) and isinstance(versions, dict)):
        message = f"{RESULTS} is not the one that {manifest.NAME} lists: one of them was changed since the build"
        raise _fault(path, message, f"build again, or name the {RESULTS} itself")
    inputs = {each["path"]: each["sha256"] for each in described.get("inputs", ())}
    return StoredReport(results, spec, {"rankpress": described.get("rankpress", ""), **versions}, inputs)


@cache  # making one takes longer than reading most reports, of which a comparison reads two
def _validator(of_results: Any) -> TypeAdapter[Results]:
    return TypeAdapter(of_results)


def _fault(place: Path, message: str, remedy: str = "") -> FaultsFound:
    return FaultsFound([Fault(str(place), message, _EXPECTED, remedy)])


def _complaint(error: Exception) -> str:
    """Say why a file is not one of a report."""
    if not isinstance(error, ValidationError):
        return f"the file cannot be read: {(isinstance(error, OSError) and error.strerror) or error}"
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    if errors[0]["type"] == "json_invalid":
        return f"the file is no whole JSON: {errors[0]['msg'].removeprefix('Invalid JSON: ')}"
    complaints = [f"{'.'.join(map(str, each['loc']))} ({each['msg'].lower()})" for each in errors[:_MAX_COMPLAINTS]]
    more = f" and {len(errors) - _MAX_COMPLAINTS} more" if len(errors) > _MAX_COMPLAINTS else ""
    return f"no whole report of rankpress: {'; '.join(complaints)}{more}"


def _order_of(metric: MetricResult) -> OrdersResult:
    return cast("OrdersResult", metric.get("order", {}))


def labels_of_reports(old: StoredReport, new: StoredReport) -> Labels:
    """Return what reports show in place of the names of the files; the new one decides."""
    names: dict[Any, dict[str, Label]] = {}
    for report in (old, new):
        for kind, of_kind in report.results.get("labels", {}).items():
            labels = {name: Label(label["label"], label["short"]) for name, label in of_kind.items()}
            names[kind] = names.get(kind, {}) | labels
    return Labels(names, dict.fromkeys((*_names_in(old), *_names_in(new))))


def _names_in(report: StoredReport) -> Iterator[tuple[_Named, str]]:
    """Yield the names of the files that changes may state, with what has each."""
    for metric, of_metric in report.results["metrics"].items():
        yield "metrics", metric
        yield from (("algorithms", name) for name in of_metric["algorithms"])
        yield from (("datasets", name) for name in of_metric["datasets"])


def fingerprint(stored: StoredReport | None) -> str:
    """Hash what a comparison reads of a report, without an earlier comparison in it; empty without a report."""
    if stored is None:
        return ""
    read = json.dumps([{**stored.results, "baseline": None}, stored.spec, stored.versions, stored.inputs], default=list)
    return hashlib.sha256(read.encode()).hexdigest()


def compare_reports(old: StoredReport, new: StoredReport) -> tuple[Change, ...]:
    """Compare two reports, conclusions first."""
    before, after = old.results["metrics"], new.results["metrics"]
    settings = _settings(old, new), _settings(new, old)
    of_study = [*_other_values("setting", *settings)]
    keys = [change.place for change in of_study if change.place[0].partition(".")[0] in _SECTIONS]
    if old.spec is not None and new.spec is not None:
        of_study += _other_values("version", old.versions, new.versions)
    of_metrics: list[Change] = []
    shared = [name for name in after if name in before]
    data_of = {name: [*_data(name, before[name], after[name])] for name in shared}
    files = [] if any(data_of.values()) else [*_files(old, new)]
    untried = [change.place for change in of_study if change.place not in keys]
    untried += [(*change.place, *change.after) for change in files]
    for name in after:
        if name in before:
            sides = _Side(before[name], settings[0]), _Side(after[name], settings[1])
            data = data_of[name]
            names = [
                (*change.place, member)
                for change in data
                if change.place != _BY_COST
                for member in change.before or change.after
            ]
            of_metrics += _concluded(name, *sides, [*keys, *names], untried)
            of_metrics += _ranked(name, before[name], after[name])
            of_metrics += data
    for name in before:
        if name not in after:
            of_metrics += _lost(name, _Side(before[name], settings[0]))
    of_names = _shown_names(old, new)
    changes = (*of_metrics, *_members("metrics", before, after), *files, *of_names, *of_study)
    return changes or tuple(_other_results(old, new))


@dataclass(frozen=True)
class _Side:
    """A metric of one report, and the settings of its study by their keys."""

    metric: MetricResult
    settings: Mapping[str, Any]


def _concluded(
    metric: str, old: _Side, new: _Side, differences: Collection[Place], untried: Collection[Place]
) -> Iterator[Change]:
    """Yield the conclusions that differ, groups and orders among the algorithms of both, with their causes."""

    def verdict(about: Conclusion, value: Any) -> object:
        if isinstance(value, Verdict):
            return value.significant, value.better, value.shows
        return among(about, value, shared)

    shared = {*old.metric["algorithms"]} & {*new.metric["algorithms"]}
    before, after = _conclusions(old), _conclusions(new)
    flipped = [
        conclusion
        for conclusion in after
        if conclusion in before and verdict(conclusion, before[conclusion]) != verdict(conclusion, after[conclusion])
    ]
    causes = _single_causes(old, new, differences, flipped) if flipped else {}
    for conclusion in flipped:
        both, cause = (before[conclusion], after[conclusion]), causes.get(conclusion)
        if cause is None:
            cause = _only_cause(conclusion, [*differences, *untried])
        yield Change(_KINDS[conclusion.kind], conclusion.subject, *both, metric, conclusion.method, cause)


def _only_cause(conclusion: Conclusion, differences: Collection[Place]) -> tuple[Place, ...] | None:
    """Return the difference that changes a conclusion because there is no other; None where there are several."""
    own = _SECTION_OF.get(conclusion.method)
    able = [place for place in differences if place[0].partition(".")[0] not in _DECIDING_NOTHING - {own}]
    return (able[0],) if len(able) == 1 and able[0][0].partition(".")[0] in _CAUSES else None


def _lost(metric: str, old: _Side) -> Iterator[Change]:
    """Yield what the old report concludes of a metric that the new one lacks, but for differences not significant."""
    cause: Place = ("metrics", "removed", metric)
    for conclusion, value in _conclusions(old).items():
        if (value.significant or value.shows) if isinstance(value, Verdict) else value:
            yield Change(_KINDS[conclusion.kind], conclusion.subject, value, None, metric, conclusion.method, (cause,))


def _conclusions(side: _Side) -> dict[Conclusion, Any]:
    """Return all that a report concludes of a metric."""

    def verdict(p: float | None, favours: str | None) -> Verdict:
        level = side.settings["test.alpha"]
        significant = favours is not None and p is not None and p <= level
        return Verdict(significant, (favours or None) if significant else None, p, level)

    metric = side.metric
    concluded: dict[Conclusion, Any] = {Conclusion("best-ranked"): best_ranked(metric["average_ranks"])}
    if (best := cast("BestResult | None", metric.get("best"))) is not None:
        best_name = best.get("algorithm")
        concluded[Conclusion("best")] = () if best_name is None else ((best_name,),)
    for method, test in metric.get("omnibus", {}).items():
        concluded[Conclusion("omnibus", method)] = verdict(test.get("deciding_p", test.get("p")), "")
    for pair in metric.get("comparisons", ()):
        favours = pair.get("favours", pair["a"])  # reports that do not say it mean the better ranked
        for method, p in pair.get("adjusted", {}).items():
            concluded[about_pair(method, pair["a"], pair["b"])] = verdict(p, favours)
    for key in keys_of_pairs():
        compared = cast("Mapping[str, Any]", metric).get(key.name)
        for better, other, p in () if compared is None or key.pairs is None else key.pairs(compared):
            concluded[about_pair(key.name, better, other)] = verdict(p, better)
    level = side.settings["test.alpha"]
    for method, first, second, outcome, p in stated_verdicts(cast("Mapping[str, Any]", metric), level):
        shows: Any = outcome if outcome in ("equal", "not inferior") else ""
        named = first if outcome in ("better", "not inferior") else None
        concluded[about_pair(method, first, second)] = Verdict(outcome == "better", named, p, level, shows)
    for method, groups in metric.get("groups", {}).items():
        concluded[Conclusion("groups", method)] = groups
    if ranking := _order_of(metric).get("ranking"):
        concluded[Conclusion("order")] = ([place["algorithm"] for place in ranking],)
    return concluded


def _ranked(metric: str, old: MetricResult, new: MetricResult) -> Iterator[Change]:
    """Yield the average ranks that differ in two decimals, or in their place."""
    sides = [(side["average_ranks"], sorted(side["average_ranks"].values())) for side in (old, new)]
    for name in sorted(sides[1][0], key=lambda name: (sides[1][0][name], name)):
        if name in sides[0][0]:
            then, now = (Rank(ranks[name], in_order.index(ranks[name]) + 1) for ranks, in_order in sides)
            if (round(then.average, 2), then.place) != (round(now.average, 2), now.place):
                yield Change("rank", (name,), then, now, metric)


def _data(metric: str, old: MetricResult, new: MetricResult) -> Iterator[Change]:
    """Yield the lists of data that differ."""
    yield from _members("datasets", old["datasets"], new["datasets"], metric)
    yield from _members("algorithms", old["algorithms"], new["algorithms"], metric)
    before, after = (side.get("means") or {} for side in (old, new))
    both = [name for name in after if name in before]
    cells = {(name, a) for name in both for a, x in after[name].items() if before[name].get(a, x) != x}
    if rescored := [name for name in both if any(dataset == name for dataset, _ in cells)]:
        columns = [a for a in new["algorithms"] if all((name, a) in cells for name in both)]
        is_by_column = len(columns) < len(new["algorithms"]) and len(cells) == len(columns) * len(both) > 0
        yield Change("data", *((_RERUN, None, columns) if is_by_column else (_RESCORED, None, rescored)), metric)
    costs, now = (_order_of(side).get("prior") for side in (old, new))
    if costs != now:
        yield Change("data", _BY_COST, costs, now, metric)


def _files(old: StoredReport, new: StoredReport) -> Iterator[Change]:
    """Yield the files with other contents: so is what is read of them, such as votes, that results.json lacks."""
    if changed := [path for path, digest in new.inputs.items() if old.inputs.get(path, digest) != digest]:
        yield Change("data", ("files", "with other contents"), None, changed)


def _members(noun: str, old: Iterable[str], new: Iterable[str], metric: str = "") -> Iterator[Change]:
    before, after = dict.fromkeys(old), dict.fromkeys(new)
    if removed := [name for name in before if name not in after]:
        yield Change("data", (noun, "removed"), removed, None, metric)
    if added := [name for name in after if name not in before]:
        yield Change("data", (noun, "added"), None, added, metric)


def _other_values(kind: Kind, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    """Yield keys with another value; empty lists and mappings are no values: an earlier version may not know them."""
    for key in dict.fromkeys((*after, *before)):
        then, now = (None if values.get(key) in ([], {}) else values.get(key) for values in (before, after))
        if then != now:
            yield Change(kind, (key,), then, now)


def _settings(report: StoredReport, compared_with: StoredReport) -> dict[str, Any]:
    """Return the keys of the study: of all its sections where both manifests have them, else of those that decide."""
    written = None if compared_with.spec is None else report.spec
    spec = report.results.get("settings", {}) if written is None else written
    compared = dict(_flat({key: value for key, value in spec.items() if key != "labels"}))
    return {"test.alpha": report.results["alpha"]} | {
        key: value for key, value in compared.items() if key not in _NOT_STATED
    }


def _shown_names(old: StoredReport, new: StoredReport) -> Iterator[Change]:
    """Yield the names that reports show otherwise: those that take the name of another one turn all sentences over."""
    names = dict.fromkeys((*_names_in(old), *_names_in(new)))
    labels: list[Any] = [report.results.get("labels", {}) for report in (old, new)]
    for of_report in labels:
        names |= dict.fromkeys((kind, name) for kind, of_kind in of_report.items() for name in of_kind)
    before, after = (
        {each: of_report.get(each[0], {}).get(each[1], {}).get("label", each[1]) for each in names}
        for of_report in labels
    )
    owner = {(kind, before[kind, name]): name for kind, name in names}
    for kind, name in names:
        then, now = before[kind, name], after[kind, name]
        if then != now:
            is_of_another = owner.get((kind, now), name) != name
            place: Place = (f"labels.{kind}.{name}",)
            if is_of_another:
                yield Change("name", (kind, name), then, now, cause=(place,))
            else:
                yield Change("setting", place, then, now)
    for kind, name in names:
        then, now = (of_report.get(kind, {}).get(name, {}).get("short") for of_report in labels)
        if then != now and before[kind, name] == after[kind, name]:
            yield Change("setting", (f"labels.{kind}.{name}.short",), then, now)


def _as_json(value: Any) -> str:
    return json.dumps(value, default=list, sort_keys=True)


def _other_results(old: StoredReport, new: StoredReport) -> Iterator[Change]:
    """Yield what else results.json has otherwise, so that no report that states something else is called unchanged."""
    pairs: list[tuple[str, Any, Any]] = [("", old.results, new.results)]
    pairs += [
        (name, of_metric, new.results["metrics"][name])
        for name, of_metric in old.results["metrics"].items()
        if name in new.results["metrics"]
    ]
    for metric, before, after in pairs:
        for key in dict.fromkeys((*before, *after)):
            then, now = (values.get(key) for values in (before, after))
            if key not in _NO_RESULTS and _as_json(then) != _as_json(now):
                yield Change("result", (key,), None, None, metric)


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each key that has a value of its own; lists stay whole, but those of what has a name."""
    if isinstance(value, dict) and value:
        for key, inside in value.items():
            yield from _flat(inside, f"{path}.{key}".removeprefix("."))
    elif isinstance(value, list) and value and all(isinstance(each, dict) and "name" in each for each in value):
        for inside in value:  # such as metrics
            yield from _flat({key: of for key, of in inside.items() if key != "name"}, f"{path}.{inside['name']}")
    else:
        yield path, value


@dataclass(frozen=True)
class _Options:
    rank: RankOptions
    test: TestOptions
    adjust: tuple[AdjustMethod, ...]


_OPTIONS, _PLAIN = TypeAdapter(_Options), TypeAdapter[object](object)
# Studies that are tried for a metric: fewer where each takes long, never by the clock.
_MOST_STUDIES, _LEAST_STUDIES, _WORK = 500, 40, 200_000


def _single_causes(
    old: _Side, new: _Side, differences: Collection[Place], flipped: Collection[Conclusion]
) -> dict[Conclusion, tuple[Place, ...]]:
    """Test the old study again with each difference alone: return by conclusion those that change it as all do."""
    policies = [side.metric.get("missing", {}).get("policy", "error") for side in (old, new)]
    if old.metric["better"] != new.metric["better"] or policies[0] != policies[1]:
        return {}
    shared = {*old.metric["algorithms"]} & {*new.metric["algorithms"]}
    conclusions, methods_concerned = frozenset(flipped), {each.method for each in flipped}
    # the exact p of an omnibus test takes long, and no pair rests on it
    spared = {} if any(each.kind in ("omnibus", "best") for each in flipped) else {"omnibus": ()}

    def concluded(applied: Collection[Place]) -> dict[Conclusion, Any]:
        """Return what the old study with some of the differences concludes; nothing where there is no such study."""
        options, scores = _options(old, new, applied), _scores(old, new, applied, policies[0])
        if options is None or scores is None or options.test.control not in (None, *scores.algorithms):
            return {}
        if any(method.over == "metrics" for method in options.adjust):  # which takes the other metrics too
            return {}
        ranking = rank(scores, options.rank)
        tested = run_tests(scores, ranking, options.test.model_copy(update=spared), None)
        names_best, alpha = Conclusion("best") in conclusions, options.test.alpha
        methods = tuple(each for each in options.adjust if names_best or each.name in methods_concerned)
        p_values = adjusted_p(ranking, tested, methods, alpha, signed_by_dataset(scores, tested, methods))
        adjusted = at_level(ranking, tested, p_values, alpha)
        reached = concluded_over(scores.algorithms, ranking, tested, adjusted)
        reached |= concluded_of_pairs(scores.algorithms, tested, p_values, conclusions)
        prior = _prior(old, new, applied, scores.algorithms)
        if names_best and prior is not None:
            ordered = Ordered(prior=prior)
            reached |= concluded_best(scores.algorithms, find_best(ranking, tested, adjusted, ordered))
        reached |= {
            about_pair(key.name, better, other): Concluded(((better,),) if p <= alpha else (), p)
            for key in keys_of_pairs()
            if key.compare is not None and key.name in methods_concerned
            for better, other, p in key.compare(scores, ranking, tested, alpha)
        }
        return {
            each: among(each, conclusion.verdict, shared) for each, conclusion in reached.items() if each in conclusions
        }

    before, after = concluded(()), concluded(differences)
    explained = [each for each in before if before[each] != after.get(each, before[each])]
    # Data sets come last, by how much they move ranks; of very many the last are not tried.
    tried = sorted(differences, key=lambda place: (place[0] == "datasets", -_moved(old, new, place[-1], shared)))
    work = max(len(new.metric["algorithms"]) ** 2 / 2 * (1 + len(new.metric["datasets"]) / 500), 1)
    most = int(min(max(_WORK / work, _LEAST_STUDIES), _MOST_STUDIES)) if explained else 0
    studies = {place: concluded((place,)) for place in tried[:most]}
    return {
        each: tuple(place for place, study in studies.items() if study.get(each) == after[each]) for each in explained
    }


def _prior(old: _Side, new: _Side, applied: Collection[Place], algorithms: Sequence[str]) -> tuple[int, ...] | None:
    """Return the algorithms by their costs, empty without any; None where the reports know the costs of some only."""
    by_cost = _order_of((new if _BY_COST in applied else old).metric).get("prior") or ()
    if by_cost and not {*algorithms} <= {*by_cost}:
        return None
    return tuple(algorithms.index(name) for name in by_cost if name in algorithms)


def _moved(old: _Side, new: _Side, dataset: str, algorithms: Collection[str]) -> float:
    """Return by how much a data set moves the ranks of algorithms; one that is new or gone, from the middle."""
    sides = [(side.metric.get("ranks") or {}).get(dataset, {}) for side in (old, new)]
    middle = (len(algorithms) + 1) / 2
    ranks: Any = ([middle if row.get(name) is None else row[name] for row in sides] for name in algorithms)
    return sum((abs(then - now) for then, now in ranks), 0.0)


def _options(old: _Side, new: _Side, applied: Collection[Place]) -> _Options | None:
    """Return the sections that decide; None where settings of one report do not go together with the other's."""
    sections: dict[str, Any] = {"rank": {}, "test": {}}
    for key in dict.fromkeys((*old.settings, *new.settings)):
        value = (new if (key,) in applied else old).settings.get(key)
        if key.partition(".")[0] in _SECTIONS and value is not None:
            *outer, last = key.split(".")
            reduce(lambda inner, name: inner.setdefault(name, {}), outer, sections)[last] = value
    sections["test"] |= {"within": "none", "also": []}
    try:  # as JSON, in which a tuple of the study is a list
        return _OPTIONS.validate_json(_PLAIN.dump_json(sections))
    except ValidationError:
        return None


def _scores(old: _Side, new: _Side, applied: Collection[Place], policy: Any) -> MetricScores | None:
    """Return the scores of a study; None where one was never measured, or there are too few to compare."""

    def names(noun: str, before: Iterable[str], after: Iterable[str]) -> tuple[str, ...]:
        added, removed = ({place[2] for place in applied if place[:2] == (noun, how)} for how in ("added", "removed"))
        present = {*before} - removed | added
        return tuple(name for name in dict.fromkeys((*after, *before)) if name in present)

    means_of: list[Any] = [side.metric.get("means") or {} for side in (old, new)]
    rerun = [place[2] for place in applied if place[:2] == _RERUN]

    def row(dataset: str) -> Mapping[str, float | None]:
        rows = [of_side[dataset] for of_side in means_of if dataset in of_side]
        if (*_RESCORED, dataset) in applied:
            rows.reverse()
        replaced = {name: rows[-1][name] for name in rerun if name in rows[-1]}
        return ChainMap(replaced, *rows)

    algorithms = names("algorithms", old.metric["algorithms"], new.metric["algorithms"])
    datasets = names("datasets", old.metric["datasets"], new.metric["datasets"])
    rows = list(map(row, datasets))
    if len(algorithms) < 2 or len(datasets) < 2 or any(name not in means for means in rows for name in algorithms):
        return None
    values = np.array([[means[name] for name in algorithms] for means in rows], dtype=np.float64)  # nan in gaps
    better: Any = old.metric["better"]
    return MetricScores("", better, algorithms, datasets, values, missing=Missing(policy))
