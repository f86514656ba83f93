"""Tests live pages: a page shows changes from elsewhere without a reload, and keeps what a person did on the page."""

import contextlib
import sqlite3

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import (
    ROW, adopt, adopting, ask, form, has_no_violation, is_marked, leave, mark, press, row, rows, submit, until, wait_frames,
    wait_state, watch_posts,
)

SAMPLE = [("Alfred Labrador", "1"), ("Vinny Doberman", "5"), ("Lucky Labrador", "3")]


@pytest.fixture
def open_live(open_page):
    """Returns a function that opens a session's page in a new browser context and waits until the page is live."""

    def open(host, session, **options):
        page = open_page(host.page_of(session), **options)
        assert page.locator("script[src]").count(), "the page has no script"
        wait_state(page, "live")
        mark(page)
        return page

    return open


@pytest.fixture
def page(shared, dogs, open_live):
    """A live page of the session `dogs`."""
    page = open_live(shared, dogs)
    yield page
    assert is_marked(page), "the page was reloaded"


def has_rows(page, wanted):
    eventually(lambda: rows(page) == wanted, f"the page shows {wanted}")


# ------------------------------------------------------------ changes made elsewhere


def test_a_change_in_one_browser_is_shown_in_another_browser_on_the_same_session(shared, dogs, page, open_live):
    other = open_live(shared, dogs)
    adopt(page, "Rex")
    for each in (page, other):
        has_rows(each, SAMPLE + [("Rex Bulldog", "2")])
    press(row(other, "Vinny Doberman"), "birthday")
    for each in (page, other):
        has_rows(each, [SAMPLE[0], ("Vinny Doberman", "6"), SAMPLE[2], ("Rex Bulldog", "2")])
    assert is_marked(other)


def test_a_change_in_one_session_is_shown_in_another_session_on_the_same_store(host, open_live):
    one, other = open_live(host, host.open("doggy")), open_live(host, host.open("doggy"))
    adopt(one, "Rex")
    has_rows(other, SAMPLE + [("Rex Bulldog", "2")])
    # A change by another process is shown in both sessions.
    host.run("perform", "doggy", "birthday", "id=1")
    for each in (one, other):
        has_rows(each, [("Alfred Labrador", "2"), *SAMPLE[1:], ("Rex Bulldog", "2")])
        assert is_marked(each)


def test_a_page_shows_added_and_removed_and_changed_rows_without_a_reload(shared, dogs, page):
    shared.perform(dogs, "release", id="2")
    has_rows(page, [SAMPLE[0], SAMPLE[2]])
    shared.perform(dogs, "edit", id="1", name="Alfredo")
    shared.perform(dogs, "adopt", name="Rex", breed="Bulldog", age=2)
    has_rows(page, [("Alfredo Labrador", "1"), SAMPLE[2], ("Rex Bulldog", "2")])
    for id in ["1", "3", shared.key(dogs, "Rex Bulldog")]:
        shared.perform(dogs, "release", id=id)
    expect(page.get_by_text("No dogs")).to_be_visible()
    shared.perform(dogs, "adopt", name="Ada", breed="Labrador", age=1)
    has_rows(page, [("Ada Labrador", "1")])
    expect(page.get_by_text("No dogs")).to_have_count(0)


def test_a_loading_page_shows_the_loaded_screen_without_a_reload(shared, open_page):
    page = open_page(f"{shared.address}/features/doggy?source=sample&latency=1500ms")
    mark(page)
    expect(page.get_by_role("progressbar")).to_be_visible()
    has_rows(page, SAMPLE)
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(adopting(page).get_by_label("Name")).to_be_visible()
    assert is_marked(page)


def test_the_tone_and_the_text_of_a_screen_are_updated(shared, open_live):
    session = shared.open("game")
    page = open_live(shared, session)
    before = page.locator("article").evaluate("each => getComputedStyle(each).backgroundColor")
    shared.perform(session, "start")
    expect(page.locator("#elements").get_by_text("Space Invaders", exact=True)).to_be_visible()
    expect(page.get_by_text("Paused", exact=True)).to_have_count(0)
    after = page.locator("article").evaluate("each => getComputedStyle(each).backgroundColor")
    assert before != after


def test_a_page_shows_the_state_of_its_connection(page):
    words = page.locator('[role="status"]').filter(has_text="Live")
    expect(words.first).to_be_visible()


