"""Tests what a page says and shows about the person's own actions."""

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import adopt, adopting, ask, filling, form, press, row, rows, submit, wait_frames, wait_state, watch_posts

SAMPLE = [("Alfred Labrador", "1"), ("Vinny Doberman", "5"), ("Lucky Labrador", "3")]
MODES = {"with scripts": {}, "without scripts": {"java_script_enabled": False}}


@pytest.fixture
def page(shared, dogs, open_page):
    """A live page of the session `dogs`."""
    page = open_page(shared.page_of(dogs))
    wait_state(page, "live")
    return page


def marked(page):
    """The titles of the rows that are marked as changed."""
    return page.evaluate("""() => [...document.querySelectorAll('tbody tr')]
        .filter(row => row.getAnimations().length).map(row => row.querySelector('th').textContent)""")


@pytest.mark.parametrize("mode", MODES)
def test_a_page_says_that_a_form_has_succeeded(shared, dogs, open_page, mode):
    page = open_page(shared.page_of(dogs), **MODES[mode])
    if not MODES[mode]:
        wait_state(page, "live")
    adopt(page, "Rex")
    expect(page.locator("#notices")).to_contain_text("Rex Bulldog was adopted.")
    place = row(page, "Vinny Doberman")
    ask(place, "Edit")
    filling(place).get_by_label("Name", exact=True).fill("Vincent")
    press(filling(place), "edit")
    expect(page.locator("#notices")).to_contain_text("Vincent Doberman was changed.")
    press(row(page, "Alfred Labrador"), "birthday")
    eventually(lambda: rows(page)[0] == ("Alfred Labrador", "2"), "the dog is older")
    expect(page.locator("#notices")).to_contain_text("Alfred Labrador is a year older.")
    ask(row(page, "Lucky Labrador"), "Release")
    press(filling(row(page, "Lucky Labrador")), "release")
    expect(page.locator("#notices")).to_contain_text("Lucky Labrador")


def test_the_notice_of_a_success_replaces_the_one_before(shared, dogs, page):
    for name in ["Rex", "Max"]:
        adopt(page, name)
        expect(page.locator("#notices")).to_contain_text(f"{name} Bulldog was adopted.")
    # Without waiting, because a notice goes after a while anyway.
    assert page.locator("#notices > .notice").count() == 1


def test_the_page_of_a_record_asks_about_the_record(shared, open_page):
    page = open_page(f"{shared.address}/features/doggy?source=sample&id=2")
    wait_state(page, "live")
    ask(page, "Release")
    expect(page.get_by_role("heading", name="Release Vinny Doberman?")).to_be_visible()
    page.keyboard.press("Escape")
    # The question follows the title of the record.
    page.get_by_label("Name", exact=True).fill("Vincent")
    press(page, "edit")
    expect(page.locator("#title")).to_have_text("Vincent Doberman")
    ask(page, "Release")
    expect(page.get_by_role("heading", name="Release Vincent Doberman?")).to_be_visible()
    page.keyboard.press("Escape")
    # The page does not mark the fields of the record, so it says what has changed.
    press(page, "birthday")
    expect(page.get_by_text("Vincent Doberman is a year older.")).to_be_visible()


def test_the_rows_that_an_own_action_adds_and_changes_are_marked_once(shared, dogs, page):
    adopt(page, "Rex")
    eventually(lambda: marked(page) == ["Rex Bulldog"], "the new row is marked")
    place = row(page, "Vinny Doberman")
    ask(place, "Edit")
    place.get_by_label("Name", exact=True).fill("Vincent")
    press(place, "edit")
    eventually(lambda: "Vincent Doberman" in marked(page), "the changed row is marked")
    count = "row => row.getAnimations().length"
    expect(form(page, "edit").locator("[data-busy]")).to_have_count(0)
    assert row(page, "Vincent Doberman").evaluate(count) == 1
    # Rows that only come into the list by sorting it are not marked.
    eventually(lambda: not marked(page), "the marks have gone")
    page.get_by_role("button", name="Dog", exact=True).click()
    eventually(lambda: rows(page) != SAMPLE and rows(page)[0][0] == "Alfred Labrador", "the list is sorted")
    expect(page.locator("[data-busy]")).to_have_count(0)
    wait_frames(page)
    assert not marked(page)


