"""Data sets that are complete lists: every case a rule applies to, with the class the rule gives it.

Nominal attributes with more than two values are coded as one 0/1 column a value, for all algorithms alike.
"""

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

Attributes = NDArray[np.float64]
Classes = NDArray[np.int64]
Sample = tuple[Attributes, Classes]

MONK_SIZES = (3, 3, 2, 3, 4, 2)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY, CROSS, NOUGHT = 0, 1, 2


def enumerate_monks(problem: int) -> Sample:
    """List the 432 robots of the Monk's problem 1, 2 or 3, without the noise of problem 3's training set.

    References
    ----------
    Thrun, S. B. and 23 others (1991). The MONK's Problems: A Performance Comparison of Different Learning
    Algorithms. Technical report CMU-CS-91-197, Carnegie Mellon University. UCI: 10.24432/C5R30R.
    """
    robots = list(product(*(range(1, size + 1) for size in MONK_SIZES)))
    rules = {1: _is_monk_1, 2: _is_monk_2, 3: _is_monk_3}
    labels = np.array([rules[problem](robot) for robot in robots], dtype=np.int64)
    return one_hot(np.array(robots) - 1, MONK_SIZES), labels


def _is_monk_1(robot: Sequence[int]) -> bool:
    return robot[0] == robot[1] or robot[4] == 1


def _is_monk_2(robot: Sequence[int]) -> bool:
    return sum(value == 1 for value in robot) == 2


def _is_monk_3(robot: Sequence[int]) -> bool:
    return (robot[4] == 3 and robot[3] == 1) or (robot[4] != 4 and robot[1] != 3)


def enumerate_tic_tac_toe() -> Sample:
    """List the 958 boards on which a game of tic-tac-toe can end when x moves first; class 1 where x has won.

    References
    ----------
    Aha, D. W. (1991). Tic-Tac-Toe Endgame. UCI: 10.24432/C5688J.
    """
    boards = [board for board in product((EMPTY, CROSS, NOUGHT), repeat=9) if _is_final(board)]
    labels = np.array([_has_line(board, CROSS) for board in boards], dtype=np.int64)
    return one_hot(np.array(boards), (3,) * 9), labels


def _is_final(board: Sequence[int]) -> bool:
    """Whether play that stops at the first line ends here; after x's move there is one cross more."""
    lead = board.count(CROSS) - board.count(NOUGHT)
    x_won, o_won = _has_line(board, CROSS), _has_line(board, NOUGHT)
    if x_won or o_won:
        return not (x_won and o_won) and lead == (1 if x_won else 0)
    return EMPTY not in board and lead == 1


def _has_line(board: Sequence[int], mark: int) -> bool:
    return any(all(board[square] == mark for square in line) for line in LINES)


def enumerate_balance_scale() -> Sample:
    """List the 625 settings of a balance with weights and distances from 1 to 5.

    Class 0 tips to the left, 1 is balanced, 2 tips to the right.

    References
    ----------
    Siegler, R. S. (1976). Three aspects of cognitive development. Cognitive Psychology 8, 481-520,
    10.1016/0010-0285(76)90016-5. UCI: 10.24432/C5488X.
    """
    settings = np.array(list(product(range(1, 6), repeat=4)), dtype=np.int64)
    torque = settings[:, 2] * settings[:, 3] - settings[:, 0] * settings[:, 1]
    return settings.astype(np.float64), np.sign(torque) + 1


def enumerate_multiplexer(address_bits: int) -> Sample:
    """List all inputs of a multiplexer; its class is the data bit that the address bits point at.

    References
    ----------
    Wilson, S. W. (1987). Classifier systems and the animat problem. Machine Learning 2, 199-228,
    10.1007/BF00058679.
    """
    words = _enumerate_bits(address_bits + 2**address_bits)
    powers = 2 ** np.arange(address_bits)[::-1]
    address = words[:, :address_bits] @ powers
    return words.astype(np.float64), words[np.arange(len(words)), address_bits + address]


def enumerate_three_adjacent() -> Sample:
    """List the 512 words of nine bits; class 1 where three adjacent bits are set.

    The benchmark collection PMLB has 512 nine-bit words named threeOf9 and states no rule for them. This rule
    gives classes as unequal as PMLB reports, 274 to 238; whether it is the same rule was not checked.

    References
    ----------
    Olson, R. S. et al. (2017). PMLB. BioData Mining 10, 36, 10.1186/s13040-017-0154-4.
    """
    words = _enumerate_bits(9)
    runs = words[:, :-2] & words[:, 1:-1] & words[:, 2:]
    return words.astype(np.float64), runs.max(axis=1)


def enumerate_xd6() -> Sample:
    """List the 1024 words of ten bits; class 1 where bits 1-3, 4-6 or 7-9 are all set; bit 10 is idle.

    This is the complete list, without noise on the classes.

    References
    ----------
    Buntine, W. and Niblett, T. (1992). A further comparison of splitting rules for decision-tree induction.
    Machine Learning 8, 75-85, 10.1007/BF00994006.
    """
    words = _enumerate_bits(10)
    terms = words[:, :9].reshape(-1, 3, 3).min(axis=2)
    return words.astype(np.float64), terms.max(axis=1)


def one_hot(codes: NDArray[np.int64], sizes: Iterable[int]) -> Attributes:
    """Turn each column of codes 0..size-1 into `size` columns of which one is 1."""
    return np.hstack([np.eye(size)[codes[:, column]] for column, size in enumerate(sizes)])


def _enumerate_bits(length: int) -> NDArray[np.int64]:
    return np.array(list(product((0, 1), repeat=length)), dtype=np.int64)
