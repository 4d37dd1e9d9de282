"""What adding a thing touches: a kind or a method is named where it is declared, and where it is built or drawn.

The name of each kind and method is looked for, in quotes, in every module of `pipeline` and `figures`. It may stand in
the catalogue, and where the entry says that it is built or planned; any other place is an exception with a
reason. Names that also are words of study.yaml or results.json are left out: no text tells which is meant.
"""

import re

from rankpress.catalog.kinds import FIGURES, TABLES
from rankpress.catalog.methods import ADJUSTMENTS, PAIRWISE
from rankpress.topics.topic import TOPICS

WORDS = frozenset(
    "scores ranks average-ranks pairs omnibus within aucc curves curve sensitivity replicability "
    "power protocol datasets shared missing cd order p-values scatter simplex t sign quade "
    "aligned-ranks unadjusted forest".split()
)
DECLARED = ("catalog/adjustments", "catalog/tests")
EXCEPTIONS = {
    "app/answer": "leaderboard",  # what the first screen has of votes, in place of the ranking
    "catalog/entries": "rank-z wilcoxon bonferroni shaffer sidak",  # what is said of others
    "catalog/methods": "bergmann-hommel hochberg holm shaffer skillings-mack wilcoxon rank-z",  # defaults
    "report/table_view": "ordering-datasets",  # has a column that is no number
    "robustness/varied_study": "rank-z",  # has another cost in time
    "spec/model": "holm",  # {over: metrics} is short for it
    "spec/report_sections": "bergmann-hommel holm rank-z",  # defaults
    "spec/statistics_sections": "wilcoxon relative-t rank-z",  # test a pair alone; the default
    "stages/adjust": "nemenyi bonferroni-dunn",  # have a critical difference
    "topics/comparisons/comparisons": "sidak nemenyi",  # have cautions of their own
    "topics/comparisons/figures": "mixed permutation block-t",  # compare means
    "stages/equivalence": "wilcoxon",  # a one-sided test of its own
    "topics/aggregates/measures": "probability-of-improvement",  # a measure, which a table is named after
    "topics/comparisons/equivalence": "holm wilcoxon",  # adjusts the pairs; a one-sided test of its own
    "topics/conclusion/methods": "finner skillings-mack",  # have paragraphs of their own
    "topics/comparisons/omnibus": "durbin skillings-mack",  # have sentences of their own
    "topics/comparisons/results": "rank-z",  # has critical differences
    "topics/comparisons/pairwise_test": "conover durbin permutation relative-t wilcoxon",  # have sentences of their own
}


def homes():
    """Where each name belongs: the catalogue, and where it is built or planned."""
    places_of = {name: set(DECLARED) for name in (*ADJUSTMENTS, *PAIRWISE)}
    for name, kind in (*FIGURES.items(), *TABLES.items()):
        topics = (_module_of(topic) for topic in TOPICS.values() if topic.identifier == kind.topic)
        places = {module.removeprefix("rankpress.").replace(".", "/") for module in (kind.module, *topics)}
        places_of[name] = places_of.get(name, set()) | places
    return places_of


def _module_of(topic):
    """Where a topic states what was found: of each metric, or of all together."""
    section = topic.of_study and topic.of_study.section
    return (section or topic.paragraphs).__module__


QUOTED = r"(?<!after=)([\"'])([\w-]+)\1"  # but for the topic that one follows


def strays(sources):
    """Each name of a kind or method with a module that it does not belong to; keys of results.json are none."""
    belongs = homes()
    return {
        (module, name)
        for module, source in sources.items()
        if module != "figures/__init__"  # which names modules
        for _, name in re.findall(QUOTED + ("(?!:)" if module.endswith("/results") else ""), source)
        if name in belongs.keys() - WORDS and module not in belongs[name]
    }


def test_names_stand_where_they_belong(root):
    paths = [path for folder in ("pipeline", "figures") for path in sorted((root / folder).rglob("*.py"))]
    sources = {
        path.relative_to(root).with_suffix("").as_posix().removeprefix("pipeline/"): path.read_text(encoding="utf-8")
        for path in paths
    }
    excepted = {(module, name) for module, names in EXCEPTIONS.items() for name in names.split()}
    assert strays(sources) ^ excepted == set()  # ask the catalogue or the kind; or an exception is gone
    sources["stages/adjust"] += "\nif name == 'dunnett': 'rank-distribution'\n"
    assert strays(sources) ^ excepted == {("stages/adjust", "dunnett"), ("stages/adjust", "rank-distribution")}
