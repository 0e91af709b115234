"""Test that data sets agree with their docstrings, and that files are read in every form or refused."""

import bz2
import csv as csv_module
import gzip
import lzma

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import dump_svmlight_file, load_svmlight_file

from pegasos_edu.datasets import (
    blobs,
    breast_cancer,
    circles,
    csv,
    digits,
    fashion_mnist,
    moons,
    sparse_text,
    svmlight,
    toy,
    xor,
)

MADE = {
    "toy": toy,
    "moons": moons,
    "blobs": blobs,
    "circles": circles,
    "xor": xor,
    "sparse_text": lambda m=50, seed=0: sparse_text(m, d=1_000, nnz=20, seed=seed),
}


def dense(X):
    return X.toarray() if sparse.issparse(X) else X


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_made_data_have_both_classes_and_come_from_their_seed(make):
    X, y, names = make(m=51)
    assert X.shape[0] == 51 and y.shape == (51,) and set(y.tolist()) == {-1, 1} and len(names) == 2
    again, other = make(m=51), make(m=51, seed=1)
    assert np.array_equal(dense(X), dense(again.X)) and np.array_equal(y, again.y)
    assert not np.array_equal(dense(X), dense(other.X))


def test_toy_is_separated_by_exactly_its_margin():
    X, y, _ = toy(200, margin=0.1, seed=3)
    assert (y * (X @ [1, 1]) / np.sqrt(2)).min() == pytest.approx(0.1, rel=1e-12)


def test_the_offset_moves_the_blobs_and_nothing_else():
    np.testing.assert_allclose(blobs(offset=3.5).X - blobs().X, 3.5, rtol=1e-12)
    X, y, _ = blobs(20_000, distance=4.0)
    np.testing.assert_allclose(X[y == 1].mean(axis=0) - X[y == -1].mean(axis=0), 4 / np.sqrt(2), atol=0.05)


def test_circles_and_corners_have_their_classes_where_no_line_separates_them():
    X, y, _ = circles(2_000, noise=0.01)
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), np.where(y > 0, 2, 1), atol=0.06)
    X, y, _ = xor(2_000, noise=0.01)
    assert np.array_equal(np.sign(X[:, 0] * X[:, 1]), y) and len(np.unique(np.sign(X), axis=0)) == 4


def test_sparse_text_has_unit_rows_of_different_words_and_a_long_tail():
    X, y, _ = sparse_text(m=400, d=1_000_000, nnz=75)
    assert X.shape == (400, 1_000_000) and np.all(np.diff(X.indptr) == 75) and X.has_canonical_format
    np.testing.assert_allclose(np.sqrt(X.multiply(X).sum(axis=1)), 1, rtol=1e-12)
    often = np.sort(np.bincount(X.indices))[::-1]
    assert often[0] > 100 and np.sum(often == 1) > 5_000
    assert 0.3 < np.mean(y == 1) < 0.7


def test_scikit_learns_sets_become_two_class_problems():
    X, y, names = digits((1, 7))
    assert X.shape[1] == 64 and X.min() == 0 and X.max() == 1 and names == ("1", "7")
    X, y, names = breast_cancer()
    assert X.shape == (569, 30) and names == ("malignant", "benign") and np.sum(y == 1) == 357
    np.testing.assert_allclose([X.mean(axis=0), X.std(axis=0)], [np.zeros(30), np.ones(30)], atol=1e-10)


