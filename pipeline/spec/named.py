"""What study.yaml may name: methods, tables, figures and venues, built-in ones and those of plug-ins."""

from __future__ import annotations

from typing import Annotated

from rankpress.catalog.kinds import FIGURES, TABLES, VENUES
from rankpress.catalog.methods import (
    ADJUSTMENTS,
    BAYES_OVER,
    BAYES_WITHIN,
    CURVE_FORMS,
    EFFECTS,
    OF_PLACES,
    OMNIBUS,
    PAIRWISE,
    WITHIN,
)
from rankpress.spec.strict import OneOf

Omnibus = Annotated[str, OneOf(OMNIBUS)]
Pairwise = Annotated[str, OneOf(PAIRWISE)]
Within = Annotated[str, OneOf(WITHIN, ("none",))]
BayesOver = Annotated[str, OneOf(BAYES_OVER, ("none",))]
BayesWithin = Annotated[str, OneOf(BAYES_WITHIN, ("none",))]
Effect = Annotated[str, OneOf(EFFECTS)]
CurveForm = Annotated[str, OneOf(CURVE_FORMS)]
Adjustment = Annotated[str, OneOf(ADJUSTMENTS)]
Plot = Annotated[str, OneOf(FIGURES)]
TableKind = Annotated[str, OneOf(TABLES)]
Venue = Annotated[str, OneOf(VENUES)]
OrderTest = Annotated[str, OneOf(PAIRWISE, fits=lambda test: test.name in OF_PLACES)]
# What an order rests on keeps the family-wise error, so that finner and the false discovery rate are not for it.
AllPairsAdjustment = Annotated[str, OneOf(ADJUSTMENTS, fits=lambda adjustment: adjustment.orders(by_ranks=True))]
WithinAdjustment = Annotated[str, OneOf(ADJUSTMENTS, fits=lambda adjustment: adjustment.orders(by_ranks=False))]
