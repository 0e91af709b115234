"""The site as a whole, from disk: its links, what search engines read, what it asks for, and the same bytes again."""

import os
import re
import sys
from html import unescape
from xml.etree import ElementTree

import pytest
from sites import held, small_course

from pegasos_edu.cli import main
from pegasos_edu.site import front, links, reference
from pegasos_edu.site.build import build
from pegasos_edu.site.notebooks import plain, read

URL = "https://example.org/pegasos"


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """Two sites of the same course: by itself, and for a place where it is published."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("site")
        small_course(folder / "course", patch)
        named = {"by itself": None, "published": f"{URL}/"}
        for name, url in named.items():
            assert build(folder / name, url, processes=1) == folder / name / "index.html"
        yield [folder / name for name in named]


@pytest.fixture
def pages(sites):
    """The text of each page."""
    return {name: content.decode() for name, content in held(sites[0]).items() if name.endswith(".html")}


def found(pattern, text):
    """The one thing that a page has once."""
    (one,) = re.findall(pattern, text, re.DOTALL)
    return unescape(one)


def test_every_link_leads_somewhere_and_every_page_is_reached_from_the_front(sites, pages):
    assert links.broken(sites[0]) == []
    reached, left = set(), {"index.html"}
    while left:
        name = left.pop()
        reached.add(name)
        own = (
            os.path.normpath(os.path.join(os.path.dirname(name), to))
            for to in re.findall(r'href="([^"#]+)', pages[name])
        )
        left |= {to.replace(os.sep, "/") for to in own} & pages.keys() - reached
    assert reached == pages.keys() and len(pages) > 50


def test_every_page_says_to_search_engines_what_it_is(pages):
    titles = {name: found("<title>(.*?)</title>", page) for name, page in pages.items()}
    assert len(set(titles.values())) == len(titles) and all(10 < len(title) < 100 for title in titles.values())
    said = [found('<meta name="description" content="(.*?)">', page) for page in pages.values()]
    assert all(len(words) > 25 and not re.search(r"[<>$\\]|\*\*|\]\(", words) for words in said)
    for name, page in pages.items():
        assert page.startswith('<!doctype html>\n<html lang="en">') and page.count('class="of-site"') == 1, name
        assert page.count("<main") == 1 and page.count("<h1") == (not name.startswith("play/")), name  # by its script


def test_a_page_asks_for_nothing_and_knows_nothing_of_this_machine(pages, sites):
    asking = r'<(?:script|link|iframe)[^>]+(?:src|href)="(?!data:)|@import|url\((?!data:)|\bsrc="(?:https?:)?//'
    paths = f"{sites[0].parent}|{sys.prefix}|{os.path.expanduser('~')}/|file://"
    assert not [name for name, page in pages.items() if re.search(asking, page)]
    assert not [name for name, page in pages.items() if re.search(paths, page)]


def test_the_same_bytes_again_but_for_the_addresses_of_a_published_site(sites):
    plain, published = map(held, sites)
    where = ElementTree.fromstring(published.pop("sitemap.xml"))
    addresses = [one.text for one in where.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    named = {"" if name == "index.html" else name for name in plain if name.endswith(".html")}
    assert sorted(addresses) == sorted(f"{URL}/{name}" for name in named)
    for name in published:
        if name.endswith(".html"):
            line = f'<link rel="canonical" href="{URL}/{"" if name == "index.html" else name}">\n'
            assert published[name].decode().count(line) == 1
            published[name] = published[name].replace(line.encode(), b"")
    assert published == plain


def test_the_front_page_tells_of_each_lesson_what_that_tells_of_itself(sites, pages):
    lessons = [read(path) for path in sorted((sites[0].parent / "course" / "lessons").iterdir())]
    cards = pages["index.html"].split('<ol class="cards">')[1].split("</ol>")[0].split("<li>")[1:]
    assert len(cards) == len(lessons) == 14 and f"in {len(lessons)} lessons" in pages["index.html"]
    for lesson, card in zip(lessons, cards):
        assert f'href="lessons/{lesson.name}.html"' in card and f'href="slides/{lesson.name}.html"' in card
        assert all(words in plain(card) for words in (lesson.question, lesson.minutes, lesson.aim_as_text))
        assert (sites[0] / f"pictures/{lesson.name}.png").read_bytes() == lesson.picture[1] != b""


def test_what_moves_waits_until_it_is_asked_for(pages):
    for name, page in pages.items():
        assert 'src="figures/moons.gif"' not in re.sub(r"<details>.*?</details>", "", page, flags=re.DOTALL), name
    assert pages["figures.html"].count("<img") == pages["figures.html"].count("<figure id") > 10


# The command


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "file"], "DIR must be a folder for the site, got the file"),
        (["--out", "mine"], "DIR must be empty or hold a site made before, got thesis.txt in"),
        (
            ["--out", "new", "--url", "example.org"],
            "URL must be where the site will be, such as https://.* got 'example.org'",
        ),
    ],
)
def test_what_is_wrong_is_said_before_the_work(arguments, words, tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    for name in ("file", "mine/thesis.txt"):
        (tmp_path / name).write_text("mine")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pegasos_edu.site.build.contents", lambda: pytest.fail("the work has begun"))
    with pytest.raises(SystemExit, match=f"^pegasos-edu: {words}"):
        main(["site", *arguments])
    assert (tmp_path / "mine/thesis.txt").read_text() == "mine" and not (tmp_path / "new").exists()


def test_without_pdoc_it_is_said_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setattr(reference, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="^pegasos-edu: pdoc must be installed .*; python -m pip install pdoc"):
        main(["site", "--out", str(tmp_path / "new")])
    assert list(tmp_path.iterdir()) == []


def test_a_link_that_leads_nowhere_ends_the_work_and_leaves_the_old_site(tmp_path, monkeypatch):
    class Few:
        pages = []

    monkeypatch.setattr("pegasos_edu.site.build.contents", Few)
    monkeypatch.setattr(front, "page", lambda contents: front.Page("index.html", "a", "a", "a", write))
    written = '<a href="#top" id="top">'

    def write(path, of_site):
        path.write_text(written)

    build(tmp_path / "new", processes=1)
    written = '<a href="nowhere.html">'
    with pytest.raises(
        ValueError, match="every link of the site must lead somewhere, got index.html: nowhere.html; mend"
    ):
        build(tmp_path / "new", processes=1)
    assert "top" in (tmp_path / "new/index.html").read_text() and [path.name for path in tmp_path.iterdir()] == ["new"]
