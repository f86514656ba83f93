"""Tests how a person chooses the record that a field names: a user's house."""

import re

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import ask, form, has_no_violation, press, row, submit, wait_frames, wait_settled, wait_state, watch_posts

LIST, PAGE = "/features/user", "/features/user?id=1"


@pytest.fixture
def houses(host, tmp_path):
    """A host with 33 houses. Kevin Flynn belongs to the house Stark, whose title differs from another one only in accents."""
    file = tmp_path / "houses.csv"
    more = "".join(f"h{at},House Number {at},Words {at},Sigil\n" for at in range(29))
    file.write_text("id,name,motto,sigil\nstaerk,House Stärk,Sommer,Bär\n" + more)
    host.open("house")
    host.run("import", "house", str(file))
    host.perform(host.open("user"), "edit", id="1", house="2")
    return host


@pytest.fixture
def open_users(houses, open_page):
    """Returns a function that opens a page of the users."""
    def open_users(place=LIST, scripts=True, **options):
        page = open_page(houses.address + place, java_script_enabled=scripts, reduced_motion="reduce", **options)
        wait_state(page, "live") if scripts else wait_settled(page)
        return page
    return open_users


def house_of(host, user="1"):
    """The key of the house of a stored user."""
    elements = host.screen(host.open("user"))["elements"]
    rows = [each for element in elements for each in element.get("rows", [])]
    return next(each["values"].get("house") for each in rows if each["id"] == user)


def adding(page):
    """The field for the house in the dialog that adds a user."""
    ask(page, "Add a user")
    return house_in(page.get_by_role("dialog"))


def house_in(place):
    """The field for the house in a form."""
    return place.locator("input[name='f.house']:not([type=radio])")


def enter(field):
    """Focuses a field, and waits until it can open its list."""
    field.focus()
    expect(field).to_have_attribute("role", "combobox")


def editor(page):
    """The form of the page of a user."""
    return form(page, "edit")


def listed(page):
    return page.get_by_role("listbox", name="House")


def options(page):
    return listed(page).get_by_role("option")


def active(page):
    """The text of the active option; None without one."""
    return page.evaluate("""() => {
        const id = document.activeElement.getAttribute("aria-activedescendant");
        return id && document.getElementById(id).textContent.trim();
    }""")


def wait_active(page, text):
    eventually(lambda: active(page) == text, f"{text} is active")


def says(page, words):
    expect(page.locator(".picker [aria-live=polite]")).to_have_text(words)


def filled_in(page):
    """Fills in the other fields of the dialog that adds a user."""
    dialog = page.get_by_role("dialog")
    for name, text in [("First name", "Quorra"), ("Last name", "Iso"), ("Age", "3")]:
        dialog.get_by_label(name).fill(text)


# ------------------------------------------------------------ keys


def test_a_house_is_chosen_by_keys_alone(open_users, houses):
    page = open_users()
    field = adding(page)
    filled_in(page)
    enter(field)
    expect(field).to_have_attribute("aria-expanded", "false")
    expect(field).to_have_attribute("aria-autocomplete", "list")
    page.keyboard.type("hOuse lan")
    says(page, "1 match")
    expect(options(page)).to_have_text(["House Lannister Hear Me Roar"])
    assert active(page) is None
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(field).to_have_attribute("aria-controls", listed(page).get_attribute("id"))
    page.keyboard.press("ArrowDown")
    wait_active(page, "House Lannister Hear Me Roar")
    expect(options(page).first).to_have_attribute("aria-selected", "true")
    sent = watch_posts(page)
    page.keyboard.press("Enter")
    expect(field).to_have_value("House Lannister")
    expect(field).to_have_attribute("aria-expanded", "false")
    expect(field).to_be_focused()
    assert field.get_attribute("aria-activedescendant") is None and not sent
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(row(page, "Quorra Iso")).to_contain_text("House Lannister")


def test_the_arrow_keys_open_the_list_and_move_in_it(open_users):
    page = open_users()
    field = adding(page)
    enter(field)
    page.keyboard.press("Alt+ArrowDown")
    says(page, "More than 20 matches")
    assert active(page) is None
    page.keyboard.press("Alt+ArrowUp")
    expect(listed(page)).to_have_count(0)
    page.keyboard.press("ArrowDown")
    wait_active(page, "House Targaryen Fire And Blood")
    page.keyboard.press("ArrowDown")
    wait_active(page, "House Stark Winter Is Coming")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Home")
    assert active(page) is None
    page.keyboard.press("Escape")
    # The list comes first, and the dialog after it.
    expect(listed(page)).to_have_count(0)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("ArrowUp")
    wait_active(page, "House Number 15 Words 15")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_list_goes_on_at_its_end(open_users):
    page = open_users()
    field = adding(page)
    enter(field)
    page.keyboard.press("ArrowUp")
    wait_active(page, "House Number 15 Words 15")
    page.keyboard.press("ArrowDown")
    wait_active(page, "House Number 16 Words 16")
    says(page, "33 matches")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    wait_active(page, "House Targaryen Fire And Blood")
    expect(options(page)).to_have_count(20)
    listed(page).evaluate("list => { list.scrollTop = list.scrollHeight; }")
    expect(options(page)).to_have_count(33)


