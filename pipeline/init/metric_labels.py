"""What the scores of a long table are called where their column does not say it: value, score, result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rankpress.catalog.metrics import is_any_score, is_plain_metric, words_of
from rankpress.init.sentences import metric_of_sentence
from rankpress.init.vocabulary import metric_of_file

if TYPE_CHECKING:
    from rankpress.init.guess import Guess
    from rankpress.init.measures import Selection
    from rankpress.init.table import Table


def metric_labels(table: Table, guess: Guess, place: str, selection: Selection) -> dict[str, str]:
    """Return what the only metric of a long table is called, where exactly one name of a metric is near its numbers."""
    [name, *others] = guess.metrics
    if others or not is_any_score(name):
        return {}
    if selection.column:
        return {} if selection.others else {name: selection.metric}
    said = [metric_of_sentence(line) for line in (table.title, *table.comments) if line]
    of_file, better = metric_of_file(table.files_at(place))
    said += [of_file] if better and is_plain_metric(of_file) else []
    distinct = {frozenset(words_of(label)): label for label in reversed(said) if label}
    # error next to word error rate says no more than this
    longest = [label for words, label in distinct.items() if not any(words < longer for longer in distinct)]
    label = longest[0] if len(longest) == 1 else ""
    return {name: label} if label and label not in (name, *guess.costs) and not is_any_score(label) else {}
