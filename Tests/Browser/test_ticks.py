"""Tests how a person ticks rows of a list and acts on all of them."""

import re

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import has_no_violation, row, rows, wait_frames, wait_state

MODES = {"with scripts": {}, "without scripts": {"java_script_enabled": False}}


@pytest.fixture
def users(host, tmp_path):
    """A host with 60 users named User 0 to User 59."""
    file = tmp_path / "users.csv"
    file.write_text("id,firstName,lastName,age\n" + "".join(f"u{at},User,{at},{at + 10}\n" for at in range(60)))
    host.run("import", "user", str(file))
    return host


def box(page, title):
    return page.get_by_role("rowheader", name=f"Select {title}", exact=True).get_by_role("checkbox")


def ticked(page):
    return page.evaluate("""() => [...document.querySelectorAll('.tick > :checked')].map(tick =>
        tick.closest('tr').querySelector('th bdi').textContent)""")


def remove_ticked(page):
    page.locator(".bulk").get_by_role("button", name="Remove").click()
    return page.locator("dialog[open]")


def titles(page):
    return [title for title, _ in rows(page)]


@pytest.mark.parametrize("mode", MODES)
def test_several_rows_are_removed_at_once_and_come_back_by_one_undo(users, open_page, mode):
    page = open_page(f"{users.address}/features/user", **MODES[mode])
    if not MODES[mode]:
        wait_state(page, "live")
    expect(page.locator("tbody tr")).to_have_count(50)
    before = titles(page)
    for number in 1, 3, 4:
        box(page, f"User {number}").check()
    dialog = remove_ticked(page)
    expect(dialog.get_by_role("heading")).to_have_text("Remove User 1, User 3 and User 4?")
    dialog.get_by_role("button", name="Remove").click()
    expect(page.locator("#notices")).to_contain_text("User 1, User 3 and User 4 were removed.")
    eventually(lambda: titles(page)[:3] == ["User 0", "User 2", "User 5"], "the rows are gone")
    assert ticked(page) == []
    page.locator("#notices").get_by_role("button", name="Undo").click()
    eventually(lambda: titles(page)[:50] == before, "the rows are at their old places")


def test_a_click_with_shift_ticks_a_range_and_a_button_all_shown_rows(users, open_page):
    page = open_page(f"{users.address}/features/user")
    wait_state(page, "live")
    bar = page.locator(".bulk")
    expect(bar).to_be_hidden()
    box(page, "User 2").click()
    box(page, "User 5").click(modifiers=["Shift"])
    eventually(lambda: ticked(page) == ["User 2", "User 3", "User 4", "User 5"], "the range is ticked")
    expect(bar.get_by_role("status")).to_have_text("4 selected")
    box(page, "User 3").click(modifiers=["Shift"])
    eventually(lambda: ticked(page) == ["User 2"], "a cleared box clears the range")
    bar.get_by_role("button", name="Select all 50 shown").click()
    assert len(ticked(page)) == 50
    # Further rows come, and are not ticked by accident.
    page.mouse.wheel(0, 20_000)
    eventually(lambda: len(rows(page)) == 60, "all rows are loaded")
    assert len(ticked(page)) == 50
    expect(bar.get_by_role("status")).to_have_text("50 selected")
    page.keyboard.press("Escape")
    eventually(lambda: ticked(page) == [], "the key clears the ticks")
    expect(bar).to_be_hidden()


