"""Which faults of many are listed: of those that are alike the first few, whatever their messages say."""

import pickle

from rankpress.core.faults import ALIKE, EXAMPLES, LISTED, Fault, Findings, PluginPlace


def _listed(*counts):
    """Return the places of faults that are listed of so many of each sort, in turn."""
    findings = Findings()
    for sort, count in enumerate(counts):
        places = [f"{sort}.{number}" for number in range(count)]
        findings.add_each("cells", places, lambda place: Fault(place, f"message {place[::-1]}"), alike=sort)
    return [str(fault) if fault.message.startswith("and") else fault.place for fault in findings.faults()]


def test_of_many_that_are_alike_some_are_examples():
    assert _listed(ALIKE) == [f"0.{number}" for number in range(ALIKE)]
    more = _listed(ALIKE + 1)
    assert (len(more), more[-1]) == (EXAMPLES + 1, f"scores: and {ALIKE + 1 - EXAMPLES} more cells")


def test_a_sort_of_which_there_are_few_is_listed_among_many_of_another():
    assert _listed(20, 2) == ["0.0", "0.1", "0.2", "1.0", "1.1", "scores: and 17 more cells"]


def test_the_place_in_a_plug_in_takes_a_line_and_another_process():
    place = pickle.loads(pickle.dumps(PluginPlace("C: my.py", "figure a: b")))
    assert (place, place.plugin) == ("C: my.py: figure a: b", "C: my.py")
    assert place.at_line(7) == "C: my.py:7: figure a: b"


def test_no_more_are_listed_than_the_limit_whatever_their_sorts():
    sorts = _listed(*[1] * (LISTED + 2))
    assert (len(sorts), sorts[-1]) == (LISTED + 1, "scores: and 2 more cells")


def test_those_that_are_taken_from_others_count_for_the_limit():
    findings, others = Findings(), Findings()
    for collected, n in ((findings, LISTED - 1), (others, 3)):
        for number in range(n):
            collected.add_each("cells", [number], lambda place: Fault(str(place), "is empty"), alike=(n, number))
    findings.take("cells", others)
    *listed, more = findings.faults()
    assert (len(listed), str(more)) == (LISTED, "scores: and 2 more cells")
