"""The host of another team, Tests/ExampleHost, under its own name on the command line, in a browser and behind the API."""

import json
import os
import urllib.request

import pytest
from playwright.sync_api import expect

from host import ROOT, Host
from pages import press, wait_settled

BINARY = os.environ.get("EXAMPLE_BINARY") or ROOT / ".build" / "debug" / "kennel"


@pytest.fixture(scope="module")
def kennel(tmp_path_factory):
    host = Host(tmp_path_factory.mktemp("kennel"), binary=BINARY).start()
    yield host
    host.stop()


def test_command_line_has_its_name(kennel):
    assert kennel.run("list") == (
        "doggy   Doggies  Lists dogs and lets you adopt one.\n"
        "game    Game     Starts and pauses a classic video game.\n"
        "ticket  Tickets  Hands out tickets for the dog show.\n")
    help = kennel.run("--help")
    assert "USAGE: kennel <subcommand>" in help and "featurehost" not in help.lower()
    assert kennel.run("--version") == "1.0.0\n"
    assert "  2 left\n\n  [Take a ticket]  kennel perform ticket take\n" in kennel.run("launch", "ticket")
    assert "  1 left\n" in kennel.run("perform", "ticket", "take")


def test_pages_have_its_name(kennel, open_page):
    page = open_page()
    page.goto(kennel.address)
    expect(page).to_have_title("Features · kennel")
    assert "featurehost" not in page.content().lower()
    page.get_by_role("link", name="Tickets").click()
    page.wait_for_url("**/sessions/*")
    wait_settled(page)
    expect(page.get_by_text("2 left", exact=True)).to_be_visible()
    press(page, "take")
    expect(page.get_by_text("1 left", exact=True)).to_be_visible()
    press(page, "take")
    expect(page.get_by_text("Sold out", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Take a ticket")).to_be_disabled()


def test_api_has_its_name(kennel):
    with urllib.request.urlopen(kennel.address + "/openapi.json") as answer:
        document = json.load(answer)
    assert (document["info"]["title"], document["info"]["version"]) == ("kennel", "1.0.0")
    with urllib.request.urlopen(kennel.address + "/api/features/ticket/screen") as answer:
        assert json.load(answer)["screen"]["elements"][0]["text"] == "2 left"
