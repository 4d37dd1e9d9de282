"""The section `compute`: where the work on each data set is done, which changes nothing in a report."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, ValidationInfo, field_validator

from rankpress.spec.strict import Incoherence, Section, Text, refuse


class ComputeOptions(Section):
    """Where the work on each data set is done."""

    engine: Literal["local", "dask"] = Field(
        default="local",
        description="local: on this machine, in as many processes as `--jobs` says; dask: on a Dask cluster, whose "
        "workers read the scores under the same path (needs rankpress[dask] here and there).",
    )
    address: Text | None = Field(
        default=None,
        validate_default=True,
        description="Of the cluster's scheduler, such as tcp://10.0.0.1:8786. Dask sends pickled objects: name only a "
        "cluster that you trust.",
    )

    @field_validator("address")
    @classmethod
    def _address_fits_engine(cls, address: str | None, info: ValidationInfo) -> Any:
        engine = info.data.get("engine")
        if engine == "dask" and address is None:
            refuse([Incoherence((), "a cluster has an address", "such as tcp://10.0.0.1:8786")], address)
        if engine == "local" and address is not None:
            refuse([Incoherence((), "only a cluster has an address", "no address, or engine: dask")], address)
        return address