def test_svmlight_reads_two_labels_of_any_value(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("2 1:0.5 4:1\n7 2:1\n2\n")
    X, y, names = svmlight(file)
    assert X.toarray().tolist() == [[0.5, 0, 0, 1], [0, 1, 0, 0], [0, 0, 0, 0]]
    assert y.tolist() == [-1, 1, -1] and names == ("2", "7")
    assert svmlight(file, n_features=9).X.shape == (3, 9)
    with gzip.open(tmp_path / "a.gz", "wt") as packed:
        packed.write(file.read_text())
    assert (svmlight(tmp_path / "a.gz").X != X).nnz == 0


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("1 2:1\n\n# a\n2 1:x\n", "got something else .*'2 1:x' in line 4"),
        ("", "two labels"),
        ("1 1:1\n2 1:1\n\n3 1:1\n", "got 3: .*, the third in line 4"),
        ("1 1:1\n\n2 1:nan\nnan 1:0 2:inf\n", "NaN or infinity in 2 of 3 examples, first in example 2, line 3"),
        ("1 1:1\n2 1:1e999\n", "NaN or infinity in 1 of 2 examples, first in example 2, line 2"),
        (
            "1 1:1\n2 1:0.5 2147483648:1\n",
            "'2 1:0.5 2147483648:1' in line 2: an index is at least 0 and at most 21474836",
        ),
        ("1 1:1\n2 9223372036854775807:1\n", "in line 2: an index is at least 0 and at most"),
        ("1 1:1\n2 9223372036854775808:1\n", "in line 2"),
        ("1 1:1\n2 -1:1\n", "in line 2: an index is at least 0"),
        ("1 1:1\n# a\n-1 3:1 2:1\n", "in line 3: the indices of a line rise, and none is repeated"),
        ("1 1:1 1:2\n-1 2:1\n", "in line 1: the indices of a line rise, and none is repeated"),
        ("1 1:1\n2 1:2:3\n", "in line 2: each feature is written as index:value"),
        ("1 1 2:3:4\n2 1:1\n", "in line 1: each feature is written as index:value"),
        ("1 1:1\n2 1:\n", "'2 1:' in line 2"),
        ("1 1:1\n2 :1\n", "'2 :1' in line 2"),
        ("1 1:1\n2 1:1_0\n", "in line 2: a number has digits"),
        ("1 1:1\n2 1:٣\n", "in line 2: a number has digits"),
        ("1 1:1\n2 qid:1 qid:2 1:1\n", "in line 2"),
        ("1 1:1\n2,3 1:1\n", "'2,3 1:1' in line 2"),
        ("1 1:1\n2 1:1\0\n", "in line 2"),
        ("1 1:1\n2 1:0,5\n", "in line 2"),
    ],
)
def test_svmlight_refuses_other_files(tmp_path, content, what):
    (tmp_path / "a.txt").write_text(content)
    with pytest.raises(ValueError, match=what):
        svmlight(tmp_path / "a.txt")
    with pytest.raises(FileNotFoundError, match="nowhere must exist"):
        svmlight(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("content", "X"),
    [
        ("1 qid:3 1:1\n2 qid:3 2:.5 # a: 3:4\n", [[1, 0], [0, 0.5]]),
        ("# a\n\n1 0:1\n2 1:1\n\n", [[1, 0], [0, 1]]),
        ("\ufeff1 1:1\r\n2\t2:1e0 \r\n", [[1, 0], [0, 1]]),
        ("1 1:1\r2 2:1\r", [[1, 0], [0, 1]]),
        ("\ufeff1 1:1\r\n2 2:1\r\n".encode("utf-16-le"), [[1, 0], [0, 1]]),
        ("\ufeff1 1:1\n2 2:1\n".encode("utf-16-be"), [[1, 0], [0, 1]]),
        (b"1 1:1 # gr\xfc\xdfe\n2 2:1\n", [[1, 0], [0, 1]]),
        ("\n1\n2 2:1\n2\n", [[0, 0], [0, 1], [0, 0]]),
    ],
)
def test_svmlight_reads_every_form(tmp_path, content, X):
    data = svmlight(written(tmp_path, content))
    assert data.X.toarray().tolist() == X and data.y.tolist() == [-1, 1, 1][: len(X)]
    assert data.X.indices.dtype == np.int32 and data.X.has_canonical_format


def test_svmlight_reads_what_scikit_learn_reads(tmp_path):
    X = sparse.random(300, 40, 0.1, "csr", random_state=0)
    dump_svmlight_file(X, np.arange(300) % 2, str(tmp_path / "a"), zero_based=False)
    wanted, _ = load_svmlight_file(str(tmp_path / "a"))
    assert (svmlight(tmp_path / "a").X != wanted).nnz == 0


def test_svmlight_names_too_few_features(tmp_path):
    file = written(tmp_path, "1 1:1\n2 7:1\n")
    with pytest.raises(ValueError, match="n_features must be at least 7, the columns of .*, got 3; leave it out"):
        svmlight(file, n_features=3)
    with pytest.raises(ValueError, match="n_features must be a whole number of at least 1"):
        svmlight(file, n_features=0)


def written(folder, content):
    """Return the path of a new file with this text, or these bytes."""
    file = folder / "a.csv"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