def test_a_page_shows_notices(host, open_live):
    """The host announces that it can no longer follow its records, and later that it can follow them again."""
    page = open_live(host, host.open("doggy"))
    rename(host, "change", "mislaid")
    expect(page.get_by_text("may be out of date")).to_be_visible()
    rename(host, "mislaid", "change")
    expect(page.get_by_text("up to date again")).to_be_visible(timeout=20_000)
    host.run("perform", "doggy", "birthday", "id=1")
    has_rows(page, [("Alfred Labrador", "2"), *SAMPLE[1:]])
    assert is_marked(page)


def test_a_failed_screen_shows_the_reason_and_a_retry_button(host, open_live, open_page):
    host.open("doggy")  # creates the table of records
    rename(host, "record", "mislaid")
    session = host.open("house")
    page = open_live(host, session)
    expect(page.get_by_role("alert").filter(has_text="could not be loaded").first).to_be_visible()
    has_no_violation(page)
    plain = open_page(host.page_of(session), java_script_enabled=False)
    expect(plain.get_by_role("alert").filter(has_text="could not be loaded").first).to_be_visible()
    rename(host, "mislaid", "record")
    page.get_by_role("button", name="Try again").click()
    expect(row(page, "House Stark")).to_be_visible()
    expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)
    assert is_marked(page)


def rename(host, table, name):
    """Renames a table, so that the host cannot find the table."""
    with contextlib.closing(sqlite3.connect(host.folder / "records.sqlite", timeout=10)) as records:
        records.execute(f"ALTER TABLE {table} RENAME TO {name}")
        records.commit()


def test_a_removed_row_moves_the_focus_to_a_row_nearby(shared, dogs, page):
    place = row(page, "Vinny Doberman")
    ask(place, "Edit")
    place.get_by_label("Name", exact=True).focus()
    shared.perform(dogs, "release", id="2")
    has_rows(page, [SAMPLE[0], SAMPLE[2]])
    assert page.evaluate("document.activeElement.closest('#screen, article') !== null")


# ------------------------------------------------------------ actions


def test_a_form_is_sent_without_leaving_the_page(shared, dogs, page):
    adopt(page, "Rex", "Labrador", "7")
    has_rows(page, SAMPLE + [("Rex Labrador", "7")])
    fields = adopting(page)
    expect(fields.get_by_label("Name")).to_have_value("")
    expect(fields.get_by_label("Age")).to_have_value("")
    expect(fields.get_by_role("radio", checked=True)).to_have_count(0)


def test_a_refused_form_keeps_its_text_and_shows_the_error_beside_its_field(shared, dogs, page):
    fields = adopting(page)
    fields.evaluate("form => form.noValidate = true")
    adopt(page, "x" * 41, "Doberman", "31")
    expect(page.get_by_role("alert").first).to_be_visible()
    name, age = fields.get_by_label("Name"), fields.get_by_label("Age")
    for control, value, message in [(name, "x" * 41, "Shorten this to 40 characters."), (age, "31", "0 to 30")]:
        expect(control).to_have_value(value)
        expect(control).to_have_attribute("aria-invalid", "true")
        ids = control.get_attribute("aria-describedby").split()
        assert message in " ".join(page.locator(f'[id="{id}"]').inner_text() for id in ids)
    expect(fields.get_by_role("radio", name="Doberman")).to_be_checked()
    expect(name).to_be_focused()
    # Changes made elsewhere remove neither the errors nor the draft.
    shared.perform(dogs, "birthday", id="1")
    has_rows(page, [("Alfred Labrador", "2"), *SAMPLE[1:]])
    expect(name).to_have_value("x" * 41)
    name.fill("Rex")
    age.fill("3")
    press(page, "adopt")
    has_rows(page, [("Alfred Labrador", "2"), *SAMPLE[1:], ("Rex Doberman", "3")])
    expect(page.locator("[aria-invalid=true]")).to_have_count(0)
    expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)