def test_a_dialog_says_that_a_long_action_is_working(page):
    sent = []
    page.route("**/actions/adopt*", lambda route: sent.append(route))
    adopt(page, "Rex")
    said = page.get_by_role("dialog").get_by_role("status").filter(has_text="Working…")
    expect(said).to_be_visible()
    sent[0].continue_()
    eventually(lambda: rows(page)[-1] == ("Rex Bulldog", "2"), "the dog is adopted")
    expect(page.get_by_text("Working…")).to_have_count(0)


def test_the_page_itself_explains_an_empty_field(page):
    fields = adopting(page)
    press(page, "adopt")
    expect(fields.get_by_label("Name")).to_have_attribute("aria-invalid", "true")
    expect(fields.get_by_label("Name")).to_be_focused()
    expect(fields.get_by_text("Choose a breed.").first).to_be_visible()


def test_a_text_that_a_control_cannot_read_is_not_sent_as_an_empty_text(page):
    sent = watch_posts(page)
    fields = adopting(page)
    fields.get_by_label("Name").fill("Rex")
    fields.get_by_role("radio", name="Bulldog").check()
    fields.get_by_label("Age").focus()
    page.keyboard.type("2e")
    page.keyboard.press("Enter")
    submit(page, "adopt").click()
    wait_frames(page)
    assert not sent
    expect(fields.get_by_label("Age")).to_be_focused()
    page.keyboard.press("Backspace")
    press(page, "adopt")
    eventually(lambda: rows(page)[-1] == ("Rex Bulldog", "2"), "the dog is adopted")


@pytest.mark.parametrize("mode", MODES)
def test_the_buttons_of_a_page_follow_a_form_that_is_sent_on_change(gallery, open_page, mode):
    page = open_page(f"{gallery.address}/features/flight-booker", **MODES[mode])
    page.get_by_role("radio", name="return flight").check()
    if MODES[mode]:
        page.get_by_role("button", name="Flight", exact=False).first.click()
    end, book = page.get_by_label("Return", exact=True), page.get_by_role("button", name="Book")
    expect(end).to_be_enabled()
    assert book.bounding_box()["y"] > end.bounding_box()["y"] + end.bounding_box()["height"]
    assert end.evaluate("(end, book) => end.compareDocumentPosition(book) & 4", book.element_handle())


def test_the_primary_button_does_not_act_on_a_text_that_the_host_does_not_have(gallery, open_page):
    page = open_page(f"{gallery.address}/features/flight-booker")
    wait_state(page, "live")
    start, book = page.get_by_label("Start", exact=True), page.get_by_role("button", name="Book")
    sent = watch_posts(page)
    start.fill("")
    book.click()
    expect(start).to_be_focused()
    wait_frames(page)
    assert not [address for address in sent if "/actions/book" in address]
    expect(page.get_by_text("You have booked")).to_have_count(0)
    start.fill("2030-01-02")
    book.click()
    expect(page.get_by_text("You have booked a one-way flight on 2030-01-02.")).to_be_visible()


@pytest.mark.parametrize("mode", MODES)
def test_an_empty_list_shows_its_primary_button_once(shared, open_page, mode):
    page = open_page(f"{shared.address}/features/doggy?source=empty", **MODES[mode])
    expect(page.get_by_text("No dogs")).to_be_visible()
    opener = page.locator("[aria-haspopup=dialog]").filter(has_text="Adopt a dog").filter(visible=True)
    expect(opener).to_have_count(1)
    opener.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_the_page_says_why_the_primary_button_did_not_act(gallery, open_page):
    page = open_page(f"{gallery.address}/features/flight-booker")
    wait_state(page, "live")
    page.get_by_label("Start", exact=True).fill("")
    page.get_by_role("button", name="Book").click()
    expect(page.get_by_text("Not done. First correct “Start”.")).to_be_visible()


