"""Tests cells that are edited in place besides the scripts of the sheet: the age of a dog, refusals, conflicts, and keys."""

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import asked, has_no_violation, row, rows, wait_state


def age(page, dog):
    """The cell of a dog's age."""
    return row(page, dog).locator("td > button[form]")


def editor(page, field="age"):
    """The text of the open editor of a cell."""
    return page.locator(f"dialog[open] [name='f.{field}']")


@pytest.fixture
def page(shared, dogs, open_page):
    page = open_page(shared.page_of(dogs))
    wait_state(page, "live")
    return page


def test_the_age_of_a_dog_is_edited_in_its_cell_and_the_change_can_be_taken_back(start_host, open_page):
    host = start_host()
    page = open_page(host.page_of(host.open("doggy")))
    wait_state(page, "live")
    before = rows(page)
    dog = before[1][0]
    cell = age(page, dog)
    cell.click()
    expect(editor(page)).to_be_focused()
    expect(editor(page)).to_have_value(before[1][1])
    # The editor stands at the cell, and covers no more than its neighbours.
    box, place = page.locator("dialog[open]").bounding_box(), cell.bounding_box()
    assert abs(box["x"] - place["x"]) < 16 and abs(box["y"] - place["y"]) < 16 and box["height"] < 80, (box, place)
    has_no_violation(page)
    editor(page).fill("17")
    page.keyboard.press("Enter")
    eventually(lambda: rows(page)[1] == (dog, "17"), "the age is saved, and name and breed stay")
    expect(cell).to_be_focused()
    notice = page.locator("#notices .notice")
    expect(notice).to_contain_text(f"{dog} was changed.")
    notice.get_by_role("button", name="Undo").click()
    eventually(lambda: rows(page) == before, "the age is as before")


def test_escape_leaves_the_cell_as_it_was_also_the_next_time(page):
    dog, years = rows(page)[1]
    age(page, dog).click()
    editor(page).fill("17")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(age(page, dog)).to_be_focused()
    age(page, dog).click()
    expect(editor(page)).to_have_value(years)


def test_a_refused_value_is_told_at_the_cell(page):
    dog, years = rows(page)[1]
    age(page, dog).click()
    editor(page).fill("31")
    page.keyboard.press("Enter")
    expect(editor(page)).to_have_attribute("aria-invalid", "true")
    expect(editor(page)).to_be_focused()
    save = page.locator("dialog[open]").get_by_role("button", name="Save")
    expect(save).to_be_in_viewport()
    has_no_violation(page)
    editor(page).fill("30")
    save.click()
    eventually(lambda: rows(page)[1] == (dog, "30"), "the corrected age is saved")


def test_a_change_by_another_person_is_told_while_the_cell_is_edited(shared, dogs, page):
    dog, years = rows(page)[1]
    age(page, dog).click()
    editor(page).fill("17")
    shared.perform(dogs, "birthday", id="2")
    place = page.locator("dialog[open]")
    expect(place).to_contain_text(f"Changed by another person. Their value: {int(years) + 1}")
    expect(editor(page)).to_have_value("17")
    place.get_by_role("button", name="Keep mine").click()
    page.keyboard.press("Enter")
    eventually(lambda: rows(page)[1] == (dog, "17"), "the own age is saved")


def test_an_editor_that_is_open_follows_a_record_that_others_change_until_something_is_typed(shared, dogs, page):
    dog, years = rows(page)[1]
    age(page, dog).click()
    expect(editor(page)).to_have_value(years)
    shared.perform(dogs, "birthday", id="2")
    expect(editor(page)).to_have_value(str(int(years) + 1))


def test_a_cell_has_a_page_with_its_form_without_scripts(shared, dogs, open_page):
    page = open_page(shared.page_of(dogs), java_script_enabled=False)
    dog, years = rows(page)[1]
    age(page, dog).click()
    place = asked(page)
    expect(place).to_contain_text(f"Change Age of {dog.removesuffix(' Doberman')}")
    expect(place.locator("input:visible")).to_have_count(1)
    # Another person changes the age meanwhile, so that the form asks first.
    shared.perform(dogs, "birthday", id="2")
    asked(page).locator("[name='f.age']").fill("17")
    asked(page).get_by_role("button", name="Save").click()
    expect(asked(page)).to_contain_text(f"Their value: {int(years) + 1}")
    asked(page).get_by_role("button", name="Keep mine").click()
    asked(page).get_by_role("button", name="Save").click()
    expect(asked(page)).to_have_count(0)
    assert rows(page)[1] == (dog, "17")