def test_ticks_stay_through_live_changes_and_orders(users, open_page):
    page = open_page(f"{users.address}/features/user")
    wait_state(page, "live")
    for number in 2, 7:
        box(page, f"User {number}").check()
    session = users.open("user")
    users.perform(session, "edit", id="u2", firstName="Other", lastName="2", age=80)
    expect(row(page, "Other 2")).to_be_visible()
    assert ticked(page) == ["Other 2", "User 7"]
    users.perform(session, "remove", id="u7")
    eventually(lambda: ticked(page) == ["Other 2"], "a row that goes takes its tick with it")
    expect(page.locator(".bulk").get_by_role("status")).to_have_text("1 selected")
    page.get_by_role("link", name="Age").click()
    eventually(lambda: titles(page)[0] == "User 0" and "Other 2" not in titles(page)[:8], "the list has another order")
    page.get_by_role("link", name="Age").click()
    eventually(lambda: titles(page)[0] == "Other 2", "the list is reversed")
    dialog = remove_ticked(page) if ticked(page) else None
    if dialog is None:
        # The row was not among the first 50 in between.
        box(page, "Other 2").check()
        dialog = remove_ticked(page)
    dialog.get_by_role("button", name="Remove").click()
    expect(page.locator("#notices")).to_contain_text("Other 2 was removed.")


def test_if_a_ticked_record_has_changed_nothing_is_removed_and_the_rest_is_offered(users, open_page):
    page = open_page(f"{users.address}/features/user")
    wait_state(page, "live")
    for number in 1, 2, 3:
        box(page, f"User {number}").check()
    dialog = remove_ticked(page)
    session = users.open("user")
    users.perform(session, "edit", id="u2", firstName="Other", lastName="2", age=80)
    expect(row(page, "Other 2")).to_be_attached()
    dialog.get_by_role("button", name="Remove").click()
    expect(page.locator("body")).to_contain_text("has been changed or removed since you loaded the list")
    assert {"User 1", "Other 2", "User 3"} <= set(titles(page))
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.get_by_role("button", name="Remove the other 2 …").click()
    # A removal asks, also from a notice.
    page.get_by_role("button", name="Remove the other 2", exact=True).click()
    eventually(lambda: not {"User 1", "User 3"} & set(titles(page)), "the others are gone")
    assert "Other 2" in titles(page)


def test_a_stale_page_without_scripts_removes_nothing_that_has_changed(users, open_page):
    page = open_page(f"{users.address}/features/user", java_script_enabled=False)
    expect(page.locator("tbody tr")).to_have_count(50)
    session = users.open("user")
    users.perform(session, "edit", id="u2", firstName="Other", lastName="2", age=80)
    for number in 1, 2:
        box(page, f"User {number}").check()
    dialog = remove_ticked(page)
    dialog.get_by_role("button", name="Remove").click()
    expect(page.locator("body")).to_contain_text("changed or removed since you loaded the list")
    assert {"User 1", "Other 2"} <= set(titles(page))
    expect(page.locator(".bulk")).to_be_hidden()


def test_a_button_pressed_for_no_row_asks_for_rows(users, open_page):
    """Browsers show it once a row is ticked, but one without style shows it always."""
    page = open_page(java_script_enabled=False)
    page.route(re.compile(r"\.css(\?|$)"), lambda route: route.fulfill(content_type="text/css", body=""))
    page.goto(f"{users.address}/features/user")
    page.locator(".bulk").get_by_role("button", name="Remove").click()
    expect(page.locator("body")).to_contain_text("First select one or more rows.")


def test_ticked_rows_have_no_violation_and_are_ticked_by_keys(users, open_page):
    page = open_page(f"{users.address}/features/user")
    wait_state(page, "live")
    box(page, "User 1").focus()
    page.keyboard.press("Space")
    box(page, "User 2").focus()
    page.keyboard.press("Space")
    assert ticked(page) == ["User 1", "User 2"]
    expect(page.locator(".bulk").get_by_role("status")).to_have_text("2 selected")
    has_no_violation(page)
    dialog = remove_ticked(page)
    has_no_violation(page)
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert ticked(page) == ["User 1", "User 2"]


def test_the_keys_of_rows_act_while_a_box_has_the_focus(users, open_page):
    page = open_page(f"{users.address}/features/user")
    wait_state(page, "live")
    box(page, "User 1").click()
    expect(page.locator(".bulk").get_by_role("status")).to_have_text("1 selected")
    page.keyboard.press("Escape")
    eventually(lambda: ticked(page) == [], "Esc clears the ticks")
    page.keyboard.press("ArrowDown")
    expect(row(page, "User 2").get_by_role("link")).to_be_focused()