def test_the_tab_key_leaves_without_a_choice(open_users):
    page = open_users()
    field = adding(page)
    enter(field)
    page.keyboard.type("star")
    page.keyboard.press("ArrowDown")
    wait_active(page, "House Stark Winter Is Coming")
    page.keyboard.press("Tab")
    expect(listed(page)).to_have_count(0)
    expect(field).to_have_value("star")


def take_staerk(page, words, found):
    """Takes the house Stärk from the list of what some words find, in the dialog that adds a user; returns the field."""
    field = adding(page)
    filled_in(page)
    field.fill(words)
    says(page, found)
    options(page).filter(has_text="Stärk").click()
    return field


def adds_to_staerk(page, field):
    """Sends the dialog, whose user then belongs to the house Stärk."""
    field.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(row(page, "Quorra Iso")).to_contain_text("House Stärk")


def test_a_key_stands_for_a_title_that_two_houses_have(open_users, houses):
    page = open_users()
    field = take_staerk(page, "star", "2 matches")
    expect(field).to_have_value("staerk")
    adds_to_staerk(page, field)


def test_a_house_is_taken_also_if_another_one_that_was_not_found_has_its_title(open_users, houses):
    page = open_users()
    field = take_staerk(page, "sommer", "1 match")
    expect(field).to_have_value("House Stärk")
    adds_to_staerk(page, field)


def test_a_text_that_is_changed_after_the_choice_is_a_title_again(open_users, houses):
    page = open_users()
    field = take_staerk(page, "sommer", "1 match")
    field.press("End")
    field.press("Backspace")
    field.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("There are no Houses called")


# ------------------------------------------------------------ pointers


def test_a_house_is_chosen_by_mouse(open_users):
    page = open_users()
    field = adding(page)
    field.click()
    says(page, "More than 20 matches")
    options(page).filter(has_text="Lannister").click()
    expect(field).to_have_value("House Lannister")
    expect(field).to_be_focused()
    expect(listed(page)).to_have_count(0)
    expect(page.get_by_role("dialog")).to_be_visible()
    field.click()
    expect(listed(page)).to_be_visible()
    field.click()
    expect(listed(page)).to_have_count(0)
    field.click()
    page.get_by_role("dialog").get_by_role("heading").click()
    expect(listed(page)).to_have_count(0)


def test_a_telephone_shows_the_whole_list_with_large_targets(open_users):
    page = open_users(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    field = adding(page)
    field.tap()
    says(page, "More than 20 matches")
    wait_frames(page)
    box = page.locator(".picker").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["y"] >= 0 and box["y"] + box["height"] <= 640, box
    assert box["height"] >= 150
    assert all(each["height"] >= 44 for each in (options(page).nth(at).bounding_box() for at in range(3)))
    # Nothing covers the list, and nothing cuts it off.
    middle = options(page).nth(1).bounding_box()
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('[role=option]') !== null",
                         [middle["x"] + 20, middle["y"] + 20])
    options(page).nth(2).tap()
    expect(field).to_have_value("House Lannister")


# ------------------------------------------------------------ places


def test_the_dialog_of_a_row_shows_the_title_and_keeps_the_house(open_users, houses):
    page = open_users()
    flynn = row(page, "Kevin Flynn")
    ask(flynn, "Edit")
    dialog = page.get_by_role("dialog")
    expect(house_in(dialog)).to_have_value("House Stark")
    dialog.get_by_label("Age").fill("37")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(flynn).to_contain_text("37")
    assert house_of(houses) == "2"
    ask(flynn, "Edit")
    field = house_in(dialog)
    field.fill("lann")
    says(page, "1 match")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(flynn).to_contain_text("House Lannister")
    assert house_of(houses) == "3"


def test_the_form_on_the_page_of_a_user_keeps_the_house(open_users, houses):
    page = open_users(PAGE)
    field = house_in(editor(page))
    expect(field).to_have_value("House Stark")
    editor(page).get_by_label("Age").fill("38")
    press(page, "edit")
    expect(page.locator("#notices")).to_contain_text("was changed")
    assert house_of(houses) == "2"
    field.click()
    says(page, "More than 20 matches")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(field).to_have_value("House Targaryen")
    expect(page.get_by_text("Draft")).to_be_visible()
    page.reload()
    wait_state(page, "live")
    expect(field).to_have_value("House Targaryen")
    press(page, "edit")
    eventually(lambda: house_of(houses) == "1", "the house is stored")


def test_the_list_outlives_an_update_of_the_page(open_users, houses):
    page = open_users(PAGE)
    field = house_in(editor(page))
    field.click()
    says(page, "More than 20 matches")
    page.keyboard.press("ArrowDown")
    wait_active(page, "House Targaryen Fire And Blood")
    houses.perform(houses.open("user"), "edit", id="1", age=77)
    expect(editor(page).get_by_label("Age")).to_have_value("77")
    wait_active(page, "House Targaryen Fire And Blood")
    assert field.get_attribute("role") == "combobox" and listed(page).is_visible()
    page.keyboard.press("Enter")
    expect(field).to_have_value("House Targaryen")


