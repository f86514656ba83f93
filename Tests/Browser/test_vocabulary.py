"""Tests pages with every kind of element, with and without scripts: `desk` and `converter` of Tests/ExampleHost."""

import json
import threading

import pytest
from playwright.sync_api import expect

from host import ROOT, eventually
from pages import ask, form, has_no_violation, is_marked, leave, mark, press, submit, until, wait_state
from proxy import Proxy

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])


@pytest.fixture
def desk(trials, open_page):
    """Returns a function that opens the page of a new session of `desk`."""

    def open_desk(scripts=True, fragment=""):
        session = trials.open("desk")
        page = open_page(trials.page_of(session) + fragment, java_script_enabled=scripts)
        if scripts:
            wait_state(page, "live")
        return session, page

    return open_desk


def people(page):
    return page.locator("[id='l:people-list'] > tr > th bdi").all_inner_texts()


def tab(page, name):
    return page.get_by_role("navigation", name="Views").get_by_role("link", name=name)


# ------------------------------------------------------------ sections


def test_the_level_of_a_heading_follows_the_nesting_of_its_section(desk):
    _, page = desk()
    for name, level in [("Desk", 1), ("Overview", 2), ("Views", 2), ("People", 3)]:
        expect(page.get_by_role("heading", name=name, level=level, exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Overview")).to_be_visible()
    assert page.locator("#summary").inner_text() == "All kinds\nat once."


@SCRIPTS
def test_the_tabs_show_one_panel_and_a_url_fragment_opens_another_panel(desk, scripts):
    _, page = desk(scripts)
    expect(page.get_by_role("heading", name="People", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Notes", exact=True)).to_be_hidden()
    tab(page, "Notes").click()
    expect(page.get_by_role("heading", name="Notes", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="People", exact=True)).to_be_hidden()
    assert page.url.endswith("#e:notes")
    if scripts:
        assert tab(page, "Notes").get_attribute("aria-current") == "true"
        assert tab(page, "People").get_attribute("aria-current") is None


def test_a_url_fragment_selects_the_current_tab(desk):
    _, page = desk(fragment="#e:notes")
    expect(tab(page, "Notes")).to_have_attribute("aria-current", "true")
    expect(page.locator(".tabs [aria-current]")).to_have_count(1)


@SCRIPTS
def test_a_tab_stays_open_when_a_form_in_it_is_sent(desk, scripts):
    session, page = desk(scripts, "#e:profile")
    edit = form(page, "save")
    edit.get_by_label("Name").fill("Grace")
    edit.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Changed").locator("..").locator("..")).to_contain_text("name")
    expect(edit.get_by_label("Name")).to_have_value("Grace")
    expect(edit.get_by_label("Name")).to_be_visible()


@SCRIPTS
def test_a_folded_section_can_be_opened(desk, trials, scripts):
    session, page = desk(scripts)
    expect(page.get_by_text("Rex", exact=True)).to_be_hidden()
    page.locator("summary").filter(has_text="Extras").click()
    expect(page.get_by_text("Rex", exact=True)).to_be_visible()
    expect(page.get_by_text("1 of at least 10,000")).to_be_visible()
    if scripts:
        trials.perform(session, "lock")
        expect(page.get_by_role("button", name="Unlock")).to_be_visible()
        expect(page.get_by_text("Rex", exact=True)).to_be_visible()


# ------------------------------------------------------------ texts, values


def test_a_text_shows_its_line_breaks(desk):
    _, page = desk(fragment="#e:notes")
    assert page.locator("[id='e:poem']").inner_text() == "Two\nlines"
    assert page.locator("pre.code").inner_text() == "if isReady {\n    start()\n}"
    assert page.locator("dd").filter(has_text="Main Street").locator("a").inner_text() == "Main Street 1\nSeoul"
    page.locator("summary").filter(has_text="Extras").click()
    assert page.locator(".rows .detail").inner_text() == "Two\nlines"


def test_the_tone_of_a_value_has_a_sign_with_a_word(desk):
    _, page = desk()
    late = page.locator("dl.stats > div").filter(has_text="Late")
    expect(late.get_by_role("img", name="Problem")).to_be_visible()
    expect(page.locator("dd").filter(has_text="Main Street").get_by_role("img", name="Warning")).to_be_visible()
    expect(page.get_by_role("link", name="Main Street 1")).to_have_attribute("href", "/features/names")
    expect(page.get_by_text("not verified")).to_be_visible()


# ------------------------------------------------------------ lists


@SCRIPTS
def test_the_heading_of_a_column_sorts_the_rows(desk, scripts):
    _, page = desk(scripts)
    table = page.get_by_role("table")
    expect(table).to_contain_text("1–3 of 503")
    assert people(page) == ["Kim", "Lee", "Park"]
    expect(table.get_by_role("columnheader", name="Name")).to_have_attribute("aria-sort", "ascending")
    table.get_by_role("button", name="Age").click()
    expect(table.get_by_role("columnheader", name="Age")).to_have_attribute("aria-sort", "ascending")
    assert table.get_by_role("columnheader", name="Name").get_attribute("aria-sort") is None
    assert people(page) == ["Park", "Lee", "Kim"]
    table.get_by_role("button", name="Age").click()
    expect(table.get_by_role("columnheader", name="Age")).to_have_attribute("aria-sort", "descending")
    assert people(page) == ["Kim", "Lee", "Park"]
    assert table.get_by_role("cell", name="unknown").evaluate("each => getComputedStyle(each).textAlign") == "end"


def test_a_button_pressed_again_on_a_newer_frame_acts_again(desk):
    _, page = desk()
    held = []

    def hold(route):
        held.append((route, route.fetch()))

    page.route("**/actions/sort*", hold, times=1)
    age = page.get_by_role("table").get_by_role("columnheader", name="Age")
    age.get_by_role("button").dblclick()
    expect(age).to_have_attribute("aria-sort", "ascending")
    age.get_by_role("button").click()
    until(page, lambda: held, "the host has answered the first press")
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(age).to_have_attribute("aria-sort", "descending")
    assert people(page) == ["Kim", "Lee", "Park"]


@SCRIPTS
def test_a_row_can_be_selected(desk, scripts):
    _, page = desk(scripts)
    page.get_by_role("table").get_by_role("button", name="Lee").click()
    expect(page.locator("[aria-current=true]").filter(has_text="Lee")).to_have_count(1)
    page.get_by_role("table").get_by_role("button", name="Park").click()
    expect(page.locator("tr[aria-current=true]")).to_have_count(1)
    expect(page.locator("tr[aria-current=true]")).to_contain_text("Park")


def test_a_click_beside_the_text_of_a_row_selects_the_row(desk):
    _, page = desk()
    page.get_by_role("cell", name="33").click()
    expect(page.locator("tr[aria-current=true]")).to_contain_text("Kim")


@SCRIPTS
def test_a_confirmed_removal_of_all_rows_shows_the_hint_of_the_list(desk, scripts):
    _, page = desk(scripts)
    ask(page, "Clear")
    expect(page.get_by_text("Remove all people?")).to_be_visible()
    page.get_by_role("alertdialog").get_by_role("button", name="Clear").click()
    hint = page.locator("[id='n:people-list']")
    expect(hint).to_have_text("Nobody is here.\nInvite a guest.")
    expect(page.get_by_role("table")).to_contain_text("0 of 503")
    expect(page.get_by_role("button", name="Clear")).to_be_disabled()


@SCRIPTS
def test_the_form_of_a_button_starts_with_the_values_of_the_button(desk, scripts):
    _, page = desk(scripts)
    ask(page, "Invite")
    invite = form(page, "invite")
    expect(invite.get_by_label("Name")).to_have_value("Guest")
    invite.get_by_label("Name").fill("Choi")
    press(page, "invite")
    expect(page.get_by_role("table")).to_contain_text("Choi")
    expect(page.get_by_role("table")).to_contain_text("1–4 of 503")


def test_a_key_presses_the_button_of_the_focused_row(desk):
    _, page = desk()
    page.get_by_role("table").get_by_role("button", name="Lee").focus()
    page.keyboard.press("z")
    page.keyboard.press("Control+b")
    expect(page.locator("#notices > *")).to_have_count(0)
    page.keyboard.press("b")
    expect(page.locator("#notices > *")).to_contain_text("Lee")
    # While a text field has the focus, the key b types a letter and presses no button.
    ask(page, "Invite")
    form(page, "invite").get_by_label("Name").press("b")
    expect(page.locator("#notices > *")).to_have_count(1)


# ------------------------------------------------------------ notices


@SCRIPTS
def test_a_notice_shows_its_button_and_its_link(desk, scripts):
    _, page = desk(scripts)
    page.get_by_role("row", name="Kim").get_by_role("button", name="Greet").click()
    notice = page.locator("#notices > *")
    expect(notice.get_by_role("link", name="Show")).to_have_attribute("href", "/features/names")
    assert "Greeted\nKim" in notice.inner_text()
    notice.get_by_role("button", name="Undo").click()
    expect(page.locator("dl").filter(has_text="Changed")).to_contain_text("undone")
    expect(page.locator("#notices > *")).to_have_count(0)


# ------------------------------------------------------------ form elements


@SCRIPTS
def test_a_form_element_sends_only_its_changed_fields(desk, trials, scripts):
    session, page = desk(scripts, "#e:profile")
    edit, facts = form(page, "save"), page.locator("dl").filter(has_text="Changed")
    expect(page.get_by_role("form", name="Edit")).to_be_visible()
    # The key of the record is sent but not shown.
    expect(edit.get_by_label("Person")).to_have_count(0)
    assert edit.get_by_role("radiogroup", name="Role").locator("label").all_inner_texts() == ["Author", "Editor"]
    edit.get_by_label("Motto").fill("")
    edit.get_by_label("Away").check()
    press(page, "save")
    expect(facts).to_contain_text("away, motto")
    expect(edit.get_by_label("Away")).to_be_checked()
    expect(edit.get_by_label("Motto")).to_have_value("")
    edit.get_by_label("Away").uncheck()
    press(page, "save")
    expect(edit.get_by_label("Away")).not_to_be_checked()
    expect(facts).not_to_contain_text("motto")


@SCRIPTS
def test_a_form_element_does_not_overwrite_the_changes_of_another_person(desk, trials, scripts):
    session, page = desk(scripts, "#e:profile")
    edit = form(page, "save")
    edit.get_by_label("Name").fill("Grace")
    trials.perform(session, "save", id="7", name="Ada", role="Editor", age=40, motto="On", away=False)
    if scripts:
        expect(edit.get_by_label("Age")).to_have_value("40")
    expect(edit.get_by_label("Name")).to_have_value("Grace")
    press(page, "save")
    expect(edit.get_by_label("Name")).to_have_value("Grace")
    expect(edit.get_by_label("Age")).to_have_value("40")
    expect(edit.get_by_role("radio", name="Editor")).to_be_checked()


def test_a_chosen_radio_button_is_kept_as_a_draft_until_it_is_sent_or_discarded(desk, trials):
    session, page = desk(True, "#e:profile")
    edit = form(page, "save")
    author, editor = edit.locator("[type=radio][value=Author]"), edit.locator("[type=radio][value=Editor]")
    expect(author).to_be_checked()
    editor.check()
    # Neither another person's changes nor a reload takes it back.
    for age, role in [("40", "Editor"), ("41", "Author")]:
        trials.perform(session, "save", id="7", name="Ada", role=role, age=int(age), motto="On", away=False)
        expect(edit.get_by_label("Age")).to_have_value(age)
        expect(editor).to_be_checked()
    page.reload()
    wait_state(page, "live")
    expect(editor).to_be_checked()
    edit.locator("xpath=following-sibling::p").get_by_role("button", name="Discard").click()
    expect(author).to_be_checked()
    editor.check()
    press(page, "save")
    expect(edit).not_to_have_attribute("data-typed", "")
    expect(editor).to_be_checked()
    trials.perform(session, "save", id="7", name="Ada", role="Author", age=40, motto="On", away=False)
    expect(author).to_be_checked()


@SCRIPTS
def test_a_problem_is_shown_beside_its_field_with_the_value_of_the_other_person(desk, scripts):
    _, page = desk(scripts, "#e:profile")
    edit = form(page, "save")
    edit.get_by_label("Age").fill("99")
    press(page, "save")
    age = edit.get_by_label("Age")
    expect(age).to_have_attribute("aria-invalid", "true")
    expect(edit.get_by_text("Kim saved another age.")).to_be_visible()
    expect(edit.get_by_text("Their value: 40")).to_be_visible()
    assert "theirs" in age.get_attribute("aria-describedby")
    press(page, "save")
    # The form is not sent before the person has decided.
    expect(edit.get_by_text("Their value: 40")).to_be_visible()
    expect(age).to_have_value("99")
    edit.get_by_role("button", name="Take theirs").click()
    expect(age).to_have_value("40")
    expect(edit.get_by_role("button", name="Take theirs")).to_have_count(0)
    press(page, "save")
    expect(age).not_to_have_attribute("aria-invalid", "true")
    expect(age).to_have_value("40")


@SCRIPTS
def test_a_refused_form_keeps_the_typed_text(desk, scripts):
    _, page = desk(scripts, "#e:profile")
    edit = form(page, "save")
    edit.get_by_label("Name").fill("x" * 41)
    edit.get_by_label("Motto").fill("Off")
    press(page, "save")
    expect(edit.get_by_label("Name")).to_have_attribute("aria-invalid", "true")
    expect(edit.get_by_label("Name")).to_have_value("x" * 41)
    expect(edit.get_by_label("Motto")).to_have_value("Off")
    edit.get_by_label("Name").fill("Grace")
    press(page, "save")
    expect(page.locator("dl").filter(has_text="Changed")).to_contain_text("motto, name")


@SCRIPTS
def test_the_button_of_a_disabled_form_is_disabled(desk, scripts):
    _, page = desk(scripts, "#e:profile")
    page.get_by_role("button", name="Lock").click()
    expect(page.get_by_role("button", name="Unlock")).to_be_visible()
    # Without scripts, the page shows its first tab after a form outside of the tabs is sent.
    tab(page, "Profile").click()
    expect(form(page, "save").get_by_role("button", name="Save")).to_be_disabled()


def test_a_draft_in_a_form_element_is_kept_and_can_be_discarded(desk, trials):
    session, page = desk(fragment="#e:profile")
    name = form(page, "save").get_by_label("Name")
    name.fill("half")
    page.reload()
    wait_state(page, "live")
    expect(name).to_have_value("half")
    page.get_by_role("button", name="Discard").click()
    expect(name).to_have_value("Ada")


# ------------------------------------------------------------ forms sent on change


@pytest.fixture
def converter(trials, open_page):
    session = trials.open("converter")
    page = open_page(trials.page_of(session))
    wait_state(page, "live")
    return session, page


def test_a_form_sent_on_change_has_a_button_without_scripts(trials, open_page):
    page = open_page(trials.page_of(trials.open("converter")), java_script_enabled=False)
    page.get_by_label("Celsius").fill("100")
    press(page, "convert")
    expect(page.get_by_label("Fahrenheit")).to_have_value("212")


def test_a_person_who_types_in_one_field_sees_the_other_field_change(converter):
    _, page = converter
    mark(page)
    expect(submit(page, "convert")).to_be_hidden()
    celsius, fahrenheit = page.get_by_label("Celsius"), page.get_by_label("Fahrenheit")
    celsius.fill("")
    expect(fahrenheit).to_have_value("")
    celsius.press_sequentially("100")
    expect(fahrenheit).to_have_value("212")
    expect(celsius).to_have_value("100")
    expect(celsius).to_be_focused()
    fahrenheit.fill("32")
    expect(celsius).to_have_value("0")
    # The field shows the host's notation of the number only when the person leaves the field.
    expect(fahrenheit).to_have_value("32")
    celsius.focus()
    expect(fahrenheit).to_have_value("32")
    assert is_marked(page)


def test_a_text_that_breaks_a_rule_is_reported_and_not_sent(converter, trials):
    session, page = converter
    celsius, sent = page.get_by_label("Celsius"), []
    page.on("request", lambda request: sent.append(request) if "/actions/" in request.url else None)
    celsius.fill("-300")
    expect(celsius).to_have_attribute("aria-invalid", "true")
    remark = celsius.get_attribute("aria-describedby")
    expect(page.locator(f"[id='{remark}']")).to_be_visible()
    trials.perform(session, "convert", note="from another")
    expect(page.get_by_label("Note")).to_have_value("from another")
    page.get_by_label("Note").focus()
    expect(celsius).to_have_value("-300")
    expect(page.locator(f"[id='{remark}']")).to_be_visible()
    assert not sent
    celsius.fill("10")
    expect(page.get_by_label("Fahrenheit")).to_have_value("50")
    assert celsius.get_attribute("aria-invalid") is None


def test_a_text_that_the_host_refuses_is_kept_with_the_reason(converter):
    _, page = converter
    note = page.get_by_label("Note")
    note.fill("forbidden")
    expect(page.get_by_text("this word is forbidden")).to_be_visible()
    page.get_by_label("Celsius").focus()
    expect(note).to_have_value("forbidden")
    note.fill("allowed")
    expect(page.get_by_text("this word is forbidden")).to_have_count(0)


WATCH = """control => {
    window.seen = [];
    window.watching = setInterval(() => { window.seen.push(control.value); }, 1);
}"""


@pytest.mark.parametrize("delay", [0.3, 1.5])
def test_a_fast_typist_loses_no_letter(trials, open_page, delay):
    """A person types 20 keys a second over a slow connection, while another person changes another field."""
    proxy = Proxy(trials.port)
    session = trials.open("converter")
    page = open_page(f"{proxy.address}/sessions/{session}")
    wait_state(page, "live")
    proxy.delay = delay
    under_way, most, calls = set(), [], []

    def begin(request):
        if "/actions/" in request.url:
            under_way.add(request)
            calls.append(request)
            most.append(len(under_way))

    page.on("request", begin)
    for event in ["requestfinished", "requestfailed"]:
        page.on(event, lambda request: under_way.discard(request))
    note, text = page.get_by_label("Note"), "the quick brown fox jumps over the lazy dog"
    note.evaluate(WATCH)
    begun = page.evaluate("performance.now()")
    other = threading.Timer(0.5, trials.perform, [session, "convert"], {"celsius": 5})
    other.start()
    note.press_sequentially(text, delay=50)
    lasted = (page.evaluate("performance.now()") - begun) / 1000
    other.join()
    expect(note).to_have_value(text)
    until(page, lambda: field(trials, session, "note") == text, "the host has the text", 30)
    expect(page.get_by_label("Celsius")).to_have_value("5", timeout=30_000)
    page.get_by_label("Celsius").focus()
    until(page, lambda: not under_way, "all calls are answered", 30)
    trials.perform(session, "convert", celsius=7, note=text)
    expect(page.get_by_label("Fahrenheit")).to_have_value("44.6", timeout=30_000)
    expect(note).to_have_value(text)
    seen = page.evaluate("clearInterval(watching) || [...new Set(seen)]")
    assert all(text.startswith(each) for each in seen), "the field has shown only the typed text"
    assert sorted(seen, key=len) == seen, "the field has never shown an older text again"
    assert max(most) == 1
    assert len(calls) <= lasted / delay + 3
    proxy.cut()


def field(host, session, name):
    forms = [each for each in host.screen(session)["elements"] if each["kind"] == "form"]
    return forms[0]["values"].get(name)


def test_a_form_lets_two_people_type_at_the_same_time(trials, open_page):
    session = trials.open("converter")
    pages = [open_page(trials.page_of(session)) for _ in range(2)]
    for page in pages:
        wait_state(page, "live")
    note, celsius = pages[0].get_by_label("Note"), pages[1].get_by_label("Celsius")
    celsius.fill("")
    for letter, digit in zip("hello", "12345"):
        note.press(letter)
        celsius.press(digit)
    for page in pages:
        expect(page.get_by_label("Note")).to_have_value("hello")
    expect(celsius).to_have_value("12345")
    expect(celsius).to_have_attribute("aria-invalid", "true")
    celsius.fill("100")
    for page in pages:
        expect(page.get_by_label("Fahrenheit")).to_have_value("212")
    # Both people type into the same field. Each sees their own text until they leave the field. Then both see the text
    # that was sent last.
    other = pages[1].get_by_label("Note")
    note.fill("mine")
    expect(other).to_have_value("mine")
    other.fill("theirs")
    eventually(lambda: field(trials, session, "note") == "theirs", "the host has the last text")
    expect(note).to_have_value("mine")
    pages[0].get_by_label("Celsius").focus()
    expect(note).to_have_value("theirs")


def test_the_caret_keeps_its_position(converter, trials):
    session, page = converter
    note = page.get_by_label("Note")
    with page.expect_response("**/actions/**"):
        note.fill("brown fox")
    expect(page.get_by_text("Calls: 1")).to_be_visible()
    page.get_by_label("Celsius").focus()
    note.evaluate("each => { each.focus(); each.setSelectionRange(0, 0); }")
    trials.perform(session, "convert", note="brown fox and dog")
    expect(note).to_have_value("brown fox and dog")
    expect(note).to_be_focused()
    assert note.evaluate("each => each.selectionStart") == 0
    page.keyboard.type("quick ")
    expect(note).to_have_value("quick brown fox and dog")


def test_a_text_typed_while_offline_is_sent_when_the_host_is_reachable(trials, open_page):
    proxy = Proxy(trials.port)
    session = trials.open("converter")
    page = open_page(f"{proxy.address}/sessions/{session}")
    wait_state(page, "live")
    proxy.cut()
    page.get_by_label("Note").press_sequentially("offline")
    expect(page.get_by_text("Not sent").first).to_be_visible()
    proxy.mend()
    until(page, lambda: field(trials, session, "note") == "offline", "the text is sent", 30)
    expect(page.get_by_label("Note")).to_have_value("offline")
    expect(page.get_by_text("Not sent")).to_have_count(0)
    proxy.cut()


@pytest.mark.parametrize("block", range(4))
def test_the_typing_class_follows_its_rules_in_random_runs(open_page, block):
    page = open_page()
    for path in ["Apps/HTTPFrontEnd/Resources/typing.js", "Tests/Browser/typing_model.js"]:
        page.add_script_tag(path=ROOT / path)
    broken = page.evaluate(
        "block => { for (let seed = 1; seed <= 500; seed += 1) { const broken = modelTyping(block * 500 + seed, 300);"
        " if (broken) return broken; } return ''; }", block)
    assert not broken


FORM_CASES = json.loads((ROOT / "Tests/InteractionTests/FormCases.json").read_text())


@pytest.mark.parametrize("case", FORM_CASES, ids=lambda case: case["name"])
def test_the_typing_class_follows_the_cases_that_the_terminal_follows(open_page, case):
    page = open_page()
    for path in ["Apps/HTTPFrontEnd/Resources/typing.js", "Tests/Browser/typing_model.js"]:
        page.add_script_tag(path=ROOT / path)
    assert not page.evaluate("example => runFormCase(example)", case)


# ------------------------------------------------------------ accessibility


@pytest.mark.parametrize("fragment", ["", "#e:notes", "#e:profile"])
def test_the_accessibility_checker_axe_finds_no_violation_in_a_page_of_every_kind(desk, fragment):
    _, page = desk(fragment=fragment)
    page.locator("summary").filter(has_text="Extras").click()
    if not fragment:
        page.get_by_role("table").get_by_role("button", name="Lee").click()
        ask(page, "Invite")
        has_no_violation(page)
        leave(page)
        page.get_by_role("row", name="Kim").get_by_role("button", name="Greet").click()
        expect(page.locator("#notices > *")).to_be_visible()
        has_no_violation(page)
        ask(page, "Clear")
    has_no_violation(page)