def test_the_letter_of_an_action_acts_on_the_ticked_rows_and_u_takes_it_back(users, open_page):
    page = open_page(f"{users.address}/features/user")
    wait_state(page, "live")
    for number in 1, 3:
        box(page, f"User {number}").click()
    expect(page.locator(".bulk").get_by_role("status")).to_have_text("2 selected")
    page.keyboard.press("x")
    dialog = page.locator("dialog[open]")
    expect(dialog).to_contain_text("User 1 and User 3")
    dialog.get_by_role("button", name="Remove").click()
    expect(page.locator("#notices")).to_contain_text("User 1 and User 3 were removed.")
    # Until the next frame, the closed dialog still has the focus.
    wait_frames(page)
    page.keyboard.press("u")
    eventually(lambda: {"User 1", "User 3"} <= set(titles(page)), "the users are back")


def test_a_hostile_form_acts_on_no_row_that_the_list_does_not_show(users, open_page):
    session = users.open("user")
    page = open_page(users.page_of(session), java_script_enabled=False)
    address = f"/sessions/{session}/lists/users/"
    for body in "", "row=1", "row=%20nobody", "row=x%20u1", "row=" + "9" * 5000, "row=1%20u1&" * 300:
        for action in "remove", "edit", "nothing":
            answer = page.request.post(
                users.address + address + action, data=body, headers={"Content-Type": "application/x-www-form-urlencoded"})
            assert answer.status < 500, (body[:20], action, answer.status)
    assert re.search("User 1", page.content())
    assert len(users.rows(session)) == 50


def test_a_search_that_leaves_out_ticked_rows_removes_all_ticks_and_says_so_once(users, open_page):
    page = open_page(f"{users.address}/features/user")
    wait_state(page, "live")
    for number in 1, 2, 10:
        box(page, f"User {number}").click()
    page.get_by_label("Search", exact=True).press_sequentially("User 10", delay=80)
    notices = page.locator("#notices .notice")
    expect(notices).to_have_text([re.compile("Another search, so 3 rows are no longer selected.")])
    expect(row(page, "User 10")).to_be_visible()
    assert ticked(page) == []


def test_ticked_rows_that_another_person_removes_are_named_by_their_number(users, open_page):
    page = open_page(f"{users.address}/features/user")
    wait_state(page, "live")
    for number in 1, 2, 3:
        box(page, f"User {number}").click()
    users.perform(users.open("user"), "remove", id="u2")
    expect(page.locator("#notices")).to_contain_text("1 row is no longer shown, so no longer selected.")
    assert ticked(page) == ["User 1", "User 3"]


def test_after_a_search_that_keeps_the_ticked_rows_a_removal_takes_only_its_own_tick(users, open_page):
    page = open_page(f"{users.address}/features/user")
    wait_state(page, "live")
    for number in 1, 10:
        box(page, f"User {number}").click()
    page.get_by_label("Search", exact=True).press_sequentially("User 1", delay=80)
    expect(row(page, "User 2")).to_have_count(0)
    eventually(lambda: "search=" in page.url, "the address names the search")
    assert ticked(page) == ["User 1", "User 10"]
    users.perform(users.open("user"), "remove", id="u1")
    expect(page.locator("#notices")).to_contain_text("1 row is no longer shown, so no longer selected.")
    assert ticked(page) == ["User 10"]


def test_the_offer_of_an_undo_replaces_the_last_one(users, open_page):
    page = open_page(f"{users.address}/features/user")
    wait_state(page, "live")
    for number in 1, 2:
        box(page, f"User {number}").click()
        remove_ticked(page).get_by_role("button", name="Remove").click()
        expect(page.locator("#notices .notice")).to_have_text([re.compile(rf"User {number} was removed.*Undo")])
    for button, words in [("Undo", "User 2. is back"), ("Redo", "User 2. was removed again"), ("Undo", "User 2. is back")]:
        page.locator("#notices").get_by_role("button", name=button).click()
        expect(page.locator("#notices .notice")).to_have_text([re.compile(words)])
