"""What figures show, in sentences for those who cannot see them; matplotlib is not needed for it."""

from rankpress.figures.alt.cd import describe_cd
from rankpress.figures.alt.curves import describe_curves
from rankpress.figures.alt.order import describe_order

__all__ = ["describe_cd", "describe_curves", "describe_order"]
