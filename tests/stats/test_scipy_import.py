"""What scipy.special is imported without, and that numpy and scipy are left as they were."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys

import pytest
import numpy
names = [*numpy.__all__]
import rankpress.stats
assert [*numpy.__all__] == names
from scipy._lib import _array_api
assert _array_api.xp_capabilities.__module__ == _array_api.__name__
assert not {"numpy.f2py", "numpy.testing", "unittest"} & {*sys.modules}
import scipy.special
assert "Array API" not in scipy.special.ndtri.__doc__
import scipy.stats
assert "Array API" in scipy.stats.wilcoxon.__doc__
assert abs(scipy.stats.norm.ppf(0.975) - scipy.special.ndtri(0.975)) < 1e-15
"""


@pytest.mark.weekly
def test_only_what_is_used_is_loaded_and_all_else_is_as_scipy_has_it():
    done = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM], check=False, capture_output=True, text=True, timeout=300
    )
    assert not done.returncode, done.stderr
