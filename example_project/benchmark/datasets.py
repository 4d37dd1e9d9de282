"""The data sets of the benchmark, in the order of its tables; none needs a download."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine, make_hastie_10_2

from benchmark import enumerated, generated
from benchmark.enumerated import Attributes, Classes, Sample


@dataclass(frozen=True)
class DataSet:
    """A named table of attributes (rows, columns) and the class of each row."""

    name: str
    attributes: Attributes
    classes: Classes


def generate_hastie(rows: int, seed: int) -> Sample:
    """Draw ten unit normals; the class says whether their squares sum to more than chi-squared(10)'s median.

    References
    ----------
    Hastie, T., Tibshirani, R. and Friedman, J. (2009). The Elements of Statistical Learning, 2nd edition,
    equation 10.2, 10.1007/978-0-387-84858-7.
    """
    attributes, signs = make_hastie_10_2(n_samples=rows, random_state=seed)
    return attributes, (signs > 0).astype("int64")


# scikit-learn's bundled four are the UCI sets 10.24432/C56C76, C5PC7J, C5DW2B and the test part of C50P49.
SOURCES: dict[str, Callable[[], Sample]] = {
    "iris": partial(load_iris, return_X_y=True),
    "wine": partial(load_wine, return_X_y=True),
    "breast cancer": partial(load_breast_cancer, return_X_y=True),
    "digits": partial(load_digits, return_X_y=True),
    "Monk's 1": partial(enumerated.enumerate_monks, 1),
    "Monk's 2": partial(enumerated.enumerate_monks, 2),
    "Monk's 3": partial(enumerated.enumerate_monks, 3),
    "tic-tac-toe": enumerated.enumerate_tic_tac_toe,
    "balance-scale": enumerated.enumerate_balance_scale,
    "multiplexer-11": partial(enumerated.enumerate_multiplexer, 3),
    "3 adjacent of 9": enumerated.enumerate_three_adjacent,
    "xd6": enumerated.enumerate_xd6,
    "twonorm": partial(generated.generate_twonorm, rows=400, seed=1),
    "threenorm": partial(generated.generate_threenorm, rows=400, seed=2),
    "ringnorm": partial(generated.generate_ringnorm, rows=400, seed=3),
    "waveform": partial(generated.generate_waveform, rows=450, seed=4),
    "waveform + noise": partial(generated.generate_waveform, rows=450, seed=5, irrelevant=19),
    "LED": partial(generated.generate_led, rows=500, seed=6),
    "LED + 17 irrelevant": partial(generated.generate_led, rows=500, seed=7, irrelevant=17),
    "Hastie 10.2": partial(generate_hastie, rows=500, seed=8),
    "Synthetic 1": partial(generated.generate_berrar_1, seed=9),
    "Synthetic 2": partial(generated.generate_berrar_2, seed=10),
    "Synthetic 3": partial(generated.generate_berrar_3, seed=11),
    "Synthetic 4": partial(generated.generate_berrar_4, seed=12),
}


def make_dataset(name: str) -> DataSet:
    """Make the data set of this name; the same name always gives the same rows."""
    attributes, classes = SOURCES[name]()
    return DataSet(name, attributes, classes)