def test_a_cell_is_edited_in_a_sheet_at_the_lower_edge_of_a_phone(shared, dogs, open_page):
    page = open_page(shared.page_of(dogs), viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    wait_state(page, "live")
    dog, _ = rows(page)[1]
    age(page, dog).tap()

    def edges():
        box = page.locator("dialog[open]").bounding_box()
        return box["width"], box["y"] + box["height"]

    eventually(lambda: edges() == (360, 640), "the editor fills the lower edge")
    editor(page).fill("17")
    page.get_by_role("button", name="Save").tap()
    eventually(lambda: rows(page)[1] == (dog, "17"), "the age is saved")


@pytest.fixture
def sheet(gallery, open_page):
    """A page of the sheet, and the session."""
    session = gallery.open("cells")
    page = open_page(gallery.page_of(session))
    wait_state(page, "live")
    return page, session


def cell(page, number, column):
    return page.locator(f"[id='r:sheet:{number}'] button[form$=':.{column}']")


def is_at(page, number, column):
    place = cell(page, number, column)
    eventually(lambda: place.evaluate("each => each === document.activeElement"), f"the focus is at {column}{number}")


def test_the_arrow_keys_lead_from_cell_to_cell_and_the_cell_stays_in_sight(sheet):
    page, _ = sheet
    cell(page, 1, "a").focus()
    # The first key loads the script of the keys.
    page.keyboard.press("ArrowRight")
    is_at(page, 1, "b")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    is_at(page, 1, "z")
    expect(cell(page, 1, "z")).to_be_in_viewport()
    for _ in range(30):
        page.keyboard.press("ArrowDown")
    is_at(page, 31, "z")
    expect(cell(page, 31, "z")).to_be_in_viewport()
    page.keyboard.press("Home")
    is_at(page, 31, "a")
    # Neither the heading nor the first column covers the cell.
    for place in [cell(page, 31, "a"), page.locator("thead th").first]:
        assert place.evaluate("""each => {
            const { x, y, width, height } = each.getBoundingClientRect();
            return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }""")


def test_a_cell_that_is_edited_stays_open_when_other_cells_change(gallery, sheet):
    page, session = sheet
    cell(page, 1, "b").click()
    editor(page, "b").fill("=A1")
    gallery.perform(session, "set", id="1", a="7")
    expect(cell(page, 1, "a")).to_have_text("7")
    expect(editor(page, "b")).to_have_value("=A1")
    expect(editor(page, "b")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, 1, "b")).to_have_text("7")
    gallery.perform(session, "set", id="1", a="8")
    expect(cell(page, 1, "b")).to_have_text("8")


def test_a_double_click_on_a_cell_opens_one_editor(sheet):
    page, _ = sheet
    cell(page, 2, "b").dblclick()
    expect(editor(page, "b")).to_be_focused()
    expect(page.locator("dialog[open]")).to_have_count(1)


@pytest.fixture
def shifts(trials, open_page):
    """The session and the page of a table whose cells have many kinds of fields."""
    session = trials.open("shifts")
    page = open_page(trials.page_of(session))
    wait_state(page, "live")
    yield session, page
    trials.close(session)


def shift(page, person, column):
    return page.locator("tr").filter(has_text=person).locator(f"button[form$=':.{column}']")


@pytest.mark.parametrize("column, fill, key, saved", [
    ("day", lambda field: field.fill("2026-12-24"), "Enter", "2026-12-24"),
    ("isNight", lambda field: field.select_option("true"), "Enter", True),
    ("place", lambda field: field.select_option("kitchen"), "Enter", "kitchen"),
    ("notes", lambda field: field.fill("Two\nlines"), "Control+Enter", "Two\nlines"),
])
def test_a_cell_of_each_kind_is_saved_by_a_key_and_the_focus_stays_at_the_cell(trials, shifts, column, fill, key, saved):
    session, page = shifts
    shift(page, "Bo", column).click()
    fill(editor(page, column))
    page.keyboard.press(key)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(shift(page, "Bo", column)).to_be_focused()
    [table] = trials.screen(session)["elements"]
    assert [row["values"][column] for row in table["rows"]][1] == saved


def test_the_text_for_a_cell_of_a_row_that_another_person_removes_is_not_lost(trials, shifts):
    session, page = shifts
    shift(page, "Bo", "notes").click()
    editor(page, "notes").fill("half")
    trials.perform(session, "strike", id="bo")
    card = page.get_by_role("alert").filter(has_text="No longer in this list: Bo")
    expect(card).to_contain_text("half")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("#title")).to_be_focused()
