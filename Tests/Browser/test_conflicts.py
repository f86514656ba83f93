"""Tests that no form replaces a value that another person has saved in the meantime, before the person decides."""

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import ROW, ask, asked, filling, has_no_violation, leave, press, row, rows, submit, wait_state

THEIRS = "Their value: Vincent"
MODES = {"with scripts": {}, "without scripts": {"java_script_enabled": False}}


@pytest.fixture
def page(shared, dogs, open_page):
    """A live page of the session `dogs`. Reduced motion lets axe check the final colours."""
    page = open_page(shared.page_of(dogs), reduced_motion="reduce")
    wait_state(page, "live")
    return page


def typing(page, name="Vin"):
    """The second row, whose form to rename the dog is open and has a typed name."""
    place = page.locator(ROW).nth(1)
    ask(place, "Edit")
    place = filling(place)
    name_of(place).fill(name)
    return place


def name_of(place):
    return place.get_by_label("Name", exact=True)


def rename_elsewhere(shared, dogs, page, name="Vincent"):
    """Renames the second dog as another person."""
    shared.perform(dogs, "edit", id="2", name=name)
    eventually(lambda: rows(page)[1][0] == f"{name} Doberman", "the other change shows")


def refused(shared, dogs, page):
    """The second row, whose form was refused because another person has renamed the dog meanwhile."""
    place = typing(page)
    rename_elsewhere(shared, dogs, page)
    press(place, "edit")
    shows_theirs(place)
    return place


def shows_theirs(place, theirs=THEIRS):
    expect(place.get_by_text(theirs)).to_be_visible()


def is_refused(place):
    """The host has refused the form, so the field is marked as wrong too."""
    shows_theirs(place)
    expect(name_of(place)).to_have_attribute("aria-invalid", "true")


def decide(place, choice):
    place.get_by_role("button", name=choice).click()
    expect(place.get_by_role("button", name=choice)).to_have_count(0)


def test_an_open_form_says_beside_its_field_what_was_changed_before_it_is_sent(shared, dogs, page):
    place = typing(page)
    said = place.locator(".control", has=page.get_by_label("Name", exact=True)).locator("[aria-live=polite]")
    # The place for the words exists before the change, so that a screen reader reads them out.
    expect(said).to_have_count(1)
    expect(said).to_be_empty()
    rename_elsewhere(shared, dogs, page)
    expect(said).to_contain_text("Changed by another person. Their value: Vincent")
    expect(name_of(place)).to_have_value("Vin")
    expect(name_of(place)).to_have_accessible_description("Changed by another person. Their value: Vincent")
    has_no_violation(page)
    # A frame that changes nothing for the field leaves the words as they are.
    said.evaluate("node => { node.firstChild.marked = true; }")
    shared.perform(dogs, "birthday", id="2")
    eventually(lambda: rows(page)[1][1] == "6", "the other change shows")
    assert said.evaluate("node => node.firstChild.marked")
    # The same text is no conflict.
    name_of(place).fill("Vincent")
    expect(said).to_be_empty()
    name_of(place).fill("Vin")
    decide(place, "Keep mine")
    expect(name_of(place)).to_be_focused()
    press(place, "edit")
    eventually(lambda: rows(page)[1][0] == "Vin Doberman", "the edit is done")


def test_a_dialog_that_the_host_has_made_says_the_change_too(shared, dogs, page):
    # The host makes the dialogs of rows whose texts are too long for the row.
    page.evaluate("document.querySelectorAll('button[name=row]').forEach(button => { delete button.dataset.values; })")
    place = typing(page)
    expect(page.locator("dialog:modal[data-fetched]")).to_have_count(1)
    rename_elsewhere(shared, dogs, page)
    shows_theirs(place)
    expect(name_of(place)).to_have_value("Vin")
    decide(place, "Keep mine")
    press(place, "edit")
    eventually(lambda: rows(page)[1][0] == "Vin Doberman", "the edit is done")


def test_a_person_takes_the_other_value_before_the_form_is_sent(shared, dogs, page):
    place = typing(page)
    rename_elsewhere(shared, dogs, page)
    decide(place, "Take theirs")
    expect(name_of(place)).to_have_value("Vincent")
    # The field follows the record again.
    rename_elsewhere(shared, dogs, page, "Viola")
    expect(name_of(place)).to_have_value("Viola")


def test_a_draft_for_a_record_that_left_the_search_links_to_the_record(shared, open_page):
    page = open_page(f"{shared.address}/features/doggy?source=sample&search=vin")
    wait_state(page, "live")
    place = row(page, "Vinny Doberman")
    ask(place, "Edit")
    name_of(place).fill("Mine")
    session = page.url.split("session=")[1]
    shared.perform(session, "edit", id="2", name="Zed")
    card = page.get_by_role("alert").filter(has_text="No longer in this list: Vinny Doberman")
    expect(card).to_contain_text("Mine")
    expect(page.locator(".notice").filter(has_text="No longer in this list")).to_have_count(1)
    card.get_by_role("link", name="Vinny Doberman").click()
    expect(page.locator("#title")).to_have_text("Zed Doberman")


