"""The Python interface: a comparison of algorithms, from scores in a program or from a study.yaml."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from inspect import signature
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, Literal
from warnings import warn
from weakref import finalize

from rankpress.analysis import Analyses, Analysis, analyse
from rankpress.app.arguments import refuse_wrong_types
from rankpress.app.frames import HeldScores, Name, Names, column_name, frame_columns, held_scores
from rankpress.app.gaps import compared_by_policies
from rankpress.app.held_studies import (
    HeldStudy,
    checked_scores,
    stated_roles,
    study_in_folder,
    warning_of,
    without_files,
)
from rankpress.app.notebook import chosen_tables, comparison_html, data_frame
from rankpress.app.paper_parts import PaperFigure, PaperTable, PathLike
from rankpress.checks.agreement import agreeing_scores, disagreements_of_table
from rankpress.checks.doubts import doubts_of
from rankpress.core.doubts import Doubt
from rankpress.core.faults import Fault, FaultsFound, one_of
from rankpress.core.plugins import activate
from rankpress.spec.document import value_text
from rankpress.spec.model import Study
from rankpress.spec.reading import ReadStudy, read_study
from rankpress.topics.data.reading import reading_account
from rankpress.topics.phrases import adjusted_p_of
from rankpress.wording.strings import counted, quoted
from rankpress.wording.text import Prose, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame

    from rankpress.app.run import Built


def compare(
    data: Any,
    *,
    better: Literal["higher", "lower"] | Mapping[Name, Literal["higher", "lower"]] | None = None,
    control: Name | None = None,
    test: str | Mapping[str, Any] | None = None,
    adjust: str | Sequence[Any] | None = None,
    alpha: float | None = None,
    metric: Name | None = None,
    dataset: Names | None = None,
    algorithm: Names | None = None,
    score: Names | None = None,
    costs: Names | None = None,
    repeat: Name | None = None,
    fold: Name | None = None,
    seed: Name | None = None,
    example: Name | None = None,
    cluster: Name | None = None,
    step: Name | None = None,
    reduce: str | Mapping[str, Any] | None = None,
    choose: Mapping[str, str] | None = None,
    names: Sequence[Name] | None = None,
    missing: str | None = None,
    scores: Mapping[str, Any] | None = None,
    **sections: Any,
) -> Comparison:
    """Compare algorithms over data sets, from scores that a program holds.

    A frame is read as ``rankpress run`` reads the same table from a file: what a keyword names is settled, and all else
    is inferred, such as columns that describe data sets, rows that sum up others, and cells with a spread. What is not
    certain then is a warning and stands in `doubts` of the result, until ``scores={"confirmed": True}``.

    Parameters
    ----------
    data : frame, array, mapping, or results of scikit-learn
        Scores. A frame of pandas or polars, wide, with one row per data set and one column per algorithm or the other
        way round, or long, with one row per measurement. An array of data sets by algorithms with `names`, a mapping of
        algorithms to lists or to mappings of data sets to scores, or an xarray DataArray. Or what scikit-learn's
        `cross_validate` returns, by algorithm or by data set and algorithm, or `cv_results_` of a search.
    better : {"higher", "lower"} or mapping of names to str, optional
        Which scores are better, by metric where they differ. By default derived from the name of a metric: lower of an
        error, a loss or a cost. Where no name shows it, higher ones are taken to be better of scores that are mostly
        high shares, such as 0.8, with a warning; of others it has to be stated.
    control : str or int, optional
        The algorithm that the others are compared with; all pairs are compared without one.
    test : str or mapping, optional
        The test of two algorithms over the data sets, or the whole section `test` of a spec.
    adjust : str or sequence, optional
        Corrections for the number of comparisons, the first of which decides.
    alpha : float, optional
        Level of significance.
    metric : str or int, optional
        Name of the scores of a wide frame, or the one to compare of a long frame and of results of scikit-learn.
        "score" by default.
    dataset, algorithm : str, int, or sequence of these, optional
        The columns that name them, as the frame calls them; of several, such as ``algorithm=["model", "depth"]``, only
        together.
    score, costs : str, int, or sequence of these, optional
        Columns of a long frame.
    repeat, fold, seed, example, cluster, step : str or int, optional
        Columns that distinguish the rows of a data set and algorithm; of the seeds, the mean is compared.
    reduce : str or mapping, optional
        How the steps of a run become one score, such as "last" or "best".
    choose : mapping, optional
        Which row of a run counts where it has several, such as ``{"by": "val_acc", "best": "higher"}``.
    names : sequence of str or int, optional
        The algorithms of an array, in the order of its columns; of an array alone.
    missing : str, optional
        What is done where an algorithm has no result on a data set, such as "worst-rank" or "error". By default these
        data sets are omitted, with a warning, as ``rankpress run`` omits them.
    scores : mapping, optional
        Further keys of the section `scores` of a spec, such as ``{"confirmed": True}``.
    **sections
        Further sections of a spec, such as ``effects={"level": 0.9}``, ``order={"cost": "seconds"}`` or ``title``.

    Returns
    -------
    Comparison

    Raises
    ------
    FaultsFound
        All that is wrong with the scores or with the study of them, and what has to be decided: a doubt that
        changes the answer, with the keyword for each possible reading.

    Warns
    -----
    UserWarning
        What is not certain of the scores, as `doubts` of the result.

    Examples
    --------
    >>> scores = {"knn": [0.81, 0.70, 0.93, 0.61, 0.77, 0.68], "forest": [0.92, 0.75, 0.94, 0.73, 0.85, 0.79]}
    >>> compare(scores, metric="accuracy")
    <Comparison of 2 algorithms on 6 data sets by accuracy: forest ranks best (1.00), 1 of 1 difference significant>
    """
    refuse_wrong_types(compare, locals())
    _refuse_misspelled(sections)
    of_scores = {"missing": missing, "reduce": reduce, "choose": choose}
    of_scores = {key: value for key, value in of_scores.items() if value is not None}
    scores_section = checked_scores({**(scores or {}), **of_scores})
    columns = {"dataset": dataset, "algorithm": algorithm, "score": score, "cost": costs, "repeat": repeat}
    columns |= {"fold": fold, "seed": seed, "example": example, "cluster": cluster, "step": step}
    roles = {role: frame_columns(names) for role, names in columns.items() if names is not None}
    in_memory = held_scores(data, stated_roles(roles, scores_section), column_name(metric), names)
    options = {"pairwise": test} if isinstance(test, str) else dict(test or {})
    options |= {
        key: value for key, value in {"control": column_name(control), "alpha": alpha}.items() if value is not None
    }
    tests = {"test": options or None, "adjust": [adjust] if isinstance(adjust, str) else adjust}
    others = {key: value for key, value in {**tests, **sections}.items() if value is not None or key in sections}
    comparison = _compared(in_memory, lambda folder: study_in_folder(in_memory, folder, better, scores_section, others))
    if doubts := comparison.doubts:
        warn(warning_of(doubts), UserWarning, stacklevel=2)
    return comparison


def _compared(scores: HeldScores, study: Callable[[Path], HeldStudy]) -> Comparison:
    """Run a study in a temporary folder, which is removed with the comparison that is returned."""
    folder = Path(mkdtemp(prefix="rankpress-"))
    try:
        made = study(folder)
        comparison = compared_by_policies(made.missing_stated, made.read, lambda read: Comparison(read, made.scores))
    except FaultsFound as error:
        rmtree(folder, ignore_errors=True)
        raise FaultsFound(without_files(fault, folder, scores) for fault in error.faults) from None
    finalize(comparison, rmtree, folder, ignore_errors=True)
    return comparison


def _refuse_misspelled(sections: Iterable[str]) -> None:
    """Refuse keywords that are neither those of `compare` nor sections of a study."""
    keywords = [*signature(compare).parameters][1:-1]
    known = dict.fromkeys((*keywords, *Study.fields()))
    faults = [
        Fault("compare", f"unknown keyword {quoted(name)}", one_of(name, known))
        for name in sections
        if name not in known
    ]
    if faults:
        raise FaultsFound(faults)


def load_study(path: PathLike, overrides: Sequence[str] = (), *, allow_plugins: bool = False) -> Study:
    r"""Read and check a study.yaml, without its scores.

    Parameters
    ----------
    path : path
        The file.
    overrides : sequence of str
        Values in place of the file's, such as ``test.alpha=0.01``.
    allow_plugins : bool
        Whether the files that the study names in `plugins` may run.

    Returns
    -------
    Study

    Raises
    ------
    FaultsFound
        All that is wrong with it.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "scores.csv").write_text("dataset,knn,forest\niris,0.93,0.94\nwine,0.90,0.97\n")
    ...     spec = "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]}"
    ...     _ = Path(folder, "study.yaml").write_text(spec)
    ...     study = load_study(Path(folder, "study.yaml"), ["test.alpha=0.01"])
    >>> study.test.alpha
    0.01
    """
    refuse_wrong_types(load_study, locals())
    return read_study(path, overrides, allow_plugins=allow_plugins).study


def run_study(path: PathLike, overrides: Sequence[str] = (), *, allow_plugins: bool = False) -> Comparison:
    r"""Read a study.yaml with its scores, and compare the algorithms.

    Parameters
    ----------
    path : path
        The file.
    overrides : sequence of str
        Values in place of the file's, such as ``test.alpha=0.01``.
    allow_plugins : bool
        Whether the files that the study names in `plugins` may run.

    Returns
    -------
    Comparison

    Raises
    ------
    FaultsFound
        All that is wrong with the spec or the scores.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "scores.csv").write_text("dataset,knn,forest\niris,0.93,0.94\nwine,0.90,0.97\n")
    ...     spec = "scores: {files: scores.csv, layout: wide, metrics: [{name: accuracy, better: higher}]}"
    ...     _ = Path(folder, "study.yaml").write_text(spec)
    ...     comparison = run_study(Path(folder, "study.yaml"))
    >>> comparison["accuracy"].ranking.average.tolist()
    [2.0, 1.0]
    """
    refuse_wrong_types(run_study, locals())
    return Comparison(read_study(path, overrides, allow_plugins=allow_plugins))


class NoSuchMetric(FaultsFound, KeyError):
    """A metric that a comparison does not have, looked up like a key of a mapping."""


class Comparison(Mapping[str, Analysis]):
    """Hold the results of a comparison: frames, tables, figures and the report.

    A mapping of each metric to its `Analysis`, which holds all results as arrays. `compare` and `run_study` return it.

    Examples
    --------
    >>> scores = {"knn": [0.81, 0.70, 0.93, 0.61, 0.77, 0.68], "forest": [0.92, 0.75, 0.94, 0.73, 0.85, 0.79]}
    >>> comparison = compare(scores, metric="accuracy")
    >>> comparison["accuracy"].names, comparison["accuracy"].ranking.average.tolist()
    (('knn', 'forest'), [2.0, 1.0])
    """

    def __init__(self, read: ReadStudy, scores: HeldScores | None = None) -> None:
        self._read, self._in_memory = read, scores
        self._scores = agreeing_scores(read)

    @property
    def study(self) -> Study:
        """The study, with all defaults; `study.to_yaml(path)` writes it with its scores."""
        return self._read.study

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is not certain of the scores: what was guessed, and what is hardly meant; none once confirmed."""
        doubts = doubts_of(self._read, self._scores)
        return doubts if self._in_memory is None else tuple(map(self._in_memory.doubt, doubts))

    @property
    def _account(self) -> tuple[Prose, ...]:
        """What was read, in a few lines."""
        return reading_account(self.study.scores, self._scores.metrics)

    @cached_property
    def analyses(self) -> Analyses:
        """The results, one per metric."""
        activate(self._read.plugins)
        return analyse(self.study, self._scores)

    def __getitem__(self, metric: str) -> Analysis:
        """Return the results by a metric; raises a `FaultsFound` that is a KeyError where there is none."""
        if not isinstance(metric, str) or metric not in self._by_metric:
            raise NoSuchMetric(
                [Fault("comparison", f"no metric {value_text(metric)}", one_of(metric, self._by_metric))]
            )
        return self._by_metric[metric]

    def __iter__(self) -> Any:
        """Iterate over the metrics."""
        return iter(self._by_metric)

    def __len__(self) -> int:
        """Return the number of metrics."""
        return len(self._by_metric)

    @cached_property
    def _by_metric(self) -> dict[str, Analysis]:
        return {analysis.scores.name: analysis for analysis in self.analyses}

    @property
    def ranks(self) -> DataFrame:
        """The ranking as a frame, best algorithm first: average ranks (1 is best), mean scores, wins, adjusted p."""
        return self._frame("average-ranks")

    @property
    def scores(self) -> DataFrame:
        """The scores as a frame, in the unit of the metric: one row per data set, one column per algorithm."""
        return self._frame("scores")

    @property
    def pvalues(self) -> DataFrame:
        """The comparisons over the data sets as a frame, one row per pair: statistic, p, p adjusted by each method."""
        return self._joined(_p_values)

    @property
    def effects(self) -> DataFrame:
        """The effect sizes as a frame, one row per pair: estimates (first minus second), ends of their intervals."""
        return self._joined(_effects)

    def _frame(self, kind: str) -> DataFrame:
        return self._joined(lambda analysis: data_frame(analysis, kind))

    def _joined(self, frame_of: Callable[[Analysis], DataFrame]) -> DataFrame:
        """Return the frame of a metric, or those of several with the metric as first level of the index."""
        from pandas import concat

        frames = {metric: frame_of(analysis) for metric, analysis in self.items()}
        return next(iter(frames.values())) if len(frames) == 1 else concat(frames, names=["Metric"])

    def table(self, kind: str = "scores", metric: str | None = None, **options: Any) -> PaperTable:
        """Return a table as it is in the report.

        Parameters
        ----------
        kind : str
            As `report.tables` of a spec names it: "scores", "average-ranks", "pairs", ...
        metric : str, optional
            The metric; the first one by default.
        **options
            As in `report.tables`, such as ``spread="sd"``, ``percent=True``, ``digits=1``.

        Raises
        ------
        FaultsFound
            The study has no such table, or an option has no effect on it.

        Examples
        --------
        >>> comparison = compare({"knn": [0.81, 0.70, 0.93], "forest": [0.92, 0.75, 0.94]}, metric="accuracy")
        >>> comparison.table("scores", digits=2, ranks=False)
        <Table accuracy-scores: Scores by accuracy, 4 rows>
        """
        refuse_wrong_types(Comparison.table, locals())
        report = _report(self.study)
        requested = report.get("tables", {})
        requested = {**requested, kind: {**requested.get(kind, {}), **options}}
        study = Study.from_dict({**self.study.to_dict(), "report": {**report, "tables": requested}})
        if faults := disagreements_of_table(study, self._scores, kind):
            raise FaultsFound(faults)
        if (of_kind := study.report.tables[kind]).is_together and metric is not None:
            stated = f"metrics: {requested[kind]['metrics']}"
            message = f"{stated} is a table of all metrics"
            raise FaultsFound([Fault(f"table {kind}", message, f"either metric, or {stated}")])
        analyses = self.analyses if of_kind.is_together else [self[metric or next(iter(self))]]
        chosen = chosen_tables(analyses, study, self.analyses)
        table = next((table for table in chosen.tables if table.kind == kind), None)
        if table is None:
            kinds = dict.fromkeys(table.kind for table in chosen.tables)
            why = next((why for why in chosen.left_out if kind in why), "the study has no such table")
            raise FaultsFound([Fault(f"table {kind}", why, one_of(kind, kinds))])
        if vain := [option for option in chosen.without_effect if option.kind == kind and option.key in options]:
            raise FaultsFound(Fault(f"table {kind}", option.clause) for option in vain)
        return PaperTable(table, study)

    def figure(
        self,
        kind: str = "cd",
        metric: str | None = None,
        *,
        venue: str | None = None,
        width: str | float | None = None,
        ax: Axes | None = None,
        **options: Any,
    ) -> PaperFigure:
        """Return a figure as it is in the report.

        Parameters
        ----------
        kind : str
            As `plot` of a spec names it: "cd", "p-values", "scatter", ...
        metric : str, optional
            The metric; the first one by default.
        venue : str, optional
            The venue whose columns it is to fit, such as "ieee".
        width : {"column", "text"} or float, optional
            The width of a column, that of the text, or a number of inches.
        ax : Axes, optional
            Existing axes to draw in, for figures that support it. An error states the required height where they are
            too low.
        **options
            As in `plot`, such as ``highlight=["ours"]``.

        Returns
        -------
        PaperFigure

        Examples
        --------
        >>> comparison = compare({"knn": [0.81, 0.70, 0.93], "forest": [0.92, 0.75, 0.94]}, metric="accuracy")
        >>> comparison.figure("scatter", venue="ieee").caption[:43]
        'Accuracy of forest (vertical axis) and knn '
        """
        from rankpress.core.document import Plan
        from rankpress.report.plot import plans_of

        refuse_wrong_types(Comparison.figure, locals())
        report = _report(self.study)
        if venue is not None:
            figures = {key: value for key, value in report.get("figures", {}).items() if key != "venue"}
            report = {**report, "venue": venue, "figures": figures}
        figure = {kind: options | ({"width": width} if width is not None else {})} if options or width else kind
        study = Study.from_dict({**self.study.to_dict(), "plot": [figure], "report": report})
        compared = [self[metric]] if metric is not None else list(self.analyses)
        [first, *_] = [*plans_of(compared, study.figures, study.report.drawing, study.names), None]
        if not isinstance(first, Plan):
            why = "it has nothing to show" if first is None else plain(first.why)
            raise FaultsFound([Fault(f"figure {kind}", why, "a figure that the study has")])
        if ax is not None and first.whole:
            raise FaultsFound([Fault(f"figure {kind}", f"{first.whole}, which no axes hold", "no ax")])
        return PaperFigure(first, ax)

    def report(self, out: PathLike = "report", formats: str | Sequence[str] = (), jobs: int = 1) -> Built:
        """Write the report: HTML, PDF, LaTeX tables and figures, macros; the same bytes as `rankpress build` writes.

        Parameters
        ----------
        out : path
            The folder.
        formats : str or sequence of str
            "latex", "html", "pdf", "markdown"; those of the study by default.
        jobs : int
            Processes to use.
        """
        from rankpress.app.run import build

        refuse_wrong_types(Comparison.report, locals())
        return build(self._read, Path(out), formats=frame_columns(formats), jobs=jobs)

    def __repr__(self) -> str:
        """Return a line."""
        in_doubt = "".join(f"; in doubt: {doubt}" for doubt in self.doubts)
        return f"<Comparison of {'; '.join(map(_in_short, self.analyses))}{in_doubt}>"

    def __str__(self) -> str:
        """Return the answer as `rankpress build` prints it."""
        from rankpress.app.answer import WIDEST, write_answer

        printed = io.StringIO()
        write_answer(self.analyses, self.study.names, printed, self._account, self.doubts, width=WIDEST)
        return printed.getvalue()

    def _repr_html_(self) -> str:
        return comparison_html(self.analyses, self.study, self.doubts)


