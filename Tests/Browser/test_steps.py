"""Tests the way from the page of a record to its neighbours in the list, and the way back to its row."""

import re

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import has_no_violation, is_marked, mark, press, row, wait_frames, wait_settled, wait_state
from test_places import LIST, SCRIPTS, follow, heading, loaded, place, session_of

LAST = "There are no dogs after this one in the list."
FIRST = "There are no dogs before this one in the list."


def step(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def up(page):
    page.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name="Doggies").click()
    expect(heading(page)).to_have_text("Doggies")


def open_record(host, open_page, name, query="", scripts=True):
    page = open_page(f"{host.address}/features/doggy{query}", java_script_enabled=scripts)
    loaded(page, scripts)
    follow(page, name)
    arrive(page, name, scripts)
    return page


def arrive(page, name, scripts=True):
    expect(heading(page)).to_have_text(name)
    loaded(page, scripts)


@SCRIPTS
def test_buttons_lead_through_the_search_in_its_order_and_back_to_the_row(host, open_page, scripts):
    query = "?search=lab&order=age&descending=true"
    page = open_record(host, open_page, "Lucky Labrador", query, scripts)
    step(page, "Next")
    arrive(page, "Alfred Labrador", scripts)
    assert place(page) == f"/features/doggy{query}&id=1"
    step(page, "Next")
    expect(page.get_by_text(LAST)).to_be_visible()
    assert place(page) == f"/features/doggy{query}&id=1"
    step(page, "Previous")
    arrive(page, "Lucky Labrador", scripts)
    step(page, "Previous")
    expect(page.get_by_text(FIRST)).to_be_visible()
    step(page, "Next")
    arrive(page, "Alfred Labrador", scripts)
    up(page)
    assert place(page) == f"/features/doggy{query}"
    # The row of the last record, and not of the one that was opened from the list.
    assert page.evaluate("document.querySelector(':target')?.textContent.includes('Alfred')")
    if scripts:
        expect(row(page, "Alfred Labrador").get_by_role("link")).to_be_focused()


def test_keys_lead_to_the_neighbours(host, open_page):
    page = open_record(host, open_page, "Vinny Doberman")
    for key, name in [("j", "Lucky Labrador"), ("k", "Vinny Doberman"), ("Alt+ArrowUp", "Alfred Labrador"),
                      ("Alt+ArrowDown", "Vinny Doberman")]:
        page.keyboard.press(key)
        arrive(page, name)
    page.keyboard.press("j")
    arrive(page, "Lucky Labrador")
    page.keyboard.press("j")
    expect(page.get_by_text(LAST)).to_be_visible()
    # The list of keys names them, and does not say that they move between rows.
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_text("J or Alt ↓")).to_be_visible()
    expect(keys.get_by_text("J K", exact=True)).to_have_count(0)
    keys.get_by_label("Letters and digits press buttons").uncheck()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    # Until the next frame, the closed dialog still has the focus, so the page would take the keys for its own.
    wait_frames(page)
    page.keyboard.press("k")
    page.keyboard.press("Alt+ArrowUp")
    arrive(page, "Vinny Doberman")
    page.keyboard.press("Control+k")
    page.keyboard.type("prev")
    page.keyboard.press("Enter")
    arrive(page, "Alfred Labrador")


def test_keys_in_a_field_are_text(host, open_page):
    page = open_record(host, open_page, "Vinny Doberman")
    name = page.get_by_role("main").get_by_role("textbox", name="Name")
    name.fill("")
    name.press("j")
    name.press("Alt+ArrowDown")
    name.press("k")
    expect(name).to_have_value("jk")
    expect(heading(page)).to_have_text("Vinny Doberman")


def test_j_leads_to_the_next_record_also_from_a_change_in_the_history(host, open_page):
    page = open_record(host, open_page, "Vinny Doberman")
    press(page, "birthday")
    undo = page.locator("#elements li button, #elements tr button").first
    undo.focus()
    page.keyboard.press("j")
    arrive(page, "Lucky Labrador")