def test_a_form_shows_both_values_and_is_not_sent_before_a_decision(shared, dogs, page):
    place = refused(shared, dogs, page)
    expect(name_of(place)).to_have_value("Vin")
    has_no_violation(page)
    # Nothing is replaced by pressing twice, not even if the browser does not check the form.
    press(place, "edit")
    name_of(place).press("Enter")
    with page.expect_response("**/actions/edit*"):
        submit(place, "edit").evaluate("button => { button.form.noValidate = true; button.form.requestSubmit(); }")
    expect(page.locator("[data-busy]")).to_have_count(0)
    is_refused(place)
    assert rows(page)[1][0] == "Vincent Doberman"
    decide(place, "Keep mine")
    press(place, "edit")
    eventually(lambda: rows(page)[1][0] == "Vin Doberman", "the edit is done")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_person_takes_the_other_value_and_changes_it(shared, dogs, page):
    place = refused(shared, dogs, page)
    decide(place, "Take theirs")
    expect(name_of(place)).to_have_value("Vincent")
    name_of(place).fill("Vincent II")
    press(place, "edit")
    eventually(lambda: rows(page)[1][0] == "Vincent II Doberman", "the edit is done")


def test_a_value_that_changes_again_asks_again(shared, dogs, page):
    place = refused(shared, dogs, page)
    decide(place, "Keep mine")
    rename_elsewhere(shared, dogs, page, "Viola")
    shows_theirs(place, "Their value: Viola")
    assert rows(page)[1][0] == "Viola Doberman"


def test_a_draft_remembers_the_value_over_which_it_was_typed(shared, dogs, page):
    place = typing(page)
    leave(page)
    rename_elsewhere(shared, dogs, page)
    page.reload()
    wait_state(page, "live")
    place = page.locator(ROW).nth(1)
    ask(place, "Edit")
    expect(name_of(place)).to_have_value("Vin")
    press(place, "edit")
    shows_theirs(place)
    assert rows(page)[1][0] == "Vincent Doberman"


def test_a_field_that_nobody_typed_into_follows_the_record(shared, dogs, page):
    place = page.locator(ROW).nth(1)
    ask(place, "Edit")
    place = filling(place)
    expect(name_of(place)).to_be_focused()
    rename_elsewhere(shared, dogs, page)
    expect(name_of(place)).to_have_value("Vincent")
    expect(place.get_by_text("Changed by another person")).to_have_count(0)
    name_of(place).press("Enter")
    expect(name_of(place)).to_be_hidden()
    assert shared.rows(dogs)[1][0] == "Vincent Doberman"


def test_an_untouched_form_without_scripts_takes_nothing_back(shared, dogs, open_page):
    page = open_page(shared.page_of(dogs), java_script_enabled=False)
    ask(page.locator(ROW).nth(1), "Edit")
    place = asked(page)
    shared.perform(dogs, "edit", id="2", name="Vincent")
    press(place, "edit")
    is_refused(asked(page))
    assert shared.rows(dogs)[1][0] == "Vincent Doberman"


def test_a_change_of_another_value_refuses_nothing(shared, dogs, page):
    place = typing(page)
    shared.perform(dogs, "birthday", id="2")
    eventually(lambda: rows(page)[1][1] == "6", "the other change shows")
    press(place, "edit")
    eventually(lambda: rows(page)[1] == ("Vin Doberman", "6"), "the edit is done")


def test_a_form_on_a_page_without_scripts_waits_for_the_decision(shared, dogs, open_page):
    page = open_page(shared.page_of(dogs), java_script_enabled=False)
    place = typing(page)
    shared.perform(dogs, "edit", id="2", name="Vincent")
    press(place, "edit")
    place = asked(page)
    is_refused(place)
    # Neither the form's button nor the Enter key decides.
    press(place, "edit")
    place = asked(page)
    is_refused(place)
    name_of(place).press("Enter")
    place = asked(page)
    is_refused(place)
    assert shared.rows(dogs)[1][0] == "Vincent Doberman"
    decide(place, "Keep mine")
    place = asked(page)
    expect(name_of(place)).to_have_value("Vin")
    assert shared.rows(dogs)[1][0] == "Vincent Doberman"
    press(place, "edit")
    eventually(lambda: shared.rows(dogs)[1][0] == "Vin Doberman", "the edit is done")


@pytest.mark.parametrize("mode", MODES)
def test_a_message_about_a_whole_record_names_no_hidden_field(shared, dogs, open_page, mode):
    for _ in range(25):
        shared.perform(dogs, "birthday", id="2")
    page = open_page(shared.page_of(dogs), **MODES[mode])
    press(row(page, "Vinny Doberman"), "birthday")
    message = page.get_by_role("alert").get_by_text("Vinny is 30, the maximum age")
    expect(message).to_be_visible()
    expect(page.get_by_text("Key")).to_have_count(0)
    expect(page.get_by_text("Your input was refused")).to_have_count(0)


def test_a_dialog_that_was_open_before_names_a_renamed_record_anew(shared, dogs, page):
    place = page.locator(ROW).nth(1)
    ask(place, "Release")
    leave(page)
    rename_elsewhere(shared, dogs, page)
    ask(place, "Release")
    expect(page.get_by_role("alertdialog")).to_contain_text("Release Vincent Doberman?")
