"""The data sets of the benchmark against facts that others published about them.

Against the UCI repository's pages: rows and class counts of iris, wine, breast cancer, digits, the three Monk's
problems, tic-tac-toe, balance-scale. PMLB: the imbalance of threeOf9, (difference of the class sizes / rows) squared.
Breiman (1998), Breiman et al. (1984): the least possible errors of twonorm, threenorm, LED and waveform, by the best
rule on a large sample. Berrar (2017), section 7: Synthetic 1 to 4. Counts by hand: multiplexer, xd6.
"""

import numpy as np
import pytest
from benchmark import generated
from benchmark.datasets import SOURCES, make_dataset
from benchmark.enumerated import enumerate_multiplexer, one_hot

CLASS_COUNTS = {
    "iris": [50, 50, 50],
    "wine": [59, 71, 48],
    "breast cancer": [212, 357],
    "digits": [178, 182, 177, 183, 181, 182, 181, 179, 174, 180],
    "Monk's 1": [216, 216],
    "Monk's 2": [290, 142],
    "Monk's 3": [204, 228],
    "tic-tac-toe": [332, 626],
    "balance-scale": [288, 49, 288],
    "multiplexer-11": [1024, 1024],
    "xd6": [686, 338],  # 1024 * (7/8)^3 words have none of the three terms
    "Synthetic 1": [50, 50],
    "Synthetic 2": [70, 30],
    "Synthetic 3": [80, 20],
    "Synthetic 4": [50, 50],
}


LISTS = ["Monk's 1", "tic-tac-toe", "balance-scale", "multiplexer-11", "3 adjacent of 9", "xd6"]
SAMPLE = 20_000


@pytest.mark.few
@pytest.mark.parametrize("name", CLASS_COUNTS)
def test_class_counts_are_the_published_ones(name):
    assert np.bincount(make_dataset(name).classes).tolist() == CLASS_COUNTS[name]


@pytest.mark.few
@pytest.mark.parametrize("name", SOURCES)
def test_a_name_always_gives_the_same_rows(name):
    first, second = make_dataset(name), make_dataset(name)
    assert np.array_equal(first.attributes, second.attributes)
    assert np.array_equal(first.classes, second.classes)
    assert np.isfinite(first.attributes).all()


@pytest.mark.few
@pytest.mark.parametrize("name", LISTS)
def test_lists_hold_each_case_once(name):
    attributes = make_dataset(name).attributes
    assert len(np.unique(attributes, axis=0)) == len(attributes)


def test_three_adjacent_is_as_unequal_as_threeof9():
    classes = make_dataset("3 adjacent of 9").classes
    difference = np.diff(np.bincount(classes))[0] / len(classes)
    assert difference**2 == 0.00494384765625


def test_multiplexer_reads_the_bit_its_address_names():
    attributes, classes = enumerate_multiplexer(2)
    words = {tuple(word): label for word, label in zip(attributes.astype(int).tolist(), classes, strict=True)}
    assert len(words) == 64
    assert words[1, 0, 0, 0, 1, 0] == 1  # address 2 names the third data bit
    assert words[0, 1, 1, 0, 1, 1] == 0  # address 1 names the second


@pytest.mark.nightly
def test_tic_tac_toe_has_sixteen_draws():
    data = make_dataset("tic-tac-toe")
    boards = data.attributes.reshape(-1, 9, 3)
    full = boards[:, :, 0].sum(axis=1) == 0
    # Column 2 marks o's squares; x has no line where the class is 0.
    lost_or_drawn = boards[full & (data.classes == 0)][:, :, 2]
    assert sum(not _has_line(noughts) for noughts in lost_or_drawn) == 16


def _has_line(squares):
    board = squares.reshape(3, 3)
    lines = [*board, *board.T, board.diagonal(), board[::-1].diagonal()]
    return any(line.all() for line in lines)


def test_one_hot_marks_one_column_an_attribute():
    assert one_hot(np.array([[0, 1], [2, 0]]), (3, 2)).tolist() == [[1, 0, 0, 0, 1], [0, 0, 1, 1, 0]]


def answer_twonorm(attributes):
    return (attributes.sum(axis=1) < 0).astype(np.int64)