def test_the_message_about_a_field_goes_when_its_text_becomes_valid(page):
    fields = adopting(page)
    press(page, "adopt")
    errors, name = fields.locator(".errors li"), fields.get_by_label("Name")
    expect(errors).to_have_count(3)
    name.fill("Rex")
    expect(name).not_to_have_attribute("aria-invalid", "true")
    expect(fields.get_by_text("Enter a name.")).to_have_count(0)
    expect(errors).to_have_count(2)
    fields.get_by_role("radio", name="Bulldog").check()
    expect(fields.get_by_text("Choose a breed.")).to_have_count(0)
    # A text that is still invalid keeps its message.
    fields.get_by_label("Age").fill("99")
    expect(fields.get_by_label("Age")).to_have_attribute("aria-invalid", "true")
    fields.get_by_label("Age").fill("9")
    expect(fields.locator(".errors .notice")).to_have_count(0)
    press(page, "adopt")
    eventually(lambda: rows(page)[-1] == ("Rex Bulldog", "9"), "the dog is adopted")


@pytest.mark.parametrize("mode", MODES)
def test_a_single_error_stands_beside_its_field_alone(shared, dogs, open_page, mode):
    page = open_page(shared.page_of(dogs), **MODES[mode])
    if not MODES[mode]:
        wait_state(page, "live")
    place = row(page, "Vinny Doberman")
    ask(place, "Edit")
    place = filling(place)
    name = place.get_by_label("Name", exact=True)
    name.fill(" ")
    press(place, "edit")
    error = page.get_by_role("alert").filter(has_text="Enter a name that is not blank.")
    expect(error).to_have_count(1)
    expect(page.get_by_text("Enter a name that is not blank.")).to_have_count(1)
    expect(page.get_by_label("Name", exact=True).filter(visible=True)).to_be_focused()


def test_a_message_about_another_form_stands_in_that_form(gallery, open_page):
    page = open_page(f"{gallery.address}/features/crud")
    wait_state(page, "live")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_label("Surname")).to_be_focused()
    expect(page.locator("[id='e:person']").get_by_text("Enter a name or a surname.")).to_be_visible()
    page.get_by_label("Surname").fill("Lovelace")
    expect(page.get_by_text("Enter a name or a surname.")).to_have_count(0)
    page.get_by_role("button", name="Create").click()
    # The new person is selected.
    expect(page.locator("[aria-current=true]").filter(has_text="Lovelace")).to_be_visible()


def test_the_notice_about_a_new_row_leads_to_its_record(shared, open_page):
    page = open_page(f"{shared.address}/features/doggy?source=sample")
    wait_state(page, "live")
    adopt(page, "Rex")
    page.locator("#notices").get_by_role("link", name="Show").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rex Bulldog")


def test_the_third_press_of_a_heading_ends_the_order(shared, open_page):
    page = open_page(f"{shared.address}/features/doggy?source=sample")
    wait_state(page, "live")
    age = page.get_by_role("columnheader", name="Age")
    for order in ["ascending", "descending", None]:
        age.get_by_role("link").click()
        if order:
            expect(age).to_have_attribute("aria-sort", order)
    expect(page.locator("[aria-sort]")).to_have_count(0)
    assert rows(page)[0] == ("Alfred Labrador", "1")
    assert "order" not in page.url


def test_a_page_shows_a_request_that_takes_long_and_keeps_its_rows_in_place(proxy, open_page):
    page = open_page(f"{proxy.address}/features/doggy?source=sample")
    wait_state(page, "live")
    age = page.get_by_role("row", name="Alfred Labrador").bounding_box()
    proxy.delay = 1.5
    page.get_by_role("searchbox", name="Search", exact=True).fill("lab")
    expect(page.locator(".browse[data-busy]")).to_be_attached()
    assert page.evaluate("getComputedStyle(document.querySelector('.bar'), '::after').animationName") == "wait"
    assert page.get_by_role("row", name="Alfred Labrador").bounding_box() == age
    eventually(lambda: len(rows(page)) == 2, "the search is shown")
    expect(page.locator("[data-busy]")).to_have_count(0)
    # So does a heading that sorts.
    page.get_by_role("columnheader", name="Age").get_by_role("link").click()
    expect(page.locator("thead [data-busy]")).to_be_attached()
    assert page.evaluate("getComputedStyle(document.querySelector('.bar'), '::after').animationName") == "wait"
    eventually(lambda: page.locator("[aria-sort]").count() == 1, "the list is sorted")
    expect(page.locator("[data-busy]")).to_have_count(0)
