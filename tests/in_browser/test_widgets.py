"""Test predictions, outcomes and explorers as widgets: what they show of their model, and what they tell the kernel."""

import json

import pytest
from playwright.sync_api import expect
from stored import PICTURE

from pegasos_edu.common.html import whole_page
from pegasos_edu.lessons import OnDemand, Predict, explore

# A model of a notebook: it keeps its traits, and calls back after each change.
MODEL = """
class Model {
  constructor(traits) { Object.assign(this, { traits, listeners: [] }); }
  get(name) { return this.traits[name]; }
  on(name, listener) { this.listeners.push([name, listener]); }
  off(_, listener) { this.listeners = this.listeners.filter(([, one]) => one !== listener); }
  save_changes() {}
  set(name, value) {
    this.traits[name] = value;
    for (const [event, listener] of this.listeners) if (event === `change:${name}`) listener();
  }
}
"""
SHOWN = """<main></main>
<script type="application/json">TRAITS</script>
<script type="module">
SCRIPT
MODEL
window.model = new Model(JSON.parse(document.querySelector("script").textContent));
window.again = () => render({ model, el: document.querySelector("main") });
again();
</script>"""


@pytest.fixture
def shown(open_page, tmp_path):
    """Return a function that shows a widget in a page with a model in the place of the kernel."""

    def shown(widget):
        traits = {name: getattr(widget, name) for name in widget.keys if not name.startswith("_") and name != "layout"}
        body = SHOWN.replace("TRAITS", json.dumps(traits).replace("<", "\\u003c")).replace("MODEL", MODEL)
        script = widget._esm.replace("export default { render };", "")
        (tmp_path / "page.html").write_text(whole_page("", "", body.replace("SCRIPT", script)), "utf-8")
        return open_page(tmp_path / "page.html")

    return shown


def trait(page, name):
    return page.evaluate("name => model.get(name)", name)


ASKED = Predict("How many, and why?", ["few", "many", "none"], because={"few": ["it falls", "it turns"]})


def test_a_choice_can_be_changed_until_the_kernel_has_shown_what_happened(shown):
    page = shown(ASKED)
    page.get_by_role("button", name="few").click()
    assert trait(page, "vote") is None and not page.get_by_text("Go on").count()
    page.get_by_role("button", name="it turns").click()
    few = {"kind": "choice", "guess": "few", "inWords": "few", "reason": "it turns"}
    assert trait(page, "vote") == few
    page.get_by_role("button", name="many").click()
    assert trait(page, "vote")["guess"] == "many" and not page.get_by_text("it turns").count()
    page.get_by_role("button", name="few").click()
    assert trait(page, "vote") is None, "another choice waits for its reason"
    page.get_by_role("button", name="it turns").click()
    page.evaluate("model.set('closed', true)")
    assert page.locator("button:enabled").count() == 0 and trait(page, "vote") == few


def test_a_second_view_shows_the_guess(shown):
    page = shown(ASKED)
    page.get_by_role("button", name="many").click()
    page.evaluate("again()")
    assert page.locator(".chosen").inner_text() == "many"
    assert page.get_by_text("You said: many. Go on, and see.").is_visible()


def test_a_number_is_asked_for_and_kept(shown):
    page = shown(Predict("After how many?", unit="steps"))
    page.get_by_role("button").click()
    assert page.get_by_text("Make your guess first.").is_visible() and trait(page, "vote") is None
    page.get_by_label("your guess, steps").fill("30")
    page.get_by_role("button").click()
    vote = trait(page, "vote")
    assert (vote["kind"], vote["guess"], vote["inWords"]) == ("number", "30", "30 steps")


def test_a_place_is_clicked_and_what_happened_is_marked(shown):
    page = shown(Predict("Where?", picture=PICTURE))
    page.locator("img").click()
    vote = trait(page, "vote")
    assert vote["kind"] == "place" and vote["guess"] == [
        float(part) for part in vote["inWords"][1:-1].replace("−", "-").split(", ")
    ]
    page.evaluate("model.set('ring', [0, 0]); model.set('closed', true)")
    assert page.locator("[data-sign]").count() == 2
    page.locator("img").click(position={"x": 100, "y": 100})
    assert trait(page, "vote") == vote


def test_an_outcome_waits_for_the_guess_and_answers_it(shown):
    why = {"few": "Too few.", "many": "So many.", "none": "Some."}
    page = shown(ASKED.outcome("many", why, because={"it falls": "It rises.", "it turns": "It does."}, expected="many"))
    assert page.locator("main").inner_text().strip().startswith("Your guess is missing.")
    page.evaluate("model.set('vote', {kind: 'choice', guess: 'few', inWords: 'few', reason: 'it turns'})")
    said = page.locator("main").inner_text()
    assert said.startswith("✗ You said: few.") and "What happened: many. So many." in said
    assert "Too few." in said and "It does." in said and "It rises." not in said


def test_sliders_tell_their_places_and_a_button_waits_for_its_picture(shown):
    page = shown(explore(lambda lam=0.1, k=1: PICTURE, lam=[0.1, 1], k=[1, 2, 3]))
    page.get_by_label("k").press("End")
    assert trait(page, "chosen") == [0, 2] and page.get_by_text("k = 3").is_visible()
    page.evaluate("model.set('picture', '<b>another</b>')")
    expect(page.get_by_text("another")).to_be_visible()
    page = shown(OnDemand("Measure", lambda: PICTURE))
    page.get_by_role("button", name="Measure").click()
    assert trait(page, "pressed") == 1 and page.get_by_role("button").is_disabled()
    page.evaluate("model.set('drawn', 1)")
    assert page.get_by_role("button").is_enabled()