@pytest.mark.parametrize(
    "content",
    [
        "1,2,no\n3,-0.4e1,yes\n",
        "a,b,c\n1,2,no\n3,-4,yes",
        "1\t2\tno\n3\t-4\tyes\n",
        "\n\r\n1,2,no\r\n  \r\n3,-4,yes\r\n\r\n",
        '"a;b", "", "c"\n "1", 2 , "no"\n3,-4,yes\n',
        b"\xef\xbb\xbf1,2,no\n3,-4,yes\n",
        "a,Class,y\n1,no,2\n3,yes,-4\n",
        "TARGET,a,b\nno,1,2\nyes,3,-4\n",
    ],
)
def test_csv_reads_columns_with_and_without_a_header(tmp_path, content):
    X, y, names = csv(written(tmp_path, content))
    assert X.dtype == float and X.tolist() == [[1, 2], [3, -4]] and y.tolist() == [-1, 1] and names == ("no", "yes")


@pytest.mark.parametrize(
    ("content", "label", "X"),
    [
        ("a,b,c\nno,1,2\nyes,3,4\n", "a", [[1, 2], [3, 4]]),
        ("a,a,c\n1,2,no\n3,4,yes\n", "c", [[1, 2], [3, 4]]),
        ("1,2,y\n3,4,z\n", None, [[1, 2], [3, 4]]),
    ],
)
def test_csv_takes_the_label_column_that_is_meant(tmp_path, content, label, X):
    data = csv(written(tmp_path, content), label)
    assert data.X.tolist() == X and data.y.tolist() == [-1, 1]


@pytest.mark.parametrize(
    ("labels", "y", "names"),
    [
        (["10", "9", "9.0"], [1, -1, -1], ("9", "10")),
        (["+1", "-1", "1"], [1, -1, 1], ("-1", "+1")),
        (["b10", "b9", "b9"], [-1, 1, 1], ("b10", "b9")),
    ],
)
def test_csv_sorts_labels_as_numbers_or_else_as_text(tmp_path, labels, y, names):
    data = csv(written(tmp_path, "".join(f"{n},{label}\n" for n, label in enumerate(labels))))
    assert data.y.tolist() == y and data.names == names


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("", "got an empty file"),
        ("a,b,c\n\n1,2,no\n3,yes\n", "must have 3 fields in each line, as in its first, got 2 in line 4"),
        ("a,b,c\n\n1,x,no\n3,4,yes\n", "finite number in line 3, column 'b', got 'x'"),
        ("1,2,no\n3,,yes\n", "finite number in line 2, column 1, got nothing"),
        ("1,2,no\n3,1_0,yes\n", "column 1, got '1_0'"),
        ("a;b\n1,5;no\n2;yes\n", "column 'a', got '1,5'; write decimals with a point"),
        ("a,b\n1,no\n2,\n", "no gaps in column 'b', got '' in 1 of 2 examples; leave these lines out"),
        ("".join(f"0,{n}\n" for n in range(12)), r"got 12: \['0', '1', '2', '3', '4'\]; keep the lines of two"),
    ],
)
def test_csv_refuses_other_files(tmp_path, content, what):
    with pytest.raises(ValueError, match=what):
        csv(written(tmp_path, content))
    with pytest.raises(FileNotFoundError, match="nowhere must exist"):
        csv(tmp_path / "nowhere")


def test_csv_reads_a_first_line_of_any_length(tmp_path):
    numbers = ",".join(["0.12345"] * 20_000)
    assert len(numbers) > csv_module.field_size_limit()
    assert csv(written(tmp_path, f"{numbers},no\n{numbers},yes\n")).X.shape == (2, 20_000)


@pytest.mark.parametrize(("first", "label"), [*(("a,b,b", label) for label in ("d", "b", 3, 0.5, [0])), ("1,2,3", "1")])
def test_csv_refuses_a_label_column_that_is_not_there(tmp_path, first, label):
    with pytest.raises(ValueError, match="label must be the name of one column in a header, or a number from 0 to 2"):
        csv(written(tmp_path, f"{first}\n1,2,3\n4,5,6\n"), label)


def idx(array):
    head = b"\0\0\x08" + bytes([array.ndim]) + np.array(array.shape, dtype=">u4").tobytes()
    return head + array.astype(np.uint8).tobytes()


IMAGES = np.arange(12 * 784).reshape(12, 28, 28) % 256
LABELS = np.arange(12) % 4


@pytest.fixture(params=["npz", "idx", "idx.gz"])
def fashion_folder(request, tmp_path):
    if request.param == "npz":
        np.savez(tmp_path / "fashion.npz", X=IMAGES.reshape(12, 784).astype(np.uint8), y=LABELS)
    else:
        write, end = (open, "") if request.param == "idx" else (gzip.open, ".gz")
        for name, array in (("images-idx3", IMAGES), ("labels-idx1", LABELS)):
            with write(tmp_path / f"train-{name}-ubyte{end}", "wb") as file:
                file.write(idx(array))
    return tmp_path


