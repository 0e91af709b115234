"""Test that files are opened by their first bytes, up to a limit, and that what cannot be opened is said."""

import bz2
import gzip
import io
import lzma
import random
import re
import tarfile
import tracemalloc
import zipfile

import numpy as np
import pytest
from table_cases import random_tables

from pegasos_edu.datasets import csv, svmlight
from pegasos_edu.datasets.csv_and_idx_files import idx

TABLE = b"a,b,c\n1,2,no\n3,4,yes\n"
ROWS = b"1 1:1\n2 1:2\n"
IMAGE = b"\0\0\x08\x01\0\0\0\x03abc"


def zipped(content, *others):
    """Return a zip archive of one file, or of more."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in (("folder/a.txt", content), *others):
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)  # without the time of day
    return file.getvalue()


def with_resources(content):
    """Return a zip archive such as macOS makes."""
    return zipped(content, ("__MACOSX/folder/._a.txt", b"x"), ("folder/", b""))


PACK = {
    "gzip": lambda content: gzip.compress(content, mtime=0),
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zip": zipped,
    "macOS": with_resources,
}
READ = {
    "csv": (csv, TABLE, lambda data: data.X.tolist() == [[1, 2], [3, 4]]),
    "svmlight": (svmlight, ROWS, lambda data: data.X.toarray().tolist() == [[1], [2]]),
    "idx": (idx, IMAGE, lambda array: array.tolist() == [97, 98, 99]),
}
each = pytest.mark.parametrize("reader", READ)


@each
@pytest.mark.parametrize("pack", PACK.values(), ids=PACK)
@pytest.mark.parametrize("name", ["a.GZ", "a"])
def test_a_packed_file_is_known_by_its_first_bytes(reader, pack, name, tmp_path):
    read, content, is_right = READ[reader]
    (tmp_path / name).write_bytes(pack(content))
    assert is_right(read(tmp_path / name))


@each
def test_a_file_that_was_unpacked_keeps_its_name_and_its_folder(reader, tmp_path):
    read, content, is_right = READ[reader]
    (tmp_path / "a.gz").mkdir()
    (tmp_path / "a.gz" / ".hidden").write_text("x")
    (tmp_path / "a.gz" / "a.gz").write_bytes(content)
    assert is_right(read(tmp_path / "a.gz" / "a.gz")) and is_right(read(tmp_path / "a.gz"))
    (tmp_path / "a.gz" / "b.txt").write_bytes(content)
    with pytest.raises(ValueError, match="a.gz must be a file, got a folder; name one file in it, such as .*a.gz"):
        read(tmp_path / "a.gz")


def tar(content):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.csv"), io.BytesIO())
    return file.getvalue()


OTHERS = {
    "gzip in gzip": (gzip.compress(gzip.compress(TABLE)), "got a gzip archive; unpack or export it first"),
    "7z": (b"7z\xbc\xaf\x27\x1c\0\4", "got a 7z archive"),
    "compress": (b"\x1f\x9d\x90abc", r"got an archive of compress \(.Z\)"),
    "RAR": (b"Rar!\x1a\x07\x01\0", "got a RAR archive"),
    "Zstandard": (b"\x28\xb5\x2f\xfd\x04", "got a Zstandard archive"),
    "tar": (tar(TABLE), "got a tar archive"),
    "tar in gzip": (gzip.compress(tar(TABLE)), "got a tar archive"),
    "Excel": (zipped(b"<", ("[Content_Types].xml", b"<")), "got a spreadsheet or document; export it as CSV"),
    "OpenDocument": (zipped(b"<", ("mimetype", b"a")), "got a spreadsheet or document; export it as CSV"),
    "old Excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "got an old Word or Excel document"),
    "two in a zip": (zipped(TABLE, ("b.csv", TABLE)), "hold one file as an archive, got 2"),
    "none in a zip": (b"PK\x05\x06" + bytes(18), "got an empty zip archive"),
    "web page": (b"\n<!doctype html><p>", "got a web page"),
    "HDF5": (b"\x89HDF\r\n\x1a\n", "got an HDF5 file"),
    "NumPy": (b"\x93NUMPY\x01\0", "got a NumPy file"),
    "PDF": (b"%PDF-1.7\n", "got a PDF file"),
}


@each
@pytest.mark.parametrize(("content", "words"), OTHERS.values(), ids=OTHERS)
def test_another_file_is_named_as_what_it_is(reader, content, words, tmp_path):
    (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(ValueError, match=f"a.csv must .*{words}"):
        READ[reader][0](tmp_path / "a.csv")


def test_a_zip_with_a_password_is_refused(tmp_path):
    content = bytearray(zipped(TABLE))
    content[6] |= 1
    content[content.index(b"PK\1\2") + 8] |= 1
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(ValueError, match="a.zip must be an archive without a password, got one with"):
        csv(tmp_path / "a.zip")


@each
@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zipped], ids=["gzip", "bz2", "xz", "zip"])
def test_an_archive_that_would_fill_the_memory_is_refused_at_the_limit(reader, pack, tmp_path, monkeypatch):
    monkeypatch.setattr("pegasos_edu.datasets.packed_files.LEAST_LIMIT", 1 << 20)
    monkeypatch.setattr("pegasos_edu.datasets.csv_and_idx_files.MAX_BYTES", 1 << 20)
    (tmp_path / "a").write_bytes(pack(READ[reader][1] + b"#" * (24 << 20)))
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=r"a must hold at most \d+ MiB, got more; check that it is the right file"):
            READ[reader][0](tmp_path / "a")
        assert tracemalloc.get_traced_memory()[1] < 12 << 20
    finally:
        tracemalloc.stop()


@each
def test_an_endless_file_is_refused_at_the_limit(reader, tmp_path, monkeypatch):
    monkeypatch.setattr("pegasos_edu.datasets.packed_files.LEAST_LIMIT", 1 << 20)
    monkeypatch.setattr("pegasos_edu.datasets.csv_and_idx_files.MAX_BYTES", 1 << 20)
    (tmp_path / "a").symlink_to("/dev/zero")
    with pytest.raises(ValueError, match="a must hold at most 1 MiB, got more"):
        READ[reader][0](tmp_path / "a")


@each
def test_a_file_that_may_not_be_read_is_said(reader, tmp_path, monkeypatch):
    (tmp_path / "a").write_bytes(TABLE)

    def refused(*_):
        raise PermissionError(13, "Permission denied", "a")

    monkeypatch.setattr("builtins.open", refused)
    with pytest.raises(PermissionError, match="the file must be readable, got “Permission denied”; check that you may"):
        READ[reader][0](tmp_path / "a")


def lines(rng):
    """Return rows in svmlight form."""
    indices = [sorted(rng.sample(range(9), rng.randint(0, 5))) for _ in range(rng.randint(2, 9))]
    rows = (" ".join(f"{n}:{rng.uniform(-1, 1):.3g}" for n in row) for row in indices)
    return "\n".join(f"{rng.choice([1, -1])} {row}" for row in rows).encode()


def damaged(content, rng):
    """Return bytes of which some are cut out, changed, added or repeated."""
    for _ in range(rng.choice([0, 1, 1, 2])):
        first, second = sorted(rng.choices(range(len(content) + 1), k=2))
        new = [
            b"",
            bytes([rng.randrange(256)]),
            rng.choice([b"\0", b"#", b":", b"nan", b"99999999999"]),
            content[first:second],
        ]
        content = content[:first] + rng.choice(new) + content[rng.choice([first, second]) :]
    return content


@pytest.mark.filterwarnings("ignore::UserWarning")  # about columns that are left out
@each
def test_a_file_with_any_damage_is_read_to_finite_numbers_or_refused_in_a_sentence(reader, tmp_path):
    rng, file = random.Random(0), tmp_path / "a"
    read, content, _ = READ[reader]
    for table in random_tables(250):
        whole = {"csv": table, "svmlight": lines(rng), "idx": content}[reader]
        file.write_bytes(damaged(rng.choice([bytes, *PACK.values()])(damaged(whole, rng)), rng))
        try:
            data = read(file)
        except ValueError as error:
            assert re.fullmatch(r".*a must .*, got .*\.", str(error), re.DOTALL)
            continue
        assert reader == "idx" or set(data.y) == {-1, 1} and np.isfinite(data.X @ np.ones(data.X.shape[1])).all()
