"""Tests the link that opens a form at its place: "Add a user" on the page of a house."""

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import has_no_violation, press, rows, wait_settled, wait_state

HOUSE = "/features/house?id=2"


@pytest.fixture(params=["script", "no script"])
def begun(request, host, open_page):
    """The page of the users of a house with the open form, which the page of the house has led to."""
    with_script = request.param == "script"
    page = open_page(host.address + HOUSE, java_script_enabled=with_script, reduced_motion="reduce")
    wait_state(page, "live") if with_script else wait_settled(page)
    page.get_by_role("link", name="Add a user").click()
    expect(page.locator("#title")).to_contain_text("User")
    if with_script:
        wait_state(page, "live")
    return page


def test_a_user_is_added_to_a_house_in_one_step(begun, host):
    dialog = begun.get_by_role("dialog")
    expect(dialog.locator("[name='f.house']:not([type=radio])")).to_have_value("House Stark")
    expect(dialog.get_by_label("First name")).to_be_focused()
    dialog.get_by_label("First name").fill("Kim")
    dialog.get_by_label("Last name").fill("Lee")
    dialog.get_by_label("Age").fill("30")
    press(begun, "add")
    expect(begun.locator("#notices")).to_contain_text("was added")
    expect(begun.get_by_role("dialog")).to_have_count(0)
    eventually(lambda: "Kim" in str(rows(begun)), "the new user in the list")
    elements = host.screen(host.open("house", id="2"))["elements"]
    assert "Kim" in str(elements)


def test_the_form_is_closed_and_does_not_come_back(begun):
    begun.get_by_role("dialog").get_by_text("Cancel").click()
    expect(begun.get_by_role("dialog")).to_have_count(0)
    begun.reload()
    wait_settled(begun)
    expect(begun.locator("#title")).to_contain_text("User")
    expect(begun.get_by_role("dialog")).to_have_count(0)
    assert "dialog=" not in begun.url


@pytest.mark.parametrize("begun", ["script"], indirect=True)
def test_the_accessibility_checker_axe_finds_no_violation_in_the_open_form(begun):
    has_no_violation(begun)