@SCRIPTS
def test_a_step_goes_on_from_a_record_that_somebody_else_has_deleted(host, open_page, scripts):
    page = open_record(host, open_page, "Vinny Doberman", scripts=scripts)
    host.perform(host.open("doggy"), "release", id="2")
    deleted = page.get_by_text("Vinny Doberman was deleted.")
    if not scripts:
        # The page's session learns of the removal a moment after its answer.
        eventually(lambda: deleted.is_visible() or page.reload() and deleted.is_visible(), "the page says it")
    expect(deleted).to_be_visible()
    step(page, "Next")
    arrive(page, "Lucky Labrador", scripts)
    step(page, "Previous")
    arrive(page, "Alfred Labrador", scripts)


def test_within_a_copy_a_step_needs_no_page_load(host, open_page):
    page = open_page(host.address + LIST)
    wait_state(page, "live")
    mark(page)
    session, count = session_of(page), page.evaluate("history.length")
    follow(page, "Vinny Doberman")
    expect(heading(page)).to_have_text("Vinny Doberman")
    page.keyboard.press("j")
    expect(heading(page)).to_have_text("Lucky Labrador")
    assert place(page) == f"{LIST}&id=3"
    page.keyboard.press("j")
    expect(page.get_by_text(LAST)).to_be_visible()
    page.go_back()
    expect(heading(page)).to_have_text("Vinny Doberman")
    page.keyboard.press("k")
    expect(heading(page)).to_have_text("Alfred Labrador")
    up(page)
    expect(row(page, "Alfred Labrador").get_by_role("link")).to_be_focused()
    assert page.locator("#steps").count() == 0
    assert is_marked(page) and session_of(page) == session and page.evaluate("history.length") == count + 3
    page.keyboard.press("j")
    expect(row(page, "Vinny Doberman").get_by_role("link")).to_be_focused()


def test_a_copy_without_scripts_steps_too(host, open_page):
    page = open_page(host.address + LIST, java_script_enabled=False)
    wait_settled(page)
    follow(page, "Vinny Doberman")
    step(page, "Next")
    expect(heading(page)).to_have_text("Lucky Labrador")
    assert place(page) == f"{LIST}&id=3"


def test_the_row_on_the_way_back_is_in_sight(host, open_page):
    session = host.open("doggy")
    for number in range(40):
        host.perform(session, "adopt", name=f"Dog {number}", breed="Bulldog", age=1)
    page = open_page(f"{host.address}/features/doggy", viewport={"width": 1000, "height": 500})
    wait_state(page, "live")
    follow(page, "Dog 30 Bulldog")
    arrive(page, "Dog 30 Bulldog")
    page.keyboard.press("k")
    arrive(page, "Dog 29 Bulldog")
    up(page)
    link = row(page, "Dog 29 Bulldog").get_by_role("link")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport()
    # The browser's own Back stays as it is.
    follow(page, "Dog 25 Bulldog")
    arrive(page, "Dog 25 Bulldog")
    page.go_back()
    expect(row(page, "Dog 25 Bulldog").get_by_role("link")).to_be_focused()


@pytest.mark.parametrize("width", [1200, 390])
def test_the_buttons_stand_beside_the_heading(host, open_page, width):
    page = open_page(f"{host.address}/features/doggy?id=2", viewport={"width": width, "height": 700})
    arrive(page, "Vinny Doberman")
    title, steps = heading(page).bounding_box(), page.locator("#steps").bounding_box()
    if width > 500:
        assert 0 <= steps["x"] - title["x"] - title["width"] < 40
        assert abs(steps["y"] + steps["height"] / 2 - title["y"] - title["height"] / 2) < 8
    else:
        # On a phone, they begin the line of buttons below the heading.
        assert steps["x"] == title["x"] and steps["y"] >= title["y"] + title["height"]
    for name in ["Previous", "Next"]:
        button = page.get_by_role("button", name=name, exact=True)
        assert re.search(r"\bquiet\b", button.get_attribute("class"))
        assert min(button.bounding_box()["width"], button.bounding_box()["height"]) >= 32
    has_no_violation(page)
