"""Tests Tests/ExampleHost, the host of another package, which has its own name in the command line, pages and API."""

import json
import os
import urllib.request

import pytest
from playwright.sync_api import expect

from host import ROOT, Host
from pages import has_no_violation, is_marked, mark, press, wait_settled, wait_state

BINARY = os.environ.get("EXAMPLE_BINARY") or ROOT / ".build" / "debug" / "kennel"


@pytest.fixture(scope="module")
def kennel(tmp_path_factory):
    host = Host(tmp_path_factory.mktemp("kennel"), binary=BINARY).start()
    yield host
    host.stop()


def test_the_command_line_shows_the_name_of_the_host(kennel):
    assert kennel.run("list") == (
        "doggy   Doggies  Lists dogs and lets you adopt one.\n"
        "game    Game     Starts and pauses a classic video game.\n"
        "ticket  Tickets  Hands out tickets for the dog show.\n")
    help = kennel.run("--help")
    assert "USAGE: kennel <subcommand>" in help and "featurehost" not in help.lower()
    assert kennel.run("--version") == "1.0.0\n"
    assert kennel.run("launch", "ticket") == (
        "Tickets\n\n  2 left\n\n  Begins  10:00\n  Where   Hall 3\n\n"
        "  [Take a ticket]  kennel perform ticket take\n")
    assert "  1 left\n" in kennel.run("perform", "ticket", "take")


def test_the_pages_show_the_name_of_the_host(kennel, open_page):
    page = open_page()
    page.goto(kennel.address)
    expect(page).to_have_title("Features · kennel")
    assert "featurehost" not in page.content().lower()
    page.get_by_role("main").get_by_role("link", name="Tickets").click()
    page.wait_for_url("**/features/*session=*")
    wait_settled(page)
    expect(page.get_by_text("2 left", exact=True)).to_be_visible()
    press(page, "take")
    expect(page.get_by_text("1 left", exact=True)).to_be_visible()
    press(page, "take")
    expect(page.get_by_text("Sold out", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Take a ticket")).to_be_disabled()


def taken(page):
    """The rows of the table of tickets."""
    return page.get_by_role("table").locator("tbody > tr")


def test_a_page_updates_its_table_and_its_fields_live(kennel, open_page):
    page, session = open_page(), kennel.open("ticket")
    page.goto(kennel.page_of(session))
    wait_state(page, "live")
    mark(page)
    expect(page.get_by_role("term")).to_have_text(["Begins", "Where"])
    expect(page.get_by_role("definition")).to_have_text(["10:00", "Hall 3"])
    expect(page.get_by_role("table")).to_have_count(0)
    for count in [1, 2]:
        kennel.perform(session, "take")
        expect(taken(page)).to_have_count(count)
    expect(page.get_by_role("columnheader")).to_have_text(["Number", "Seat", "Actions"])
    expect(page.get_by_role("rowheader")).to_have_text(["1", "2"])
    expect(page.get_by_role("cell", name="Row A")).to_have_text(["Row A, seat 1", "Row A, seat 2"])
    has_no_violation(page)
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    # The button in the remaining row keeps the focus while the row above it disappears.
    taken(page).nth(1).get_by_role("button").focus()
    kennel.perform(session, "give-back", number=1)
    expect(taken(page)).to_have_count(1)
    expect(page.get_by_text("1 left", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Give back").last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("table")).to_have_count(0)
    expect(page.get_by_text("2 left", exact=True)).to_be_visible()
    assert is_marked(page)


def test_a_table_works_without_a_script(kennel, open_page):
    page, session = open_page(java_script_enabled=False), kennel.open("ticket")
    kennel.perform(session, "take")
    page.goto(kennel.page_of(session))
    expect(taken(page)).to_have_count(1)
    press(taken(page), "give-back")
    expect(page.get_by_text("2 left", exact=True)).to_be_visible()
    expect(page.get_by_role("table")).to_have_count(0)


def test_the_openapi_document_contains_the_name_of_the_host(kennel):
    with urllib.request.urlopen(kennel.address + "/openapi.json") as answer:
        document = json.load(answer)
    assert (document["info"]["title"], document["info"]["version"]) == ("kennel", "1.0.0")
    with urllib.request.urlopen(kennel.address + "/api/features/ticket/screen") as answer:
        assert json.load(answer)["screen"]["elements"][0]["text"] == "2 left"
