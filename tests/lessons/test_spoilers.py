"""Test that nothing gives the answer of a guess away before it: no aim, no heading, no text, and not the question."""

import json
import re
from functools import cache
from html import unescape
from typing import NamedTuple

import pytest
from stored import LESSONS

ASKED = re.compile(r'class="pegasos-predict"[^>]* data-key="(\w+)" data-kind="(\w+)"')
CHOICE = re.compile(r'data-choice="([^"]*)"')
TOLD = re.compile(r'class="pegasos-outcome"[^>]* data-key="(\w+)" data-answer="([^"]*)"')
HEADING = re.compile(r"#{1,2} (.*)")
SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n\s*\n|\n\* |\$\$")

# Words by which no answer is recognised.
COMMON = set(
    """a about after again an and any are as at be been before but by can could did do does for from had has have how if
    in into is it its like many more most much near nearly no not of off on one ones or other others out over so some
    than that the their them then there these they this those times to too two under until up very was were what when
    where which while who will with within would you your""".split()
)
EVERY = {"all", "each", "every"}  # they count as one word
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
POWER = re.compile(r"10\^?\{?(-\d+)\}?")
TOKEN = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?:e-?\d+)?|[a-zA-Zα-ω]{2,}")

# Words with which a title, an aim or a heading judges instead of asking.
JUDGES = r"\b(?:not|cannot|never|worse|better|less|fewer|faster|slower|only|fails?|succeeds?)\b|n't\b"
IN_A_TITLE = re.compile(JUDGES, re.IGNORECASE)
# A question with "why" tells the fact for which it wants a reason; "what changes, and why" does not.
IN_AIMS = re.compile(rf"{JUDGES}|\bwhy (?!and\b)[\w$*]+", re.IGNORECASE)
IN_A_HEADING = re.compile(rf"{JUDGES}|\b(?:is|are) no\b|\btoo\b", re.IGNORECASE)


def words(text):
    """Return the words and numbers of a text in a form in which "adds" is "added" and 10⁻⁴ is 0.0001."""
    return {*in_order(text)}


def in_order(text):
    text = POWER.sub(r"1e\1", text.translate(SUPERSCRIPTS).replace("−", "-"))
    return [_plain(token) for token in TOKEN.findall(text)]


def _plain(token):
    if token[0].isdigit():
        return f"{float(token.replace(',', '')):g}"
    token = token.lower()
    if token in EVERY:
        return "all"
    return re.sub(r"(?:s|es|ed|ing|e)$", "", token) if len(token) > 4 else token


NONE = words("never none agree identical")  # they say 0


class Guess(NamedTuple):
    """Hold a guess of a lesson, and what stands above it.

    Attributes
    ----------
    place : int
        The index of its cell.
    question : str
    choices : list of str
        Empty if a number or a place is guessed.
    answer : str
    above : dict of int to str
        The texts from the last heading on, by their cells.
    """

    place: int
    question: str
    choices: list
    answer: str
    above: dict

    def words_of(self, choice):
        """Return the words by which a choice is recognised: neither common words nor words of the question."""
        return words(choice) - COMMON - words(self.question)


@cache
def cells_of(path):
    return [cell | {"source": "".join(cell["source"])} for cell in json.loads(path.read_text("utf-8"))["cells"]]


def shown(cell, kind):
    return "".join("".join(output.get("data", {}).get(kind, "")) for output in cell.get("outputs", []))


def guesses(cells):
    """Yield the guesses of choices and of numbers."""
    answers = {key: unescape(said) for cell in cells for key, said in TOLD.findall(shown(cell, "text/html"))}
    above = {}
    for place, cell in enumerate(cells):
        if cell["cell_type"] == "markdown":
            above = ({} if HEADING.match(cell["source"]) else above) | {place: cell["source"]}
        elif match := ASKED.search(html := shown(cell, "text/html")):
            question = shown(cell, "text/plain").removeprefix("Predict: ").rsplit(" [", 1)[0]
            if match[2] != "place" and match[1] in answers:
                yield Guess(place, question, [*map(unescape, CHOICE.findall(html))], answers[match[1]], above)


def aims_of(cells):
    """Return the paragraph that says what a lesson is for: the one after the title and the minutes."""
    return cells[0]["source"].split("\n\n")[2]


def sentences(text):
    """Return the sentences of a text without its marks and without the number of its section."""
    return SENTENCE.split(re.sub(r"[*_`]|^#+ (\d\. )?", "", text))


