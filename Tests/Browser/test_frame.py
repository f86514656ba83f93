"""Tests the parts around the content of a page: navigation, search for features, palette, keys, viewers and theme."""

import json
import re

import pytest
from playwright.sync_api import expect

from host import ROOT, eventually
from pages import has_no_violation, leave, row, wait_state
from terminals import PyteTerminal


@pytest.fixture
def page(shared, dogs, open_page):
    page = open_page(shared.page_of(dogs), reduced_motion="reduce")
    wait_state(page, "live")
    return page


def test_the_navigation_marks_the_feature_and_leads_to_the_others(page):
    side = page.get_by_role("navigation", name="Features")
    expect(side.get_by_role("link")).to_have_count(4)
    expect(side.get_by_role("link", name="Doggies")).to_have_attribute("aria-current", "page")
    side.get_by_role("link", name="Houses").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Houses")


def test_the_navigation_of_a_narrow_page_opens_without_scripts(shared, open_page):
    page = open_page(shared.address, java_script_enabled=False, viewport={"width": 360, "height": 700})
    side = page.get_by_role("navigation", name="Features")
    expect(side).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    expect(side.get_by_role("link", name="Houses")).to_be_visible()
    # The version and the theme are below the features.
    expect(page.get_by_role("link", name="API")).to_be_visible()
    expect(page.get_by_role("button", name="Dark")).to_be_visible()


def test_features_are_found_by_their_words_without_scripts(shared, open_page):
    page = open_page(shared.address, java_script_enabled=False)
    found = page.get_by_role("main").get_by_role("heading", level=2)
    expect(found).to_have_count(4)
    search = page.get_by_role("searchbox", name="Find a feature")
    search.fill("GREAT")
    search.press("Enter")
    expect(found).to_have_text(["Houses"])
    expect(search).to_have_value("GREAT")
    search.fill("<b>zebra")
    search.press("Enter")
    expect(page.get_by_text("No feature matches “<b>zebra”.")).to_be_visible()
    page.get_by_role("link", name="Show all features").click()
    expect(found).to_have_count(4)


