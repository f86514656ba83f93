"""Tests a live page in Firefox: it shows changes made elsewhere, sorts, sends a dialog and connects again."""

import pytest

from firefox import FIREFOX, Firefox
from host import eventually

SAMPLE = ["Alfred Labrador", "Vinny Doberman", "Lucky Labrador"]
ROWS = "return [...document.querySelectorAll('tbody > tr > th bdi')].map(each => each.textContent)"
STATE = "return document.querySelector('[data-live]')?.dataset.live"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    assert FIREFOX, "Firefox is not installed"
    firefox = Firefox(tmp_path_factory.mktemp("firefox"))
    yield firefox
    firefox.stop()


def has_rows(firefox, wanted):
    eventually(lambda: firefox.run(ROWS) == wanted, f"the page shows {wanted}", 20)


def is_in_state(firefox, state):
    eventually(lambda: firefox.run(STATE) == state, f"the page is {state}", 40)


def click(firefox, selector, text=""):
    firefox.click(eventually(lambda: firefox.find(selector, text), f"{selector} {text} is visible"))


@pytest.fixture
def session(host, proxy, firefox):
    """A session whose live page Firefox shows through the proxy."""
    session = host.open("doggy", source="sample")
    firefox.go(f"{proxy.address}/sessions/{session}")
    is_in_state(firefox, "live")
    firefox.run("window.wasNotReloaded = true")
    yield session
    assert firefox.run("return window.wasNotReloaded === true"), "the page was reloaded"


def test_firefox_shows_a_dog_that_another_client_adopts(firefox, host, session):
    has_rows(firefox, SAMPLE)
    host.perform(session, "adopt", name="Rex", breed="Bulldog", age=2)
    has_rows(firefox, [*SAMPLE, "Rex Bulldog"])


def test_firefox_sorts_a_table_by_a_heading(firefox, session):
    click(firefox, "thead button", "Dog")
    has_rows(firefox, sorted(SAMPLE))


def test_firefox_opens_a_dialog_and_sends_its_form(firefox, host, session):
    click(firefox, "[aria-haspopup=dialog]", "Adopt a dog")
    dialog = "dialog[open] form[action*='/actions/adopt']"
    click(firefox, f"{dialog} label", "Bulldog")
    for field, text in [("name", "Rex"), ("age", "2")]:
        control = eventually(lambda: firefox.find(f"{dialog} [name='f.{field}']"), f"the field {field} is visible")
        firefox.type(control, text)
    click(firefox, f"{dialog} button:not([type])")
    has_rows(firefox, [*SAMPLE, "Rex Bulldog"])
    eventually(lambda: not firefox.run("return !!document.querySelector('dialog[open]')"), "the dialog is closed")
    assert ("Rex Bulldog", "2") in host.rows(session)


def test_firefox_connects_again_and_shows_the_missed_changes(firefox, host, proxy, session):
    proxy.cut()
    is_in_state(firefox, "offline")
    host.perform(session, "adopt", name="Rex", breed="Bulldog", age=2)
    assert firefox.run(ROWS) == SAMPLE
    proxy.mend()
    is_in_state(firefox, "live")
    has_rows(firefox, [*SAMPLE, "Rex Bulldog"])
