"""Tests the form that edits a record on its page."""

import pytest
from playwright.sync_api import expect

from pages import form, has_no_violation, press, wait_settled, wait_state

PAGE = "/features/doggy?id=2"
SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])


@pytest.fixture
def open_dog(host, open_page):
    """Returns a function that opens the page of the stored dog 2."""
    def open_dog(scripts=True, **options):
        page = open_page(host.address + PAGE, java_script_enabled=scripts, reduced_motion="reduce", **options)
        wait_state(page, "live") if scripts else wait_settled(page)
        return page
    return open_dog


def editor(page):
    return form(page, "edit")


def field(page, title):
    return editor(page).get_by_label(title, exact=True)


def shows(page, title, **values):
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    for name, value in values.items():
        if name == "breed":
            expect(editor(page).get_by_role("radio", name=value)).to_be_checked()
        else:
            expect(field(page, name.capitalize())).to_have_value(value)


def test_a_breed_is_corrected_with_keys_and_taken_back(open_dog):
    page = open_dog()
    field(page, "Name").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    shows(page, "Vinny Labrador", name="Vinny", breed="Labrador", age="5")
    notice = page.locator("#notices .notice").filter(has_text="Vinny Labrador was changed.")
    notice.get_by_role("button", name="Undo").click()
    shows(page, "Vinny Doberman", name="Vinny", breed="Doberman", age="5")
    # The key and the revision are nobody's to type.
    assert editor(page).locator("[name='f.id'], [name='f.revision'], [name='o.id'], [name='o.revision']").count() == 0
    expect(page.get_by_role("button", name="Edit")).to_have_count(0)
    has_no_violation(page)


@SCRIPTS
def test_an_edit_keeps_what_another_person_has_changed_in_other_fields(host, open_dog, scripts):
    page = open_dog(scripts)
    editor(page).get_by_role("radio", name="Bulldog").check()
    other = host.open("doggy")
    host.perform(other, "edit", id="2", name="Vincent")
    host.perform(other, "birthday", id="2")
    press(page, "edit")
    shows(page, "Vincent Bulldog", name="Vincent", breed="Bulldog", age="6")


def test_two_pages_conflict_in_one_field_and_not_in_another(open_dog):
    one, other = open_dog(), open_dog()
    field(one, "Name").fill("Vin")
    field(other, "Name").fill("Vincent")
    field(other, "Age").fill("7")
    press(other, "edit")
    shows(other, "Vincent Doberman", age="7")
    expect(editor(one).get_by_text("Their value: Vincent")).to_be_visible()
    expect(editor(one).get_by_role("button", name="Keep mine")).to_have_count(1)
    expect(field(one, "Age")).to_have_value("7")
    editor(one).get_by_role("button", name="Keep mine").click()
    press(one, "edit")
    for page in one, other:
        shows(page, "Vin Doberman", name="Vin", age="7")


def test_a_page_without_scripts_asks_about_another_persons_value(host, open_dog):
    page = open_dog(scripts=False)
    field(page, "Name").fill("Vin")
    field(page, "Age").fill("6")
    host.perform(host.open("doggy"), "edit", id="2", name="Vincent")
    press(page, "edit")
    expect(editor(page).get_by_text("Their value: Vincent")).to_be_visible()
    assert host.rows(host.open("doggy"))[1] == ("Vincent Doberman", "5")
    editor(page).get_by_role("button", name="Take theirs").click()
    expect(field(page, "Name")).to_have_value("Vincent")
    press(page, "edit")
    shows(page, "Vincent Doberman", name="Vincent", age="6")


def test_a_form_follows_an_action_of_the_page_and_keeps_what_was_typed(open_dog):
    page = open_dog()
    field(page, "Name").fill("Vin")
    press(page, "birthday")
    shows(page, "Vinny Doberman", name="Vin", age="6")
    expect(editor(page).get_by_role("button", name="Keep mine")).to_have_count(0)