def test_a_refused_form_of_a_row_stays_open_with_its_error(shared, dogs, page):
    place = row(page, "Vinny Doberman")
    ask(place, "Edit")
    place.locator("form").evaluate_all("forms => forms.forEach(form => form.noValidate = true)")
    place.get_by_label("Name", exact=True).fill("")
    press(place, "edit")
    expect(place.get_by_label("Name", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(place.get_by_label("Name", exact=True)).to_be_visible()
    place.get_by_label("Name", exact=True).fill("Vincent")
    press(place, "edit")
    has_rows(page, [SAMPLE[0], ("Vincent Doberman", "5"), SAMPLE[2]])


def test_a_page_shows_the_refusal_of_a_presenter(shared, dogs, page):
    shared.perform(dogs, "adopt", name="Argos", breed="Labrador", age=30)
    press(row(page, "Argos Labrador"), "birthday")
    expect(page.get_by_role("alert").filter(has_text="the maximum age").first).to_be_visible()


def test_a_destructive_button_asks_before_it_acts(shared, dogs, page):
    place = row(page, "Vinny Doberman")
    ask(place, "Release")
    confirmation = submit(place, "release")
    expect(confirmation).to_be_visible()
    assert shared.rows(dogs) == SAMPLE
    confirmation.click()
    has_rows(page, [SAMPLE[0], SAMPLE[2]])


def test_a_double_click_acts_once(shared, dogs, page):
    submit(row(page, "Alfred Labrador"), "birthday").dblclick()
    has_rows(page, [("Alfred Labrador", "2"), *SAMPLE[1:]])
    fields = adopting(page)
    fields.get_by_label("Name").fill("Rex")
    fields.get_by_role("radio", name="Bulldog").check()
    fields.get_by_label("Age").fill("2")
    submit(page, "adopt").dblclick()
    wanted = [("Alfred Labrador", "2"), *SAMPLE[1:], ("Rex Bulldog", "2")]
    has_rows(page, wanted)
    expect(page.locator("[data-busy]")).to_have_count(0)
    wait_frames(page)
    # Actions run in order, so the host has performed all that it got before.
    shared.perform(dogs, "refresh")
    assert shared.rows(dogs) == wanted
    # A later click performs the action a second time.
    submit(row(page, "Alfred Labrador"), "birthday").click()
    has_rows(page, [("Alfred Labrador", "3"), *wanted[1:]])


def test_a_person_can_adopt_and_release_a_dog_by_keyboard_alone(shared, dogs, page):
    page.locator("[aria-haspopup=dialog]").filter(has_text="Adopt a dog").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Keys")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")  # from the first breed to the second
    page.keyboard.press("Tab")
    page.keyboard.type("4")
    page.keyboard.press("Tab")
    # The button Cancel comes before the button that sends the form.
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    has_rows(page, SAMPLE + [("Keys Doberman", "4")])
    expect(page.locator("dialog[open]")).to_have_count(0)
    row(page, "Keys Doberman").get_by_role("button", name="More for").focus()
    page.keyboard.press("Enter")
    row(page, "Keys Doberman").locator("[aria-haspopup=dialog]").filter(has_text="Release").focus()
    page.keyboard.press("Enter")
    # The question's first button is Cancel.
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    has_rows(page, SAMPLE)
    # The focus stays within the page instead of moving to its start.
    assert page.evaluate("document.activeElement !== document.body")


def test_the_arrow_keys_stay_inside_an_open_menu_and_escape_returns_to_its_button(page):
    more = row(page, "Vinny Doberman").get_by_role("button", name="More for")
    more.focus()
    page.keyboard.press("Enter")
    focused = page.locator(":focus")
    for key, entry in [("", "Edit…"), ("ArrowDown", "Release…"), ("ArrowDown", "Edit…"), ("ArrowUp", "Release…")]:
        if key:
            page.keyboard.press(key)
        expect(focused).to_have_text(entry)
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    expect(page.locator(".menu:popover-open")).to_have_count(0)


def test_the_letters_of_the_terminal_act_in_pages_but_not_in_fields_and_can_be_switched_off(page):
    heading = page.locator("dialog[open] h2")

    def asks(words):
        expect(heading).to_have_text(words)
        page.keyboard.press("Escape")
        expect(heading).to_have_count(0)
        # Until the next frame, the closed dialog still has the focus, so the page would take the keys for its own.
        wait_frames(page)

    page.keyboard.press("n")
    asks("Adopt a dog")
    page.keyboard.press("j")
    expect(page.locator(":focus")).to_have_text("Alfred Labrador")
    page.keyboard.press("e")
    asks("Edit Alfred Labrador")
    row(page, "Alfred Labrador").get_by_role("link").focus()
    page.keyboard.press("j")
    page.keyboard.press("x")
    asks("Release Vinny Doberman?")
    row(page, "Vinny Doberman").get_by_role("link").focus()
    page.keyboard.press("k")
    expect(page.locator(":focus")).to_have_text("Alfred Labrador")
    page.keyboard.press("1")
    has_rows(page, [("Alfred Labrador", "2"), *SAMPLE[1:]])
    # A modified key, a field and the switch of the list of keys.
    page.keyboard.press("Alt+e")
    page.keyboard.press("/")
    page.keyboard.type("nex")
    expect(page.locator(".browse [type=search]")).to_have_value("nex")
    expect(heading).to_have_count(0)
    page.locator(".browse [type=search]").fill("")
    page.get_by_role("heading", name="Doggies").focus()
    page.keyboard.press("?")
    page.get_by_label("Letters and digits press buttons").uncheck()
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="Doggies").focus()
    page.keyboard.press("n")
    expect(heading).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_label("Letters and digits press buttons")).not_to_be_checked()
    page.get_by_label("Letters and digits press buttons").check()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    asks("Adopt a dog")