def _in_short(analysis: Analysis) -> str:
    scores, average, best = analysis.scores, analysis.ranking.average, analysis.best_first[0]
    size = f"{counted(len(analysis.names), 'algorithm')} on {counted(scores.n_datasets, 'data set')} by {scores.name}"
    ranking = f"{size}: {analysis.names[best]} ranks best ({average[best]:.2f})"
    deciding = analysis.adjusted.deciding
    if deciding is None:
        return ranking
    p = analysis.adjusted.p[deciding]
    return f"{ranking}, {int((p <= analysis.adjusted.alpha).sum())} of {counted(len(p), 'difference')} significant"


def _p_values(analysis: Analysis) -> DataFrame:
    from pandas import DataFrame

    over = analysis.tested.over
    if over is None:
        raise FaultsFound([Fault("pvalues", "the study has no tests over the data sets", "at least two data sets")])
    columns = {"statistic": over.statistic, **over.details, "p": over.p}
    columns |= adjusted_p_of(analysis)
    columns = {name: values for name, values in columns.items() if len(values) == len(over.p)}
    return DataFrame(columns, index=_pair_index(analysis, over.pairs.tolist()))


def _effects(analysis: Analysis) -> DataFrame:
    from pandas import DataFrame

    estimated = analysis.estimated
    if estimated is None:
        raise FaultsFound([Fault("effects", "the study has no effect sizes", "effects that are not null")])
    columns = {
        f"{name}{end}": getattr(effect, part)
        for name, effect in estimated.effects.items()
        for end, part in (("", "estimate"), (" from", "low"), (" to", "high"))
    }
    return DataFrame(columns, index=_pair_index(analysis, estimated.pairs.tolist()))


def _pair_index(analysis: Analysis, pairs: Sequence[Sequence[int]]) -> Any:
    from pandas import MultiIndex

    names = analysis.names
    return MultiIndex.from_tuples([(names[a], names[b]) for a, b in pairs], names=["a", "b"])


def _report(study: Study) -> dict[str, Any]:
    report: dict[str, Any] = study.to_dict().get("report", {})
    return report
