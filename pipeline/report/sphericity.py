"""Want of sphericity in a repeated-measures analysis of variance, as tables, prose and macros tell it."""

from __future__ import annotations

from rankpress.stats.omnibus import OmnibusTest

_TITLES = {"greenhouse_geisser": "Greenhouse-Geisser", "huynh_feldt": "Huynh-Feldt"}


def corrections(test: OmnibusTest) -> tuple[tuple[str, float, float], ...]:
    """The corrections of a test for want of sphericity: title, epsilon, p; none for tests that do not assume it."""
    return tuple(
        (title, test.details[f"{name}_epsilon"], test.details[f"{name}_p"])
        for name, title in _TITLES.items()
        if f"{name}_p" in test.details
    )
