"""Tests many tabs of one host. A browser opens only six connections per host over HTTP/1.1, so hidden tabs close their
streams.

A browser that Playwright starts tells every page that it is visible. These tests therefore start Chromium themselves
and attach to it. In that browser, only the front tab of a window is visible, as for a person.
"""

import os
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import CHROMIUM, PATIENCE
from host import eventually
from pages import adopt, adopting, form, is_marked, mark, rows, wait_state

TABS = 20


@pytest.fixture
def window(playwright, tmp_path, chromium_options):
    """A browser window in which only the front tab is visible."""
    profile = tmp_path / "profile"
    process = subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", CHROMIUM, "--headless", "--remote-debugging-port=0", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", f"--user-data-dir={profile}",
         *chromium_options["args"], "about:blank"],
        env=chromium_options["env"] | {"TMPDIR": os.environ.get("TMPDIR", "/tmp")}, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        file = profile / "DevToolsActivePort"
        port = eventually(lambda: file.exists() and file.read_text().partition("\n")[0], "Chromium listens", 30)
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}", no_defaults=True)
        context = browser.contexts[0]
        context.set_default_timeout(2 * PATIENCE)
        yield context
        browser.close()
    finally:
        process.terminate()
        process.wait(10)


def show(tab):
    tab.bring_to_front()
    tab.wait_for_function("() => document.visibilityState === 'visible'")


def test_a_hidden_tab_closes_its_stream_and_resumes_when_it_is_shown(host, proxy, window):
    session = host.open("doggy")
    tab = window.new_page()
    tab.goto(f"{proxy.address}/sessions/{session}")
    wait_state(tab, "live")
    mark(tab)
    assert proxy.open_streams == 1
    adopting(tab).get_by_label("Name").fill("Half")
    other = window.new_page()
    tab.wait_for_function("() => document.visibilityState === 'hidden'")
    eventually(lambda: proxy.open_streams == 0, "the hidden tab has closed its stream")
    host.perform(session, "birthday", id="1")
    host.perform(session, "release", id="2")
    other.close()
    show(tab)
    eventually(lambda: rows(tab) == host.rows(session), "the tab shows the missed changes")
    assert proxy.open_streams == 1
    expect(form(tab, "adopt").get_by_label("Name")).to_have_value("Half")
    assert is_marked(tab)


def test_a_hidden_tab_shows_the_end_of_its_session_when_it_is_shown(host, proxy, window):
    session = host.open("doggy")
    tab = window.new_page()
    tab.goto(f"{proxy.address}/sessions/{session}")
    wait_state(tab, "live")
    other = window.new_page()
    eventually(lambda: proxy.open_streams == 0, "the hidden tab has closed its stream")
    host.close(session)
    other.close()
    show(tab)
    wait_state(tab, "ended")
    expect(tab.get_by_role("link", name="again")).to_be_visible()


def test_a_tab_opened_in_the_background_becomes_live_when_it_is_shown(host, proxy, window):
    session = host.open("doggy")
    front = window.new_page()
    front.goto(f"{proxy.address}/")
    with window.expect_page() as opening:
        front.evaluate(f"void window.open('/sessions/{session}', '_blank', 'noopener')")
    tab = opening.value
    show(front)
    tab.wait_for_load_state()
    show(tab)
    wait_state(tab, "live")
    host.perform(session, "birthday", id="1")
    eventually(lambda: rows(tab) == host.rows(session), "the tab is live")


def test_a_person_can_use_twenty_tabs_at_once(host, proxy, window):
    sessions = [host.open("doggy") for _ in range(TABS)]
    tabs = []
    for session in sessions:
        tab = window.new_page()
        tab.goto(f"{proxy.address}/sessions/{session}")
        wait_state(tab, "live")
        tabs.append(tab)
    eventually(lambda: proxy.open_streams == 1, "only the tab in front has a stream")
    for number, tab in enumerate(tabs):
        show(tab)
        wait_state(tab, "live")
        adopt(tab, f"Dog {number}")
        eventually(lambda: rows(tab)[-1] == (f"Dog {number} Bulldog", "2"), f"tab {number} shows its new dog")
        assert len(rows(tab)) == 3 + number + 1, "the tab shows the dogs of the earlier tabs"
    eventually(lambda: proxy.open_streams == 1, "only the tab in front has a stream")


def test_a_page_closes_its_stream_when_left_and_opens_a_stream_on_return(host, proxy, window):
    session = host.open("doggy")
    tab = window.new_page()
    tab.goto(f"{proxy.address}/sessions/{session}")
    wait_state(tab, "live")
    tab.get_by_role("banner").get_by_role("link", name="featurehost").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Features")
    eventually(lambda: proxy.open_streams == 0, "the page has closed its stream")
    host.perform(session, "birthday", id="1")
    # The test does not wait for a load event, because the page may come from the back-forward cache.
    tab.evaluate("history.back()")
    wait_state(tab, "live")
    eventually(lambda: rows(tab) == host.rows(session), "the page is current")
    host.perform(session, "birthday", id="1")
    eventually(lambda: rows(tab) == host.rows(session), "the page is live")
