"""Files of scores that no format reads, and the command that writes what is read from them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import NamedTuple


class Conversion(NamedTuple):
    """What a file holds, and a program in Python that writes another from it."""

    holds: str
    program: str  # with {path} in place of the file, and {written} of what is written from it
    ending: str = ".csv"
    needs: str = ""  # what is to be installed for it
    to_name: str = ""  # what the user has to name in it


_FRAME = "import pandas; pandas.read_{kind}({path}).to_csv({written}, index=False)"
_ARRAY = "pandas.DataFrame({array}, columns=['A', 'B', 'C']).to_csv({written}, index_label='dataset')"
_OF_COLUMNS = "the algorithm of each column"


def _frame(holds: str, kind: str, needs: str = "") -> Conversion:
    return Conversion(holds, _FRAME.replace("{kind}", kind), needs=needs)


def _arrays(library: str, array: str) -> Conversion:
    program = f"import pandas, {library}; {_ARRAY.replace('{array}', array)}"
    return Conversion("arrays, whose rows and columns have no names", program, to_name=_OF_COLUMNS)


_PICKLED = _frame("pickled objects of Python, which may run any program as they are read", "pickle")
# By suffix.
CONVERSIONS: Mapping[str, Conversion] = {
    ".feather": _frame("a table in the format of Arrow", "feather", "pyarrow"),
    ".arrow": _frame("a table in the format of Arrow", "feather", "pyarrow"),
    ".orc": _frame("a table in the format ORC", "orc", "pyarrow"),
    ".dta": _frame("a data set of Stata", "stata"),
    ".sav": _frame("a data set of SPSS", "spss", "pyreadstat"),
    ".sas7bdat": _frame("a data set of SAS", "sas"),
    ".h5": _frame("arrays or tables in HDF5", "hdf", "tables"),
    ".hdf5": _frame("arrays or tables in HDF5", "hdf", "tables"),
    ".pkl": _PICKLED,
    ".pickle": _PICKLED,
    ".toml": Conversion(
        "a document in TOML",
        "import json, tomllib; json.dump(tomllib.load(open({path}, 'rb')), open({written}, 'w'), default=str)",
        ".json",
    ),
    ".npy": _arrays("numpy", "numpy.load({path})"),
    ".npz": Conversion(
        "arrays by name",
        "import numpy, pandas; pandas.DataFrame(dict(numpy.load({path}))).to_csv({written}, index_label='dataset')",
    ),
    ".mat": _arrays("scipy.io", "scipy.io.loadmat({path})['NAME']"),
    ".rdata": Conversion("objects of R", "load({path}); write.csv(NAME, {written}, row.names=FALSE)"),
    ".rds": Conversion("an object of R", "write.csv(readRDS({path}), {written}, row.names=FALSE)"),
}
_OF_R = frozenset({".rdata", ".rds"})


def remedy_for(path: str, suffix: str) -> str:
    """Return the command that writes what can be read from a file of this suffix.

    >>> print(remedy_for("acc.dta", ".dta"))
    python -c "import pandas; pandas.read_stata('acc.dta').to_csv('acc.csv', index=False)"
    """
    conversion = CONVERSIONS[suffix]
    written = PurePosixPath(path).with_suffix(conversion.ending).as_posix()
    program = conversion.program.replace("{path}", repr(path)).replace("{written}", repr(written))
    command = "Rscript -e" if suffix in _OF_R else "python -c"
    quoted = f'"{program}"' if not {*'"$`\\'} & {*program} else shlex.quote(program)
    after = [f"pip install {conversion.needs}"] if conversion.needs else []
    after += [f"with {conversion.to_name} in place of A, B and C"] if conversion.to_name else []
    after += ["with the name of the object in place of NAME"] if "NAME" in program else []
    return " ".join([f"{command} {quoted}", *(f"({text})" for text in after)])
