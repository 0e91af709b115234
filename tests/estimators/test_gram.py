"""Test rows of a Gram matrix that are computed on demand."""

import numpy as np

from pegasos_edu.estimators.gram import BLOCK, GramRows

K = np.random.default_rng(0).normal(size=(600, 600))


def rows(capacity, asked):
    def block(wanted):
        asked.append(wanted.tolist())
        return K[wanted]

    room = capacity + min(BLOCK, capacity // 3)  # a quarter of the room is for rows that are being computed
    return GramRows(block, 600, room * 8 * 600 / 2**20 + 1e-9)


def test_a_row_is_made_when_first_asked_for_and_kept():
    asked = []
    gram = rows(9, asked)
    for i in (3, 7, 3, 3):
        assert np.array_equal(gram[i], K[i])
    assert asked == [[3], [7]]


def test_what_was_used_longest_ago_gives_way():
    asked = []
    gram = rows(3, asked)
    for i in (1, 2, 3, 1, 4, 1, 2):
        gram[i]
    assert asked == [[1], [2], [3], [4], [2]]


def test_rows_that_are_wanted_next_are_made_together_in_blocks_once_each_and_no_more_than_fit():
    asked = []
    gram = rows(300, asked)
    gram[5]
    gram.prepare([*range(150), 7, 7])
    assert [len(block) for block in asked] == [1, 100, 49]
    gram.prepare(range(600))
    assert len(gram._rows) == gram.capacity == 300


def test_at_least_one_row_is_kept_however_little_room_there_is():
    gram = rows(0, [])
    assert np.array_equal(gram[9], K[9]) and gram.capacity == 1