def test_an_entry_that_has_the_focus_keeps_it_when_the_browser_says_that_the_menu_is_open(page):
    focused = row(page, "Vinny Doberman").locator(".menu").evaluate("""menu => new Promise(resolve => {
        menu.addEventListener("toggle", () => setTimeout(() => resolve(document.activeElement.textContent)));
        menu.showPopover();
        menu.querySelectorAll("button")[1].focus();
    })""")
    assert focused == "Release…"


def test_a_dialog_about_a_removed_row_says_so_and_no_other_row_takes_its_keys(shared, dogs, page):
    ask(row(page, "Vinny Doberman"), "Release")
    shared.perform(dogs, "release", id="2")
    expect(page.get_by_text("No longer in this list: Vinny Doberman")).to_be_visible()
    expect(page.get_by_role("heading", name="Doggies")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Doggies")).to_be_focused()


def test_an_own_release_says_nothing_about_a_missing_row(shared, dogs, page):
    ask(row(page, "Vinny Doberman"), "Release")
    press(row(page, "Vinny Doberman"), "release")
    has_rows(page, [SAMPLE[0], SAMPLE[2]])
    expect(page.locator("[data-busy]")).to_have_count(0)
    shared.perform(dogs, "birthday", id="1")
    has_rows(page, [("Alfred Labrador", "2"), SAMPLE[2]])
    expect(page.get_by_text("No longer in this list")).to_have_count(0)


def test_typing_replaces_the_value_that_a_dialog_begins_with(page):
    ask(row(page, "Vinny Doberman"), "Edit")
    page.keyboard.type("Max")
    expect(row(page, "Vinny Doberman").get_by_label("Name", exact=True)).to_have_value("Max")


def test_a_sent_form_is_no_draft_any_more(page):
    adopt(page, "Rex", "Labrador", "7")
    expect(row(page, "Rex Labrador")).to_be_visible()
    expect(page.locator("[data-typed]")).to_have_count(0)


# ------------------------------------------------------------ drafts, focus and scrolling


def test_the_live_updates_keep_the_focus_and_the_selection_and_unsent_input(shared, dogs, page):
    name = adopting(page).get_by_label("Name")
    name.fill("Half a name")
    adopting(page).get_by_role("radio", name="Doberman").check()
    name.evaluate("field => { field.focus(); field.setSelectionRange(5, 6) }")
    shared.perform(dogs, "adopt", name="Rex", breed="Bulldog", age=2)
    shared.perform(dogs, "birthday", id="1")
    shared.perform(dogs, "release", id="3")
    has_rows(page, [("Alfred Labrador", "2"), SAMPLE[1], ("Rex Bulldog", "2")])
    expect(name).to_be_focused()
    expect(name).to_have_value("Half a name")
    expect(form(page, "adopt").get_by_role("radio", name="Doberman")).to_be_checked()
    assert name.evaluate("field => [field.selectionStart, field.selectionEnd]") == [5, 6]
    page.keyboard.type("my")
    expect(name).to_have_value("Half my name")


def test_the_live_updates_of_a_row_keep_its_open_form_and_the_typed_text(shared, dogs, page):
    place = page.locator(ROW).nth(1)
    ask(place, "Edit")
    name = place.get_by_label("Name", exact=True)
    name.fill("Vin")
    name.evaluate("field => { field.focus(); field.setSelectionRange(1, 2) }")
    shared.perform(dogs, "birthday", id="2")
    shared.perform(dogs, "birthday", id="3")
    has_rows(page, [SAMPLE[0], ("Vinny Doberman", "6"), ("Lucky Labrador", "4")])
    expect(name).to_be_focused()
    expect(name).to_have_value("Vin")
    assert name.evaluate("field => [field.selectionStart, field.selectionEnd]") == [1, 2]


def test_an_untouched_form_shows_the_current_record(shared, dogs, page):
    shared.perform(dogs, "edit", id="2", name="Vincent")
    place = row(page, "Vincent Doberman")
    ask(place, "Edit")
    expect(place.get_by_label("Name", exact=True)).to_have_value("Vincent")


def test_the_live_updates_keep_the_selection_of_text(shared, dogs, page):
    page.evaluate("""() => getSelection().selectAllChildren(
        [...document.querySelectorAll('tbody bdi')].find(each => each.textContent === 'Lucky Labrador'))""")
    shared.perform(dogs, "adopt", name="Rex", breed="Bulldog", age=2)
    shared.perform(dogs, "birthday", id="1")
    has_rows(page, [("Alfred Labrador", "2"), *SAMPLE[1:], ("Rex Bulldog", "2")])
    assert page.evaluate("getSelection().toString()") == "Lucky Labrador"


def test_the_live_updates_keep_the_scroll_position(shared, dogs, open_live):
    for number in range(12):
        shared.perform(dogs, "adopt", name=f"Dog {number}", breed="Bulldog", age=1)
    page = open_live(shared, dogs, viewport={"width": 800, "height": 400})
    read = row(page, "Dog 6 Bulldog")
    read.evaluate("element => element.scrollIntoView({ block: 'start' })")
    wait_frames(page)
    before, scrolled = read.bounding_box()["y"], page.evaluate("scrollY")
    # The first change is below the visible row, the second is in this row, and the third is in a row out of view.
    shared.perform(dogs, "adopt", name="Last", breed="Bulldog", age=1)
    shared.perform(dogs, "birthday", id=shared.key(dogs, "Dog 6 Bulldog"))
    shared.perform(dogs, "birthday", id="1")
    eventually(lambda: rows(page) == shared.rows(dogs), "the page is current")
    assert page.evaluate("scrollY") == scrolled
    # This change is above the visible row.
    shared.perform(dogs, "release", id="2")
    eventually(lambda: rows(page) == shared.rows(dogs), "the page is current")
    eventually(lambda: abs(read.bounding_box()["y"] - before) < 2, "the visible rows are where they were")
    assert is_marked(page)


def test_the_visible_rows_stay_in_place_when_a_row_is_removed(shared, dogs, open_live):
    page = open_live(shared, dogs, viewport={"width": 800, "height": 400})
    # Animations take a hundred times as long, so that the test can see their effect.
    animations = page.context.new_cdp_session(page)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    for number in range(12):
        shared.perform(dogs, "adopt", name=f"Dog {number}", breed="Bulldog", age=1)
    eventually(lambda: rows(page) == shared.rows(dogs), "the page is current")
    read = row(page, "Dog 1 Bulldog")
    read.evaluate("element => element.scrollIntoView({ block: 'start' })")
    before = read.bounding_box()["y"]
    shared.perform(dogs, "release", id="2")
    eventually(lambda: rows(page) == shared.rows(dogs), "the page is current")
    assert abs(read.bounding_box()["y"] - before) < 2
    assert is_marked(page)


def test_a_reload_keeps_drafts(shared, dogs, page):
    fields = adopting(page)
    fields.get_by_label("Name").press_sequentially("Half")
    fields.get_by_role("radio", name="Doberman").check()
    leave(page)
    place = page.locator(ROW).nth(1)
    ask(place, "Edit")
    place.get_by_label("Name", exact=True).fill("Vin")
    page.reload()
    wait_state(page, "live")
    expect(fields.get_by_label("Name")).to_have_value("Half")
    expect(fields.locator("[value=Doberman]")).to_be_checked()
    expect(place.get_by_label("Name", exact=True)).to_have_value("Vin")
    # The buttons that open the forms are marked.
    expect(page.locator("[aria-haspopup][data-typed]")).to_have_count(2)
    mark(page)
    adopting(page).get_by_label("Age").fill("4")
    press(page, "adopt")
    has_rows(page, SAMPLE + [("Half Doberman", "4")])
    # The stream may show the new row before the answer clears the form.
    expect(fields.get_by_label("Name")).to_have_value("")
    # A draft that has been sent does not come back.
    page.reload()
    wait_state(page, "live")
    expect(fields.get_by_label("Name")).to_have_value("")
    mark(page)


def test_a_late_answer_keeps_the_newer_draft(shared, dogs, page):
    held, name = [], adopting(page).get_by_label("Name")
    page.route("**/actions/adopt*", lambda route: held.append(route))
    adopt(page, "Rex")
    until(page, lambda: held, "the page sends the form")
    name.fill("Next")
    held[0].continue_()
    has_rows(page, SAMPLE + [("Rex Bulldog", "2")])
    expect(page.locator("[data-busy]")).to_have_count(0)
    wait_frames(page)
    expect(name).to_have_value("Next")


def test_the_page_of_a_closed_session_offers_a_new_session_that_gets_the_drafts(shared, dogs, page):
    adopting(page).get_by_label("Name").fill("Half")
    shared.close(dogs)
    wait_state(page, "ended")
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("Half")
    assert is_marked(page)
    page.get_by_role("link", name="again").click()
    page.wait_for_url(lambda address: dogs not in address)
    wait_state(page, "live")
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("Half")
    assert rows(page) == SAMPLE
    mark(page)


def test_a_new_session_that_loads_slowly_gets_the_drafts(shared, open_live):
    session = shared.open("doggy", source="sample", latency="1s")
    page = open_live(shared, session)
    adopting(page).get_by_label("Name").fill("Half")
    leave(page)
    place = row(page, "Vinny Doberman")
    ask(place, "Edit")
    place.get_by_label("Name", exact=True).fill("Vin")
    shared.close(session)
    wait_state(page, "ended")
    page.get_by_role("link", name="again").click()
    page.wait_for_url(lambda address: session not in address)
    wait_state(page, "live")
    has_rows(page, SAMPLE)
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("Half")
    expect(place.get_by_label("Name", exact=True)).to_have_value("Vin")
    expect(page.locator("[aria-haspopup][data-typed]")).to_have_count(2)


def test_a_slow_refresh_keeps_drafts(shared, open_live):
    session = shared.open("doggy", source="sample", latency="500ms")
    page = open_live(shared, session)
    name = adopting(page).get_by_label("Name")
    name.fill("Half")
    leave(page)
    page.keyboard.press("r")
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(name).to_have_value("Half")
    has_rows(page, SAMPLE)
    assert is_marked(page)


# ------------------------------------------------------------ long lists


def test_the_next_rows_load_when_the_end_of_the_list_becomes_visible(start_host, open_live, tmp_path):
    file = tmp_path / "dogs.csv"
    file.write_text("name,breed,age\n" + "".join(f"Dog {number},Bulldog,1\n" for number in range(200)))
    host = start_host()
    host.stop()
    host.run("import", "doggy", str(file))
    host.start()
    session = host.open("doggy")
    page = open_live(host, session)
    sent = watch_posts(page)
    wait_frames(page)
    assert 0 < len(rows(page)) < 200 and not sent, "the first rows are not all rows"
    eventually(lambda: page.mouse.wheel(0, 3000) or len(rows(page)) >= 200, "all dogs are shown", 30)
    assert rows(page) == host.rows(session)
    assert len(set(rows(page))) == len(rows(page)) >= 200
    assert page.get_by_role("button", name="Show more").count() == 0
    # Live updates also apply to the end of the list.
    host.run("perform", "doggy", "adopt", "name=Last", "breed=Bulldog", "age=1")
    expect(row(page, "Last Bulldog")).to_be_visible()
    assert is_marked(page)


def test_a_button_loads_the_next_rows_without_scripts(start_host, open_page, tmp_path):
    file = tmp_path / "dogs.csv"
    file.write_text("name,breed,age\n" + "".join(f"Dog {number},Bulldog,1\n" for number in range(120)))
    host = start_host()
    host.run("import", "doggy", str(file))
    session = host.open("doggy")
    page = open_page(java_script_enabled=False)
    page.goto(host.page_of(session))
    first = len(rows(page))
    page.get_by_role("button", name="Show more").click()
    eventually(lambda: len(rows(page)) > first, "the next rows show")
