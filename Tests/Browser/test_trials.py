"""Tests unusual features: the host `trials` of Tests/ExampleHost."""

import os

import pytest
from playwright.sync_api import expect

from host import ROOT, Host
from pages import ask, form, leave, press, row, until, wait_state

NAMES = [
    "key", "action", "method", "elements", "id", "submit", "reset", "dataset", "name", "children", "attributes",
    "parentElement", "closest", "getAttribute", "setAttribute", "querySelectorAll", "contains", "nodeName",
]


@pytest.fixture(scope="module")
def trials(tmp_path_factory):
    binary = os.environ.get("TRIALS_BINARY") or ROOT / ".build" / "debug" / "trials"
    host = Host(tmp_path_factory.mktemp("trials"), "--answer-limit", "500ms", binary=binary).start()
    yield host
    host.stop()


def open_live(trials, open_page, feature, **options):
    session = trials.open(feature)
    page = open_page(trials.page_of(session), **options)
    wait_state(page, "live")
    return session, page


# ------------------------------------------------------------ names


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_field_may_have_the_name_of_a_property_of_html_forms(trials, open_page, scripts):
    page = open_page(java_script_enabled=scripts)
    page.goto(trials.page_of(trials.open("names")))
    for turn in ["first", "second"]:
        ask(page, "Send")
        for name in NAMES:
            page.get_by_label(name.upper() + " optional", exact=True).fill(f"{turn}-{name}")
        press(page, "send")
        # Each form has its own key, so the second request is not taken for a repetition of the first.
        expect(page.get_by_text(" ".join(f"{name}={turn}-{name}" for name in NAMES))).to_be_visible()
        for name in NAMES:
            expect(page.get_by_label(name.upper() + " optional", exact=True)).to_have_value("")
        expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_draft_in_a_field_named_like_a_form_property_is_kept_and_discarded(trials, open_page):
    session, page = open_live(trials, open_page, "names")
    ask(page, "Send")
    for name in NAMES:
        page.get_by_label(name.upper() + " optional", exact=True).fill(f"half-{name}")
    trials.perform(session, "send", key="other")
    expect(page.get_by_text("key=other")).to_be_visible()
    page.reload()
    wait_state(page, "live")
    for name in NAMES:
        expect(page.get_by_label(name.upper() + " optional", exact=True)).to_have_value(f"half-{name}")
    ask(page, "Send")
    page.get_by_role("button", name="Cancel").click()
    for name in NAMES:
        expect(page.get_by_label(name.upper() + " optional", exact=True)).to_have_value("")


def test_the_title_of_the_page_is_the_title_of_the_screen(trials, open_page):
    session, page = open_live(trials, open_page, "names")
    expect(page).to_have_title("Sent 0 – Names · trials")
    trials.perform(session, "send", key="a")
    expect(page).to_have_title("Sent 1 – Names · trials")


def test_the_tone_signs_of_rows_are_visible(trials, open_page):
    _, page = open_live(trials, open_page, "names")
    for sign in page.locator(".rows [role=img]").all():
        box, colour = sign.bounding_box(), sign.evaluate("each => getComputedStyle(each).backgroundColor")
        assert box["width"] >= 12 and box["height"] >= 12 and colour != "rgba(0, 0, 0, 0)"
    assert page.locator(".rows [role=img]").count() == 2


def test_the_texts_of_both_writing_directions_keep_their_order(trials, open_page):
    """A right-to-left title and a left-to-right detail are shown one below the other, each in its own order."""
    _, page = open_live(trials, open_page, "names")
    for number in [0, 1]:
        place = page.locator(".rows > li").nth(number)
        boxes = [each.bounding_box() for each in place.locator("bdi").all()]
        assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] + 1
        assert abs(boxes[0]["x"] - boxes[1]["x"]) < 40, "both texts begin at the same edge"
        # The two texts are also separate words in the page's plain text, which has no styles.
        assert place.evaluate("each => /\\s/.test(each.querySelector('.detail').previousSibling.textContent)")


# ------------------------------------------------------------ long actions, and buttons that appear and disappear


def test_a_running_action_is_shown_and_keeps_its_draft_until_it_ends(trials, open_page):
    session, page = open_live(trials, open_page, "errands")
    page.clock.install()
    other = open_page(trials.page_of(session))
    ask(page, "Run")
    form(page, "run").get_by_label("Note").fill("milk")
    press(page, "run")
    running = page.get_by_text("“Run” is still running.")
    expect(running).to_be_visible()
    # The message stays as long as the action runs, longer than other notices. A page opened meanwhile shows it too.
    page.clock.fast_forward(11_000)
    expect(running).to_be_visible()
    page.reload()
    expect(running).to_be_visible()
    expect(form(page, "run").get_by_label("Note")).to_have_value("milk")
    other.reload()
    wait_state(other, "live")
    expect(other.get_by_text("“Run” is still running.")).to_be_visible()
    trials.perform(session, "end")
    expect(page.get_by_text("has run milk")).to_be_visible()
    expect(running).to_have_count(0)
    expect(other.get_by_text("“Run” is still running.")).to_have_count(0)