def test_fashion_mnist_from_files_of_every_form(fashion_folder):
    X, y, names = fashion_mnist(("Pullover", "Trouser"), folder=fashion_folder)
    assert names == ("Pullover", "Trouser") and y.tolist() == [1, -1, 1, -1, 1, -1]
    np.testing.assert_array_equal(X, IMAGES.reshape(12, 784)[[1, 2, 5, 6, 9, 10]] / 255)
    assert np.array_equal(fashion_mnist((2, 1), folder=fashion_folder).X, X)


def damaged(content, n):
    """Return the content: either cut in the middle, or with wrong bytes in the middle."""
    half = len(content) // 2
    return content[:half] if n else content[:half] + bytes(40) + content[half + 40 :]


@pytest.mark.parametrize("n", [0, 1])
def test_a_damaged_archive_is_refused_in_words(n, tmp_path):
    text = "".join(f"{n % 2} 1:{n} 2:{n * n}\n" for n in range(999)).encode()
    for name, pack in (("a.gz", gzip.compress), ("a.bz2", bz2.compress)):
        (tmp_path / name).write_bytes(damaged(pack(text), n))
        with pytest.raises(ValueError, match=f"{name} must hold lines such as .*, got something else"):
            svmlight(tmp_path / name)
    (tmp_path / "train-images-idx3-ubyte.gz").write_bytes(damaged(gzip.compress(idx(IMAGES)), n))
    (tmp_path / "train-labels-idx1-ubyte").write_bytes(idx(LABELS))
    with pytest.raises(ValueError, match="ubyte.gz must be a whole IDX file of bytes, got something else"):
        fashion_mnist(folder=tmp_path)
    np.savez_compressed(tmp_path / "a.npz", X=IMAGES.reshape(12, 784), y=LABELS)
    (tmp_path / "a.npz").write_bytes(damaged((tmp_path / "a.npz").read_bytes(), n))
    with pytest.raises(ValueError, match="a.npz must be a whole .npz file of numbers, got something else"):
        fashion_mnist(folder=tmp_path)


@pytest.mark.parametrize(
    ("X", "y", "words"),
    [
        (np.full((12, 784), np.nan), LABELS, "X must be rows of finite numbers"),
        (IMAGES.reshape(12, 784), LABELS / 2, "y must be whole numbers, one for each image"),
        (IMAGES.reshape(12, 784), LABELS.astype(object), "Object arrays cannot be loaded"),
    ],
)
def test_arrays_of_another_form_are_refused_in_words(X, y, words, tmp_path):
    np.savez(tmp_path / "a.npz", X=X, y=y)
    with pytest.raises(ValueError, match=f"a.npz must be a whole .npz file of numbers, got something else .*{words}"):
        fashion_mnist((0, 1), folder=tmp_path)


@pytest.mark.parametrize(
    ("classes", "words"),
    [(5, "name two"), (("3", 3), "name two"), (("3", "x"), "names or numbers"), ((2, 10), "names or numbers")],
)
def test_classes_must_be_two_that_exist(classes, words):
    with pytest.raises(ValueError, match=f"classes must .*{words}"):
        digits(classes)


PAIRS = {
    "with points": ("train-images.idx3-ubyte", "train-labels.idx1-ubyte"),
    "in capitals": ("T10K-IMAGES-IDX3-UBYTE.GZ", "T10K-LABELS-IDX1-UBYTE.gz"),
    "packed by xz": ("train-images-idx3-ubyte.xz", "train-labels-idx1-ubyte.xz"),
    "in the folder of torchvision": ("raw/train-images-idx3-ubyte", "raw/train-labels-idx1-ubyte"),
    "below the root of torchvision": (
        "FashionMNIST/raw/train-images-idx3-ubyte.gz",
        "FashionMNIST/raw/train-labels-idx1-ubyte.gz",
    ),
    "in folders of their names": (
        "train-images-idx3-ubyte/train-images-idx3-ubyte",
        "train-labels.idx1-ubyte/train-labels.idx1-ubyte",
    ),
    "one of them in a folder": ("archive/t10k-images.idx3-ubyte/x", "archive/t10k-labels-idx1-ubyte"),
}


