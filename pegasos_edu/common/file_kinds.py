"""Name what a file is by its first bytes, since its name may say something else."""

import re

HEAD = 512  # the bytes at the beginning of a file that decide
# The beginning of a file, as a regular expression that JavaScript reads, too (player/js/table.js), and what it is.
KINDS = (
    (rb"\x1f\x8b", "a gzip archive"),
    (rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)", "a bzip2 archive"),
    (rb"\xfd7zXZ\x00", "an xz archive"),
    (rb"PK\x03\x04", "a zip archive, or a Word or Excel document"),
    (rb"PK\x05\x06", "an empty zip archive"),
    (rb"\x1f[\x9d\xa0]", "an archive of compress (.Z)"),
    (rb"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (rb"Rar!\x1a\x07", "a RAR archive"),
    (rb"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (rb"\x04\x22\x4d\x18", "an LZ4 archive"),
    (rb"[^\x00]{1,100}\x00[\s\S]{156,255}ustar", "a tar archive"),
    (rb"\xd0\xcf\x11\xe0", "an old Word or Excel document"),
    (rb"\x89HDF\r\n", "an HDF5 file"),
    (rb"\x93NUMPY", "a NumPy file (.npy)"),
    (rb"PAR1[^ -~\s]", "a Parquet file"),
    (rb"SQLite format 3\x00", "a database (SQLite)"),
    (rb"%PDF", "a PDF file"),
    (rb"\{\\rtf", "an RTF document"),
    (rb"\x89PNG|\xff\xd8\xff|GIF8", "a picture"),
    (rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)", "a web page or an XML file"),
)


def kind_of(content):
    """Return what the bytes at the beginning of a file show it to be; "" if they are text, or of an unknown kind."""
    return next((name for start, name in KINDS if re.match(start, content[:HEAD], re.IGNORECASE)), "")