def test_the_palette_opens_forms_and_places(page):
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Go to")
    expect(palette.get_by_role("searchbox")).to_be_focused()
    has_no_violation(page)
    page.keyboard.type("adopt")
    # The summary of a feature finds it too.
    expect(palette.get_by_role("button")).to_have_text(
        ["Adopt a dog Action", "Doggies Feature", "Search the list for “adopt”"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Adopt a dog")).to_be_visible()
    leave(page)
    page.keyboard.press(":")
    page.keyboard.type("s")
    # The first choice is marked from the field, so the arrow key goes to the second.
    page.keyboard.press("ArrowDown")
    expect(palette.get_by_role("button").nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(palette.get_by_role("button").first).to_be_focused()
    # A letter and a space go on with the text, and press nothing.
    page.keyboard.type("o w")
    expect(palette.get_by_role("searchbox")).to_have_value("so w")
    expect(palette.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("use")
    # A name that begins with the text comes before a name that contains it.
    expect(palette.get_by_role("button")).to_have_text(
        ["Users Feature", "Houses Feature", "Game Feature", "Search the list for “use”"])
    page.keyboard.press("Control+A")
    page.keyboard.type("houses")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Houses")


def test_the_palette_searches_the_list(page):
    # The keys that a person types while the palette loads are kept.
    page.keyboard.press("Control+k")
    page.keyboard.type("vin")
    expect(page.get_by_role("dialog", name="Go to").get_by_role("searchbox")).to_have_value("vin")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("main").get_by_role("searchbox", name="Search")).to_have_value("vin")
    expect(row(page, "Alfred Labrador")).to_have_count(0)
    expect(row(page, "Vinny Doberman")).to_be_visible()


def test_the_palette_finds_rows_pages_and_names_with_gaps(page):
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Go to")
    # Rows are listed only if a text finds them.
    expect(palette.get_by_role("button").filter(has_text=re.compile(" Row$"))).to_have_count(0)
    for text, found in [("hss", "Houses Feature"), ("api", "API Page"), ("dark", "Dark Appearance")]:
        page.keyboard.press("Control+A")
        page.keyboard.type(text)
        expect(palette.get_by_role("button").first).to_have_text(found)
    page.keyboard.press("Control+A")
    page.keyboard.type("vin")
    expect(palette.get_by_role("button").first).to_have_text("Vinny Doberman Row")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Vinny Doberman")


PALETTE_CASES = json.loads((ROOT / "Tests/InteractionTests/PaletteCases.json").read_text())


@pytest.mark.parametrize("case", PALETTE_CASES, ids=lambda case: case["name"])
def test_the_script_finds_entries_as_the_terminal_does(open_page, case):
    page = open_page()
    page.add_script_tag(path=ROOT / "Apps/HTTPFrontEnd/Resources/finding.js")
    found = page.evaluate("({ text, entries }) => findEntries(text, entries).map(({ title }) => title)", case)
    assert found == case["found"]


OWN_KINDS = ("Page", "Appearance")
"""The kinds of entries that only a page has."""
OWN_COMMANDS = {"Details", "Copy", "Help", "Back", "Quit"}
"""The commands that only a terminal has."""


@pytest.fixture
def terminal(shared):
    command = [str(shared.binary), "launch", "doggy", "--set", "source=sample"]
    terminal = PyteTerminal(command, shared.environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}, 100, 40)
    eventually(lambda: "Vinny Doberman" in terminal.text(), "the dogs are shown")
    yield terminal
    terminal.close()


def commands(terminal):
    """The visible entries of the list of commands in a terminal."""
    lines = terminal.text().split("\n")
    first = next(number for number, line in enumerate(lines) if "╭─ Everything" in line)
    inside = [line.split("│")[1] for line in lines[first + 3:] if line.count("│") == 2]
    return [re.split(r"\s{2,}", line.strip(" ❯"))[0] for line in inside if line.strip()]


@pytest.mark.parametrize("text", ["", "re", "d", "so", "great houses", "vinny", "users", "zebra"])
def test_a_page_and_a_terminal_list_the_same_entries_in_the_same_order(page, terminal, text):
    # The row with the focus is the one with the cursor.
    page.keyboard.press("j")
    expect(row(page, "Alfred Labrador").get_by_role("link")).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.type(text)
    palette = page.get_by_role("dialog", name="Go to")
    expect(palette.get_by_role("searchbox")).to_have_value(text)
    listed = palette.get_by_role("button").evaluate_all(
        "all => all.map(each => [each.firstChild.textContent, each.querySelector('small')?.textContent])")
    shown = [title for title, kind in listed if kind not in OWN_KINDS]
    # The palette lists what the screen offers when it opens.
    eventually(lambda: "Alfred" in terminal.text(), "the terminal shows the dogs")
    terminal.press(":", text)
    eventually(lambda: "╭─ Everything" in terminal.text() and f"❯ {text}" in terminal.text(), "the text is typed")
    visible = commands(terminal)
    common = [title for title in visible if title not in OWN_COMMANDS]
    # The terminal scrolls a longer list.
    assert common == (shown if len(visible) < 12 else shown[:len(common)])


def test_the_keys_of_a_page_are_listed(page):
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_role("term")).to_have_text(
        ["/", "Ctrl K or :", "?", "↑ ↓", "Enter", "J K", "E", "X", "S", "R", "U", "N", "Esc"])
    has_no_violation(page)
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    # The palette leads to the list too.
    page.keyboard.press("Control+k")
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()


@pytest.mark.parametrize("path", ["/", "/docs", "/docs/doggy", "/nowhere"])
def test_pages_without_a_session_have_the_palette_and_the_keys(shared, open_page, path):
    page = open_page(shared.address + path)
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Find a feature")).to_be_focused()
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Go to")
    page.keyboard.type("use")
    expect(palette.get_by_role("button")).to_have_text(["Users Feature", "Houses Feature", "Game Feature"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Users")


def test_a_button_opens_the_palette_in_a_narrow_window(shared, dogs, open_page):
    for address in [shared.page_of(dogs), shared.address + "/docs"]:
        page = open_page(address, viewport={"width": 360, "height": 700})
        page.get_by_role("button", name="Find", exact=True).click()
        expect(page.get_by_role("dialog", name="Go to").get_by_role("searchbox")).to_be_focused()
    # Without the script, it leads to the catalogue.
    page = open_page(shared.page_of(dogs), viewport={"width": 360, "height": 700}, java_script_enabled=False)
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Features")


def test_a_command_in_the_documentation_can_be_copied(shared, open_page):
    page = open_page(shared.address + "/docs/doggy")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_have_count(1)
    assert page.evaluate("navigator.clipboard.readText()").startswith("curl '")


def test_a_slash_moves_the_focus_to_the_search_and_arrows_move_it_between_rows(page):
    row(page, "Alfred Labrador").get_by_role("link").focus()
    page.keyboard.press("ArrowDown")
    expect(row(page, "Vinny Doberman").get_by_role("link")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(row(page, "Alfred Labrador").get_by_role("link")).to_be_focused()
    page.keyboard.press("/")
    search = page.get_by_role("main").get_by_role("searchbox", name="Search")
    expect(search).to_be_focused()
    # In a text field, these keys type.
    page.keyboard.type("?:/")
    expect(search).to_have_value("?:/")


def test_a_page_shows_how_many_watch_the_session(shared, dogs, page, open_page):
    expect(page.locator("#viewers")).to_be_empty()
    other = open_page(shared.page_of(dogs))
    expect(page.get_by_text("2 viewing")).to_be_visible()
    other.close()
    expect(page.locator("#viewers")).to_be_empty()


def test_a_person_chooses_the_theme_without_scripts(shared, open_page):
    page = open_page(shared.address, java_script_enabled=False, color_scheme="light")

    def brightness():
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour.strip("rgb()").split(",")[:3]) / 3

    assert brightness() > 192
    page.get_by_role("button", name="Dark").click()
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    page.goto(shared.address + "/docs")
    assert brightness() < 64
    page.get_by_role("button", name="System").click()
    assert page.url == shared.address + "/docs" and brightness() > 192
