"""Links that lead nowhere are found, and no others."""

import pytest

from pegasos_edu.site.links import broken


@pytest.mark.parametrize(
    "link",
    [
        '<a href="none.html">', '<a href="#none">', '<a href="deep/b.html#none">', "<a href='../a.html'>",
        '<a href="deep">', '<a href="/a.html">', '<a href="file:///a.html">', '<a href="javascript:a()">',
        '<a href="//example.org/">', '<img alt="a > b" src="no.png">', '<IMG SRC=no.png>', '<img src="https://example.org/a.png">',
        '<script src="https://example.org/a.js"></script>', '<link rel="icon" href="https://example.org/a.ico">',
        '<iframe src="http://example.org/"></iframe>', '<script>"<a>"</script><a href="none.html">',
    ],
)  # fmt: skip
def test_a_link_that_leads_nowhere_or_out_by_itself_is_found(link, tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.html").write_text(f'<p id="a">{link}')
    (tmp_path / "deep/b.html").write_text('<p id="b"><a href="../a.html#a">')
    (one,) = broken(tmp_path)
    assert one.startswith("a.html: ") and one.removeprefix("a.html: ") in link


def test_a_link_that_leads_somewhere_is_none(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/é b.png").write_bytes(b"")
    (tmp_path / "deep/b.html").write_text("")
    (tmp_path / "a.html").write_text(
        '<p id="a%20?"><p id="é"><a href="#a%20?"><a href="#%C3%A9"><a href="deep/b.html"><a href="deep/../a.html#é">'
        '<img src="deep/%C3%A9%20b.png"><img src="data:,"><a href="https://example.org/#a"><a href="mailto:a@b.c">'
        '<link rel="canonical" href="https://example.org/"><!-- <a href="none.html"> -->'
        """<script>"<a href='none.html'>"</script><p title="<a href='none.html'>">"""
    )
    assert broken(tmp_path) == []
