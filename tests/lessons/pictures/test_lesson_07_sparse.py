import numpy as np
from scipy import sparse

from pegasos_edu.lessons.pictures.lesson_07_sparse import csr_picture, rounded_products, strongest_words

TABLE = np.array([[0, 2, 0, 0, 1], [3, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 1, 0, 4.5, 0]])


def test_the_table_and_the_three_arrays_hold_the_matrix(ax):
    X = sparse.csr_matrix(TABLE)
    borders = csr_picture(X, ax=ax)
    texts = {text.get_position(): text.get_text() for text in ax.texts}
    numbers = {patch.get_xy(): texts[patch.get_x() + 0.5, patch.get_y() + 0.5] for patch in ax.patches}
    for (i, j), value in np.ndenumerate(TABLE):
        assert numbers.pop((j, i)) == f"{value:g}"
    strips = {}
    for (_, height), number in sorted(numbers.items()):
        strips.setdefault(height, []).append(float(number))
    assert [strips[height] for height in sorted(strips)] == [list(part) for part in (X.data, X.indices, X.indptr)]
    np.testing.assert_allclose(np.diff([line.get_xdata()[0] for line in borders]), np.diff(X.indptr))


def test_the_strongest_words_stand_in_order_without_those_of_weight_0(ax):
    weights, words = np.array([0.5, -3.0, 0.0, 2.0, -1.0, 4.0]), list("abcdef")
    assert [bar.get_width() for bar in strongest_words(weights, words, count=2, ax=ax)] == [-3, -1, 2, 4]
    assert [text.get_text() for text in ax.texts] == ["b", "e", "d", "f"]
    assert [bar.get_width() for bar in strongest_words(weights, words, count=50, ax=ax)] == [-3, -1, 0.5, 2, 4]


def test_the_products_beside_1_are_exact_and_their_arrows_lead_to_the_rounded_ones(ax):
    lams = {"1/2": 0.5, "1e-4": 1e-4, "1e-5": 1e-5}
    exact = rounded_products(lams, ax=ax).get_xdata()
    assert exact[0] == 0 and 0 < exact[1] < 1 and -1 < exact[2] < -0.5
    assert [1 - (1 / lam) * lam for lam in lams.values()] == [0, 0, 2.0**-53]
    assert [text.xy for text in ax.texts if not text.get_text()] == [(0, 1), (-1, 2)]