@pytest.mark.parametrize("names", PAIRS.values(), ids=PAIRS)
def test_fashion_mnist_is_found_under_the_names_that_programs_give(names, tmp_path):
    for name, array in zip(names, (IMAGES, LABELS)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        content = idx(array)
        (tmp_path / name).write_bytes(lzma.compress(content) if name.endswith("xz") else content)
    assert fashion_mnist((1, 2), folder=tmp_path).X.shape == (6, 784)


def test_an_npz_file_that_would_fill_the_memory_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("pegasos_edu.datasets.packed_files.LEAST_LIMIT", 1 << 20)
    np.savez_compressed(tmp_path / "a.npz", X=np.zeros((12, 1 << 20), np.uint8), y=LABELS)
    with pytest.raises(ValueError, match="a.npz must hold at most 1 MiB, got more"):
        fashion_mnist(folder=tmp_path)


def test_two_sets_below_a_folder_are_said(tmp_path):
    for folder in ("FashionMNIST/raw", "MNIST/raw"):
        (tmp_path / folder).mkdir(parents=True)
        for name, array in (("images-idx3", IMAGES), ("labels-idx1", LABELS)):
            (tmp_path / folder / f"train-{name}-ubyte").write_bytes(idx(array))
    with pytest.raises(ValueError, match="must hold one data set, got 2, in .*FashionMNIST.* and .*MNIST"):
        fashion_mnist(folder=tmp_path)
    assert len(fashion_mnist((0, 1), folder=tmp_path / "MNIST").X) == 6


@pytest.mark.parametrize(
    ("images", "labels", "words"),
    [
        (idx(LABELS), idx(LABELS), "must hold images"),
        (idx(IMAGES), idx(IMAGES), "must hold images"),
        (idx(IMAGES[:0]), idx(LABELS[:0]), "must hold images"),
        (b"\0\0\x08\0\x01", idx(LABELS), "must hold images"),
        (idx(IMAGES)[:20], idx(LABELS), "must be a whole IDX file of bytes"),
        (b"\0\0\x08\x04" + b"\0\1\0\0" * 4, idx(LABELS), "must be a whole IDX file of bytes"),
        (b"\0\0\x0d\x01\0\0\0\0", idx(LABELS), "must be a whole IDX file of bytes"),
        (b"\0\0", idx(LABELS), "must be a whole IDX file of bytes"),
        (idx(IMAGES), idx(LABELS[:-1]), "each image must have a label"),
        (idx(IMAGES), idx(0 * LABELS), "must hold images of both classes, got 12 and 0"),
    ],
)
def test_other_images_are_refused_in_words(images, labels, words, tmp_path):
    (tmp_path / "train-images-idx3-ubyte").write_bytes(images)
    (tmp_path / "train-labels-idx1-ubyte").write_bytes(labels)
    with pytest.raises(ValueError, match=words):
        fashion_mnist((0, 1), folder=tmp_path)


def test_fashion_mnist_says_what_is_missing(tmp_path, monkeypatch):
    with pytest.raises(FileNotFoundError, match="IDX files train-images-idx3-ubyte"):
        fashion_mnist(folder=tmp_path)
    (tmp_path / "train-images-idx3-ubyte").write_bytes(idx(IMAGES)[:-5])
    (tmp_path / "train-labels-idx1-ubyte").write_bytes(idx(LABELS))
    with pytest.raises(ValueError, match="must be a whole IDX file of bytes"):
        fashion_mnist(folder=tmp_path)

    def offline(*_, **__):
        raise OSError("no route")

    monkeypatch.setattr("sklearn.datasets.fetch_openml", offline)
    with pytest.raises(ConnectionError, match=r"got no connection \(no route\); go online once, or give folder="):
        fashion_mnist()


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: toy(0), "m must be a whole number"),
        (lambda: moons(noise=-1), "noise must be"),
        (lambda: blobs(offset=float("nan")), "offset must be a finite number"),
        (lambda: sparse_text(d=100, nnz=75), "nnz must be at most d/2 = 50"),
        (lambda: sparse_text(flip=0.7), "flip must be a share"),
        (lambda: toy(seed=None), "seed must be"),
    ],
)
def test_bad_sizes_are_refused(make, what):
    with pytest.raises(ValueError, match=what):
        make()


def test_moons_are_those_of_scikit_learn():
    from sklearn.datasets import make_moons

    points, labels = make_moons(201, noise=0.3, random_state=5)
    assert np.array_equal(moons(201, noise=0.3, seed=5).X, points - [0.5, 0.25])
    assert np.array_equal(moons(201, noise=0.3, seed=5).y, 2 * labels - 1)


def test_real_files(data_folder):
    X, y, names = svmlight(data_folder / "heart_scale")
    assert X.shape == (270, 13) and names == ("-1", "1")
    X, y, names = fashion_mnist(("Pullover", "Coat"), folder=data_folder)
    assert X.shape == (180, 784) and X.max() == 1.0
