"""Test the whole site, as files on disk."""

import os
import re
import sys
from html import unescape
from xml.etree import ElementTree

import pytest
from site_links import broken
from sites import held, small_course

from pegasos_edu.cli import main
from pegasos_edu.site import build as building
from pegasos_edu.site.build import MARK, build
from pegasos_edu.site.introductions import introduction
from pegasos_edu.site.pages import Page, text_of

URL = "https://example.org/pegasos"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the site of a small course, with a URL."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("site")
        small_course(folder / "course", patch)
        assert build(folder / "made", f"{URL}/", processes=1) == folder / "made" / "index.html"
        yield folder / "made"


@pytest.fixture(scope="module")
def pages(site):
    """Return the text of each page."""
    return {name: content.decode() for name, content in held(site).items() if name.endswith(".html")}


def only(pattern, text):
    """Return the only match of a pattern in a page."""
    (match,) = re.findall(pattern, text, re.DOTALL)
    return unescape(match)


def test_every_link_leads_somewhere_and_every_page_is_reached_from_the_front(site, pages):
    assert broken(site) == []
    reached, left = set(), {"index.html"}
    while left:
        name = left.pop()
        reached.add(name)
        links = re.findall(r'href="([^"#]+)', pages[name])
        paths = {os.path.normpath(os.path.join(os.path.dirname(name), link)).replace(os.sep, "/") for link in links}
        left |= paths & pages.keys() - reached
    assert reached == pages.keys() and len(pages) > 50


def test_links_that_lead_nowhere_are_found(tmp_path):
    links = ("none.html", "#none", "deep/b.html#none", "/a.html", "file:///a.html")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/b.html").write_text('<p id="b"><a href="../a.html#a"><a href="https://example.org/">')
    (tmp_path / "a.html").write_text(
        '<p id="a"><script src="https://example.org/a.js"></script>' + "".join(f'<a href="{link}">' for link in links)
    )
    assert broken(tmp_path) == [f"a.html: {link}" for link in ("https://example.org/a.js", *links)]


def test_every_page_says_to_search_engines_what_it_is(site, pages):
    heads = {name: page.partition("</head>")[0] for name, page in pages.items()}  # a deck holds a window of its own
    titles = {name: only("<title>(.*?)</title>", head) for name, head in heads.items()}
    assert len(set(titles.values())) == len(titles) and all(10 < len(title) < 100 for title in titles.values())
    words = [only('<meta name="description" content="(.*?)">', page) for page in pages.values()]
    assert all(len(text) > 25 and not re.search(r"[<>$\\]|\*\*|\]\(", text) for text in words)
    addresses = {name: f"{URL}/{'' if name == 'index.html' else name}" for name in pages}
    for name, page in pages.items():
        assert only('<link rel="canonical" href="(.*?)">', page) == addresses[name]
        assert page.startswith('<!doctype html>\n<html lang="en">') and page.count('class="of-site"') == 1, name
        headings = len(re.findall("<h1[ >]", page))  # packed parts may hold "<h1" by chance
        assert page.count("<main") == 1 and headings == (not name.startswith("play/")), (
            name
        )  # a script adds the heading
    tags = ElementTree.fromstring((site / "sitemap.xml").read_text("utf-8")).iter()
    assert sorted(tag.text for tag in tags if tag.tag.endswith("loc")) == sorted(addresses.values())


def test_a_page_asks_for_nothing_and_names_no_path_of_this_machine(site, pages):
    asking = r'<(?:script|link|iframe)[^>]+(?:src|href)="(?!data:|https://example)|@import|url\((?!data:|#)|\bsrc="(?:https?:)?//'
    paths = f"{site.parent}|{sys.prefix}|{os.path.expanduser('~')}/|file://"
    assert not [name for name, page in pages.items() if re.search(asking, page)]
    assert not [name for name, page in pages.items() if re.search(paths, page)]


def test_the_front_page_shows_how_each_lesson_introduces_itself(site, pages):
    lessons = [introduction(path) for path in sorted((site.parent / "course" / "lessons").iterdir())]
    cards = pages["index.html"].split('<ol class="cards">')[1].split("</ol>")[0].split("<li>")[1:]
    assert len(cards) == len(lessons) == 14 and f"in {len(lessons)} lessons" in pages["index.html"]
    for lesson, card in zip(lessons, cards):
        assert f'href="lessons/{lesson.name}.html"' in card and f'href="slides/{lesson.name}.html"' in card
        assert all(words in text_of(card) for words in (lesson.question, lesson.minutes, text_of(lesson.aim)))
        assert f'<use href="#mark-{lesson.number}"/>' in card and f'id="mark-{lesson.number}"' in pages["index.html"]


def test_an_animation_waits_until_it_is_opened(pages):
    for name, page in pages.items():
        assert 'src="figures/moons.gif"' not in re.sub(r"<details>.*?</details>", "", page, flags=re.DOTALL), name
    assert pages["figures.html"].count("<img") == pages["figures.html"].count("<figure id") > 10


# The folder


def written(text):
    """Return the contents of a site that has one page with this text."""

    def write(path, of_site):
        if text is None:
            raise KeyboardInterrupt
        path.write_text(text)

    return lambda: [Page("index.html", "a", "a", "a", write)]


def test_a_site_replaces_an_older_one_as_a_whole_or_leaves_it(tmp_path, monkeypatch):
    folder = tmp_path / "deep" / "site"
    for text in ("1", "2"):
        monkeypatch.setattr(building, "contents", written(text))
        build(folder, processes=1)
    (folder / "old").touch()
    monkeypatch.setattr(building, "contents", written(None))
    with pytest.raises(KeyboardInterrupt):
        build(folder, processes=1)
    assert (folder / "index.html").read_text() == "2" and [path.name for path in folder.parent.iterdir()] == ["site"]
    monkeypatch.setattr(building, "contents", written("3"))
    build(folder, processes=1)
    assert sorted(path.name for path in folder.iterdir()) == [MARK, "index.html"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "file"], "DIR must be a folder for the site, got the file"),
        (["--out", "mine"], "DIR must be empty or hold a site made before, got thesis.txt in"),
        (["--out", "new", "--url", "example.org"], "URL must be the address of the site, .* got 'example.org'"),
    ],
)
def test_what_is_wrong_is_said_before_the_work(arguments, words, tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    for name in ("file", "mine/thesis.txt"):
        (tmp_path / name).write_text("mine")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(building, "contents", lambda: pytest.fail("the work has begun"))
    with pytest.raises(SystemExit, match=f"^pegasos-edu: {words}"):
        main(["site", *arguments])
    assert (tmp_path / "mine/thesis.txt").read_text() == "mine" and not (tmp_path / "new").exists()