def given_away(guess):
    """Yield each cell above a guess in which a sentence has all words of the answer, with this sentence.

    If the texts also have the words of another choice, they name what can be chosen.
    """
    everything = words("\n".join(guess.above.values()))
    others = [choice_words for c in guess.choices if c != guess.answer and (choice_words := guess.words_of(c))]
    if not any(words <= everything for words in others):
        yield from (
            (place, sentence)
            for place, text in guess.above.items()
            for sentence in sentences(text)
            if answers(sentence, guess)
        )


def answers(sentence, guess):
    """Return whether a sentence has all words of the answer."""
    if guess.answer == "0":
        return bool(NONE & words(sentence))
    answer = guess.words_of(guess.answer)
    if answer == {"all"}:  # a common word, which must be that of which the sentence speaks
        return in_order(sentence)[:1] == ["all"]
    return bool(answer) and answer <= words(sentence)


def told_by_the_aims(cells):
    """Yield what the aims tell of a choice: its words, or a number of the question with two or more digits."""
    aims = words(aims_of(cells))
    for guess in guesses(cells):
        for choice in map(guess.words_of, guess.choices or [guess.answer]):
            if choice and choice <= aims:
                yield guess.place, sorted(choice)
        numbers = {word for word in words(guess.question) & aims if word[0].isdigit() and len(word) > 1}
        if numbers:
            yield guess.place, sorted(numbers)


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def cells(request):
    """Return the cells of each lesson in turn."""
    return cells_of(request.param)


def test_the_aims_are_questions(cells):
    assert aims_of(cells).rstrip("* ").endswith("?"), f"cell 0: {aims_of(cells)}"


def test_neither_the_title_nor_the_aims_judge(cells):
    title = HEADING.match(cells[0]["source"])[1]
    judging = IN_A_TITLE.findall(title) + IN_AIMS.findall(aims_of(cells))
    assert not judging, f"cell 0: {title} {aims_of(cells)}"


def test_the_aims_tell_nothing_of_a_choice(cells):
    told = {f"cell 0 for the guess in cell {place}: {', '.join(words)}" for place, words in told_by_the_aims(cells)}
    assert not told, sorted(told)


def test_a_heading_above_a_guess_is_a_question_or_does_not_judge(cells):
    headings = {min(guess.above): HEADING.match(guess.above[min(guess.above)])[1] for guess in guesses(cells)}
    judging = [f"cell {n}: {h}" for n, h in headings.items() if IN_A_HEADING.search(h) and not h.endswith("?")]
    assert not judging, judging


def test_no_text_above_a_guess_has_the_words_of_its_answer(cells):
    told = [
        f"cell {place} above the guess in cell {guess.place} ({guess.answer}): {sentence!r}"
        for guess in guesses(cells)
        for place, sentence in given_away(guess)
    ]
    assert not told, "\n".join(told)


def test_a_question_ends_with_its_question_mark(cells):
    hints = [f"cell {guess.place}: {guess.question}" for guess in guesses(cells) if not guess.question.endswith("?")]
    assert not hints, hints


# The rule itself


@pytest.mark.parametrize(
    ("choices", "answer", "text", "told"),
    [
        (["it shrinks", "it stays"], "it shrinks", "## 1. A step\n\nEvery step **shrinks** the vector.", True),
        (["it shrinks", "it stays"], "it shrinks", "A step shrinks it, or it stays.", False),
        (["about 30", "about 300"], "about 300", "We make 300 runs.", True),
        (["about 30", "about 300"], "about 300", "We make 3,000 runs.", False),
        (["about 3", "about 30"], "about 3", "## 3. What next?\n\nA run.", False),
        (["10⁻⁴", "10⁻⁵"], "10⁻⁵", "Take $\\lambda=10^{-5}$.", True),
        (["in none", "in all"], "in all", "Every example is added.", True),
        (["in none", "in all"], "in all", "The program names every mistake.", False),
        ([], "39", "Here are 39 images.", True),
        ([], "39", "Here are 390 images, and 1.39 more.", False),
        ([], "0", "They agree.", True),
        ([], "0", "They begin at 1.", False),
    ],
)
def test_the_rule_finds_words_and_numbers_of_the_answer(choices, answer, text, told):
    guess = Guess(5, "What does the vector do?", choices, answer, {4: text})
    assert [place for place, _ in given_away(guess)] == [4] * told


@pytest.mark.parametrize(
    ("text", "judges"),
    [
        ("Why does it fail?", True),
        ("What helps early, and what does not?", True),
        ("Why is the promise so careful?", True),
        ("What does a step change, and why?", False),
        ("Why and when does it stop?", False),
        ("Does the ball help?", False),
    ],
)
def test_the_rule_finds_aims_that_tell_a_fact(text, judges):
    assert bool(IN_AIMS.search(text)) == judges