def test_the_list_of_users_is_filtered_by_a_house(open_users):
    page = open_users()
    field = page.get_by_role("search").get_by_placeholder("House")
    # The arrow key also leads from a search to the first row.
    enter(field)
    page.keyboard.type("winter")
    says(page, "1 match")
    page.keyboard.press("ArrowDown")
    wait_active(page, "House Stark Winter Is Coming")
    page.keyboard.press("Enter")
    expect(field).to_have_value("House Stark")


# ------------------------------------------------------------ faults


def test_a_failure_is_told_and_a_late_answer_is_ignored(open_users):
    page = open_users()
    field = adding(page)
    page.route("**/choices/house?search=x*", lambda route: route.abort())
    page.route("**/choices/house?search=lannister*", lambda route: None)
    enter(field)
    page.keyboard.type("x")
    says(page, "The list could not be loaded.")
    expect(field).to_have_attribute("aria-expanded", "false")
    with page.expect_request("**/choices/house?search=lannister*") as late:
        field.fill("lannister")
    with page.expect_event("requestfailed", lambda request: request == late.value):
        field.fill("nobody")
    says(page, "No matches")
    field.fill("targ")
    says(page, "1 match")


def test_a_field_without_a_right_to_its_records_stays_a_text_field(open_users):
    page = open_users()
    page.route("**/choices/house?*", lambda route: route.fulfill(status=404, body="{}"))
    field = adding(page)
    enter(field)
    page.keyboard.press("ArrowDown")
    expect(field).not_to_have_attribute("role", "combobox")
    expect(listed(page)).to_have_count(0)
    page.keyboard.type("House Lannister")
    expect(field).to_have_value("House Lannister")


def test_text_that_is_typed_while_the_script_loads_is_searched_for(open_users):
    page = open_users()
    held = []
    page.route("**/picker.js*", lambda route: held.append(route))
    field = adding(page)
    field.focus()
    page.keyboard.type("lann", delay=20)
    eventually(lambda: page.evaluate("null") or held, "the script is requested")
    held[0].continue_()
    says(page, "1 match")


def test_a_page_without_a_reference_loads_no_picker(open_users, houses, open_page):
    page, loaded = open_page(), []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(houses.address + "/features/house")
    wait_state(page, "live")
    page.get_by_role("searchbox", name="Search").fill("stark")
    wait_frames(page)
    assert not [each for each in loaded if "picker" in each]


# ------------------------------------------------------------ accessibility


@pytest.mark.parametrize("place", ["dialog", "page", "search"])
def test_the_accessibility_checker_axe_finds_no_violation_in_the_list(open_users, place):
    page = open_users(PAGE if place == "page" else LIST)
    field = {
        "dialog": lambda: adding(page), "page": lambda: house_in(editor(page)),
        "search": lambda: page.get_by_role("search").get_by_placeholder("House"),
    }[place]()
    field.click()
    says(page, "More than 20 matches")
    page.keyboard.press("ArrowDown")
    wait_active(page, "House Targaryen Fire And Blood")
    has_no_violation(page)
    field.fill("nobody")
    says(page, "No matches")
    has_no_violation(page)


def test_forced_colours_show_the_active_option(open_users):
    page = open_users(forced_colors="active")
    field = adding(page)
    enter(field)
    page.keyboard.press("ArrowDown")
    wait_active(page, "House Targaryen Fire And Blood")
    colours = options(page).evaluate_all("all => all.slice(0, 2).map(each => getComputedStyle(each).backgroundColor)")
    assert colours[0] != colours[1]


# ------------------------------------------------------------ without scripts


@pytest.mark.parametrize("place", ["dialog", "page"])
def test_without_scripts_a_refused_text_offers_the_houses_that_it_may_name(open_users, houses, place):
    page = open_users(PAGE if place == "page" else LIST, scripts=False)
    if place == "dialog":
        ask(row(page, "Kevin Flynn"), "Edit")
    fields = form(page, "edit")
    expect(house_in(fields)).to_have_value("House Stark")
    # The title that is unchanged still means the house, although two houses have it.
    fields.get_by_label("Age").fill("39")
    submit(page, "edit").click()
    wait_settled(page)
    assert house_of(houses) == "2"
    if place == "dialog":
        ask(row(page, "Kevin Flynn"), "Edit")
    house_in(fields).fill("house sta")
    submit(page, "edit").click()
    group = page.get_by_role("group", name=re.compile("House: choose one"))
    expect(group.get_by_role("radio")).to_have_count(2)
    group.get_by_label("House Stärk").check()
    submit(page, "edit").click()
    wait_settled(page)
    assert house_of(houses) == "staerk"


def test_without_scripts_a_changed_text_counts_more_than_the_radio(open_users, houses):
    page = open_users(PAGE, scripts=False)
    house_in(form(page, "edit")).fill("house sta")
    submit(page, "edit").click()
    page.get_by_label("House Stärk").check()
    house_in(form(page, "edit")).fill("House Lannister")
    submit(page, "edit").click()
    wait_settled(page)
    assert house_of(houses) == "3"
