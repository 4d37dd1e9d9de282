"""The section `scores.limit`: how much a source of scores may hold, and how long it may take."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rankpress.spec.strict import Number, Section

AtLeastOne = Annotated[Number, Field(ge=1)]


class LimitOptions(Section):
    """How much a source of scores may hold, and how long it may take; one beyond it is refused."""

    bytes: AtLeastOne = Field(
        default=4e9, description="Of a file, once it is unpacked: a small packed file may hold any amount."
    )
    cells: AtLeastOne = Field(
        default=1e8,
        description="Rows times columns of the sheets of a workbook, up to the last cell that is filled, and of what "
        "is read of a Parquet file or a DuckDB database.",
    )
    seconds: Annotated[Number, Field(gt=0, le=86400)] = Field(
        default=60,
        description="That a database takes to answer a query, which gives 10,000,000 rows at most, or a view.",
    )
