"""Values that the command line gives in place of those in the file: --set key.path=value."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from rankpress.faults import Fault, FaultsFound
from rankpress.spec.document import Path, parse_document
from rankpress.spec.excerpt import quoted, shown


def apply_overrides(data: Any, overrides: Sequence[str]) -> tuple[Any, dict[Path, str], list[Fault]]:
    """Put the values of --set into what a file says.

    Parameters
    ----------
    data : object
        What the file says; it is left as it is.
    overrides : sequence of str
        Each ``key.path=value``, the value in YAML, a number for an item of a list. The later of two wins.

    Returns
    -------
    data, options, faults
        The data with the values; the option that gave each path; what is wrong with the options.
    """
    data = deepcopy(data)
    options: dict[Path, str] = {}
    faults = []
    for override in overrides:
        name, equals, text = override.partition("=")
        option = f"--set {name}"
        keys = name.split(".")
        if not equals or not all(keys):
            faults.append(_malformed(override))
            continue
        try:
            value = parse_document(text, option).data
            path = _put(data, keys, value, option)
        except FaultsFound as found:
            faults += [Fault(option, *_but_place(fault)) for fault in found.faults]
        else:
            options = {known: by for known, by in options.items() if known[: len(path)] != path}
            options[path] = option
    return data, options, faults


def _put(data: Any, keys: Sequence[str], value: Any, option: str) -> Path:
    """Set the value at the end of the keys and return its path; sections that are not there yet are made."""
    path: list[str | int] = []
    inside = data
    for key, after in zip(keys, [*keys[1:], None], strict=True):
        step = _step(inside, key, path, option)
        path.append(step)
        if after is None:
            inside[step] = value
            break
        if isinstance(inside, dict) and inside.get(key) is None:
            inside[key] = {}
        inside = inside[step]
    return tuple(path)


def _step(inside: Any, key: str, path: Sequence[str | int], option: str) -> str | int:
    """The key, or the index it stands for in a list."""
    if isinstance(inside, dict):
        return key
    where = ".".join(map(str, path))
    if not isinstance(inside, list):
        message = f"{where} is {shown(inside)}, which has no {quoted(key)} inside"
        raise FaultsFound([Fault(option, message, f"--set {where}=..., or the key of a mapping or list")])
    numbers = [str(index) for index in range(len(inside))]
    if key not in numbers:
        message = f"{where} is a list of {len(inside)}, which has no {quoted(key)} inside"
        allowed = f"a number from 0 to {len(inside) - 1}" if inside else f"--set {where}=[...]"
        raise FaultsFound([Fault(option, message, allowed)])
    return int(key)


def _but_place(fault: Fault) -> tuple[str, str, str, str]:
    return fault.message, fault.expected, fault.remedy, fault.excerpt


def _malformed(override: str) -> Fault:
    return Fault(
        f"--set {override}",
        "no key and value",
        "--set key.path=value, as in --set test.alpha=0.01 or --set adjust.0=holm",
    )