def answer_threenorm(attributes):
    mean = np.full(20, 2 / np.sqrt(20))
    alternating = mean * np.where(np.arange(20) % 2 == 0, 1, -1)
    corners = np.logaddexp(attributes @ mean, attributes @ -mean) - np.log(2)
    return (attributes @ alternating > corners).astype(np.int64)


def answer_led(attributes):
    wrong = (attributes[:, None, :] != generated.LIGHTS[None]).sum(axis=2)
    return wrong.argmin(axis=1)


def answer_waveform(attributes):
    """Average the likelihood of each pair of waves over their unknown share, on a grid."""
    points = np.arange(1, 22)
    waves = np.maximum(6 - np.abs(points - np.array([[11], [15], [7]])), 0)
    shares = (np.arange(40)[:, None] + 0.5) / 40
    likelihoods = []
    for first, second in ((0, 1), (0, 2), (1, 2)):
        means = shares * waves[first] + (1 - shares) * waves[second]
        exponents = attributes @ means.T - (means**2).sum(axis=1) / 2
        likelihoods.append(np.logaddexp.reduce(exponents, axis=1))
    return np.argmax(likelihoods, axis=0)


@pytest.mark.parametrize(
    ("generate", "answer", "printed", "half_a_digit"),
    [
        (generated.generate_twonorm, answer_twonorm, 0.023, 0.0005),
        (generated.generate_threenorm, answer_threenorm, 0.105, 0.0005),
        (generated.generate_led, answer_led, 0.26, 0.005),
        (generated.generate_waveform, answer_waveform, 0.14, 0.005),
    ],
)
def test_least_possible_error_is_the_published_one(generate, answer, printed, half_a_digit):
    attributes, classes = generate(rows=SAMPLE, seed=0)
    error = np.mean(answer(attributes) != classes)
    standard_error = np.sqrt(printed * (1 - printed) / SAMPLE)
    assert abs(error - printed) < 3 * standard_error + half_a_digit


def test_ringnorm_has_the_means_and_deviations_of_its_definition():
    attributes, classes = generated.generate_ringnorm(rows=SAMPLE, seed=0)
    assert attributes[classes == 0].mean(axis=0) == pytest.approx(0, abs=0.1)
    assert attributes[classes == 0].std(axis=0) == pytest.approx(2, abs=0.1)
    assert attributes[classes == 1].mean(axis=0) == pytest.approx(1 / np.sqrt(20), abs=0.05)
    assert attributes[classes == 1].std(axis=0) == pytest.approx(1, abs=0.05)


def test_irrelevant_columns_do_not_depend_on_the_class():
    attributes, classes = generated.generate_led(rows=SAMPLE, seed=0, irrelevant=17)
    means = np.array([attributes[classes == digit, 7:].mean(axis=0) for digit in range(10)])
    assert means == pytest.approx(0.5, abs=0.06)
    attributes, classes = generated.generate_waveform(rows=SAMPLE, seed=0, irrelevant=19)
    means = np.array([attributes[classes == wave, 21:].mean(axis=0) for wave in range(3)])
    assert means == pytest.approx(0, abs=0.06)


@pytest.mark.parametrize(
    ("generate", "positive_mean", "negative_mean"),
    [
        (generated.generate_berrar_1, 0.0, 0.5),
        (generated.generate_berrar_2, 0.0, 0.0),
        (generated.generate_berrar_3, 0.5, 0.0),
        (generated.generate_berrar_4, 0.5, 0.0),
    ],
)
def test_berrar_sets_have_the_means_of_section_7(generate, positive_mean, negative_mean):
    samples = [generate(seed) for seed in range(200)]
    attributes = np.vstack([sample[0][:, :10] for sample in samples])
    classes = np.concatenate([sample[1] for sample in samples])
    assert attributes[classes == 1].mean() == pytest.approx(positive_mean, abs=0.02)
    assert attributes[classes == 0].mean() == pytest.approx(negative_mean, abs=0.02)
    assert attributes[classes == 0].std() == pytest.approx(1, abs=0.02)


def test_berrar_4_adds_ten_uniform_columns():
    uniform = np.vstack([generated.generate_berrar_4(seed)[0][:, 10:] for seed in range(200)])
    assert uniform.shape[1] == 10
    assert uniform.min() == pytest.approx(-1, abs=0.001)
    assert uniform.max() == pytest.approx(1, abs=0.001)
    assert uniform.std() == pytest.approx(1 / np.sqrt(3), abs=0.01)