@pytest.mark.parametrize("end", ["end", "fail"])
def test_a_page_shows_the_result_of_a_long_action(trials, open_page, end):
    session, page = open_live(trials, open_page, "errands")
    ask(page, "Run")
    note = form(page, "run").get_by_label("Note")
    note.fill("milk")
    press(page, "run")
    expect(page.get_by_text("“Run” is still running.")).to_be_visible()
    expect(note).to_have_value("milk")
    trials.perform(session, end)
    expect(page.get_by_text("is still running")).to_have_count(0)
    if end == "end":
        expect(page.get_by_text("has run milk")).to_be_visible()
        expect(note).to_have_value("")
    else:
        expect(page.get_by_role("alert").filter(has_text="this errand has failed")).to_be_visible()
        expect(note).to_have_value("milk")


def test_a_page_requests_the_results_of_running_actions_one_at_a_time(trials, open_page):
    session, page = open_live(trials, open_page, "errands")
    asking, most = set(), []

    def begin(request):
        if "/running/" in request.url:
            asking.add(request)
            most.append(len(asking))

    page.on("request", begin)
    for event in ["requestfinished", "requestfailed"]:
        page.on(event, lambda request: asking.discard(request))
    note, running = form(page, "run").get_by_label("Note"), page.get_by_text("“Run” is still running.")
    for number, words in enumerate(["milk", "bread", "salt"], start=1):
        ask(page, "Run")
        note.fill(words)
        press(page, "run")
        expect(running).to_have_count(number)
    until(page, lambda: len(most) > 3, "the page asks again and again")
    trials.perform(session, "end")
    expect(page.get_by_text("has run milk")).to_be_visible()
    expect(running).to_have_count(2)
    # The draft for another action is kept.
    expect(note).to_have_value("salt")
    trials.perform(session, "fail")
    expect(page.get_by_role("alert").filter(has_text="this errand has failed")).to_be_visible()
    expect(running).to_have_count(1)
    trials.perform(session, "end")
    expect(running).to_have_count(0)
    expect(note).to_have_value("")
    assert len(most) > 3 and max(most) == 1


@pytest.mark.parametrize("kind, body", [
    ("text/html", "<h1>Gateway Timeout</h1>"), ("application/json", '{"message": "Gateway Timeout"}'),
])
def test_a_page_does_not_treat_the_answer_of_a_proxy_as_a_result(trials, open_page, kind, body):
    session, page = open_live(trials, open_page, "errands")
    asked = []
    page.on("request", lambda request: asked.append(request) if "/running/" in request.url else None)
    page.route("**/running/*", lambda route: route.fulfill(status=504, content_type=kind, body=body), times=1)
    ask(page, "Run")
    form(page, "run").get_by_label("Note").fill("milk")
    press(page, "run")
    running = page.get_by_text("“Run” is still running.")
    expect(running).to_be_visible()
    until(page, lambda: len(asked) > 1, "the page asks again after the answer of the proxy")
    expect(running).to_be_visible()
    expect(page.get_by_text("Not done")).to_have_count(0)
    trials.perform(session, "end")
    expect(running).to_have_count(0)
    expect(form(page, "run").get_by_label("Note")).to_have_value("")


def test_a_running_action_is_shown_without_scripts_until_it_ends(trials, open_page):
    session = trials.open("errands")
    page = open_page(java_script_enabled=False)
    page.goto(trials.page_of(session))
    ask(page, "Run")
    form(page, "run").get_by_label("Note").fill("milk")
    press(page, "run")
    for _ in range(2):
        expect(page.get_by_text("“Run” is still running.")).to_be_visible()
        page.get_by_role("link", name="Check again").click()
    trials.perform(session, "end")
    page.get_by_role("link", name="Check again").click()
    expect(page.get_by_text("is still running")).to_have_count(0)
    expect(page.get_by_text("has run milk")).to_be_visible()


def test_an_inserted_button_does_not_take_over_the_draft_of_another_button(trials, open_page):
    session, page = open_live(trials, open_page, "errands")
    place = row(page, "Errand")
    ask(place, "Rename")
    place.get_by_label("Note").fill("half")
    trials.perform(session, "turn")
    expect(place.locator("[aria-haspopup=dialog]")).to_have_count(2)
    note = form(place, "rename").get_by_label("Note")
    expect(note).to_have_value("half")
    expect(note).to_be_focused()
    # The draft of the removed form is shown, and the draft of the other form is unchanged.
    leave(page)
    ask(place, "Praise")
    expect(form(place, "praise").get_by_label("Note")).to_have_value("")
    form(place, "praise").get_by_label("Note").fill("well done")
    trials.perform(session, "turn")
    card = page.get_by_role("alert").filter(has_text="This form is gone: Praise")
    expect(card).to_contain_text("well done")
    expect(note).to_have_value("half")
    assert page.evaluate("document.activeElement.tagName") == "LI"
    # When the form is on the page again, it contains its earlier draft.
    trials.perform(session, "turn")
    expect(form(place, "praise").get_by_label("Note")).to_have_value("well done")
    expect(card).to_have_count(0)
