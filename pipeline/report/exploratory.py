"""How p-values of an exploratory study are called so: with tables, figures and their files, in sentences, in macros."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rankpress.analysis import Analysis
from rankpress.report.table import Table

if TYPE_CHECKING:
    from rankpress.drawings.plan import Plan
    from rankpress.spec.methods import Plot
    from rankpress.spec.tables_section import TableKind

WORD = "exploratory"
OF_P, OF_TESTS = f"These p-values are {WORD}.", f"These tests are {WORD}."
OF_MARKS = f"The tests behind its marks are {WORD}."

# Tables and figures that print p-values, and those that show nothing but what tests tell apart. Others do so where
# a study gives them such columns or marks, which notes then tell in these words.
_OF_P_VALUES, _OF_TESTS = ("p-values",), ("significant", "not separated")
TABLES_OF_P: frozenset[TableKind] = frozenset(
    {
        "omnibus", "adjusted-p", "effects", "within-omnibus", "within-sign", "within", "bayes-over", "curves",
        "averaged-curves", "sensitivity", "replicability", "replicability-multiple",
    }
)  # fmt: skip
TABLES_OF_TESTS: frozenset[TableKind] = frozenset(
    {
        "within-wins", "ordering", "ordering-groups", "ordering-validation", "ordering-datasets",
        "sensitivity-flips",
    }
)  # fmt: skip
FIGURES_OF_P: frozenset[Plot] = frozenset(
    {"p-values", "comparison-matrix", "scatter", "curves", "average-curves", "curve", "sensitivity", "replicability"}
)
FIGURES_OF_TESTS: frozenset[Plot] = frozenset({"cd", "two-metrics", "order", "cost-front"})
# A p-value in a phrase: p = 0.012, exact p < 0.001, p at most 0.05; a posterior probability is P.
_P = re.compile(r"(?<!\w)(?:(?:exact|unadjusted) )?p(?= (?:[=<>]|(?:of )?at most))")


def is_exploratory(analyses: Sequence[Analysis]) -> bool:
    """Whether the study of these analyses is marked so."""
    return any(one.protocol is not None and one.protocol.is_exploratory for one in analyses)


def called(phrase: str) -> str:
    """A phrase of numbers with its p-values called exploratory.

    Examples
    --------
    >>> called("p < 0.001"), called("F(3, 39) = 9.28, p = 0.012"), called("P = 0.250")
    ('exploratory p < 0.001', 'F(3, 39) = 9.28, exploratory p = 0.012', 'P = 0.250')
    >>> called("exact p < 0.001")
    'exploratory exact p < 0.001'
    >>> called("an unadjusted p of at most 0.05"), called("p at most 0.05")
    ('an exploratory unadjusted p of at most 0.05', 'exploratory p at most 0.05')
    """
    return _P.sub(lambda found: f"{WORD} {found[0]}", phrase)


def sentence_called(analysis: Analysis, sentence: str) -> str:
    """A sentence about p-values of an analysis, none of which is part of a name."""
    return called(sentence) if is_exploratory([analysis]) else sentence


def table_called(table: Table) -> Table:
    """A table of an exploratory study, which says so."""
    if table.kind in TABLES_OF_P or _is_told(table, _OF_P_VALUES):
        return replace(table, calling=OF_P, p_values=WORD)
    if table.kind in TABLES_OF_TESTS:
        return replace(table, calling=OF_TESTS)
    return replace(table, calling=OF_MARKS) if _is_told(table, _OF_TESTS) else table


def _is_told(table: Table, words: tuple[str, ...]) -> bool:
    return any(word in note for note in table.notes for word in words)


def figure_called(plan: Plan) -> Plan:
    """A figure of an exploratory study, which says so in caption, description and files, and not in the drawing."""
    calling = OF_P if plan.kind in FIGURES_OF_P else OF_TESTS if plan.kind in FIGURES_OF_TESTS else ""
    if not calling:
        return plan
    return replace(plan, caption=f"{plan.caption} {calling}", alt=f"{plan.alt} {calling}", calling=calling)
