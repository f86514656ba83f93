"""Tests the live page after a failure of the network or the host: it resumes, and nothing is lost or repeated."""

import random
import re
import threading
import time

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import adopt, adopting, ask, form, is_marked, leave, mark, press, row, rows, wait_state

SAMPLE = [("Alfred Labrador", "1"), ("Vinny Doberman", "5"), ("Lucky Labrador", "3")]
CUTS = 50


@pytest.fixture
def session(host):
    return host.open("doggy")


@pytest.fixture
def page(proxy, session, open_page):
    """A live page of the session, connected through the proxy."""
    page = open_page(f"{proxy.address}/sessions/{session}")
    assert page.locator("script[src]").count(), "the page has no script"
    wait_state(page, "live")
    mark(page)
    return page


def test_a_page_resumes_after_the_network_was_interrupted(host, proxy, session, page):
    adopting(page).get_by_label("Name").fill("Half")
    proxy.cut()
    wait_state(page, "offline")
    host.perform(session, "adopt", name="Rex", breed="Bulldog", age=2)
    host.perform(session, "birthday", id="1")
    host.perform(session, "release", id="2")
    assert rows(page) == SAMPLE
    proxy.mend()
    wait_state(page, "live", 30)
    eventually(lambda: rows(page) == host.rows(session), "the page shows all missed changes")
    assert rows(page) == [("Alfred Labrador", "2"), SAMPLE[2], ("Rex Bulldog", "2")]
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("Half")
    assert is_marked(page)


def test_a_page_shows_whether_it_is_offline_or_live(proxy, page):
    proxy.cut()
    wait_state(page, "offline")
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    proxy.mend()
    wait_state(page, "live", 30)
    expect(page.get_by_text("Reconnecting")).to_be_hidden()


def test_a_stream_that_the_host_renews_goes_on_without_a_word(host, session, open_page):
    page, begun = open_page(), []

    def answer(route):
        begun.append(route.request.url)
        if len(begun) > 1:
            return route.continue_()
        route.fulfill(content_type="text/event-stream", body="event: renew\ndata: {}\n\n")

    page.route(re.compile(r"/live\?"), answer)
    page.add_init_script("window.states = []; new MutationObserver(() => states.push(document.documentElement.dataset.live))"
                         ".observe(document, {subtree: true, attributeFilter: ['data-live']})")
    page.goto(f"{host.address}/sessions/{session}")
    eventually(lambda: page.evaluate("1") and len(begun) > 1, "the page opens the stream again")
    host.perform(session, "birthday", id="1")
    eventually(lambda: ("Alfred Labrador", "2") in rows(page), "the page shows the change")
    assert set(page.evaluate("states")) <= {"connecting", "live"}
    assert len(begun) == 2 and page.evaluate("document.documentElement.dataset.live") == "live"


def test_an_open_dialog_shows_whether_the_page_is_offline(proxy, page):
    adopting(page)
    dialog = page.get_by_role("dialog")
    proxy.cut()
    expect(dialog.get_by_text("Reconnecting…")).to_be_visible()
    proxy.mend()
    wait_state(page, "live", 30)
    expect(dialog.get_by_text("Reconnecting…")).to_have_count(0)


def test_a_form_sent_while_offline_is_kept_and_can_be_sent_again(host, proxy, session, page):
    proxy.cut()
    wait_state(page, "offline")
    adopt(page, "Rex")
    expect(page.locator(".notice").filter(visible=True).first).to_be_visible()
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("Rex")
    proxy.mend()
    wait_state(page, "live", 30)
    press(page, "adopt")
    eventually(lambda: rows(page) == SAMPLE + [("Rex Bulldog", "2")], "the dog is adopted")
    assert host.rows(session) == rows(page)
    assert is_marked(page)


def test_the_message_about_an_unsent_form_goes_when_the_form_is_sent(proxy, page):
    proxy.cut()
    wait_state(page, "offline")
    adopt(page, "Rex")
    message = page.get_by_text("Not sent: the host cannot be reached.")
    expect(message).to_be_visible()
    proxy.mend()
    wait_state(page, "live", 30)
    # The form is still not sent.
    expect(message).to_be_visible()
    press(page, "adopt")
    eventually(lambda: rows(page) == SAMPLE + [("Rex Bulldog", "2")], "the dog is adopted")
    expect(message).to_have_count(0)


def test_a_form_with_a_lost_answer_acts_once_when_it_is_sent_again(host, proxy, session, page):
    proxy.hold_answers = True
    adopt(page, "Rex")
    eventually(lambda: ("Rex Bulldog", "2") in host.rows(session), "the request has arrived")
    proxy.drop()
    eventually(lambda: ("Rex Bulldog", "2") in rows(page), "the page shows the dog", 30)
    wait_state(page, "live", 30)
    expect(page.locator("[data-busy]")).to_have_count(0)
    # Chromium itself may have retried the request. If the form still has its text, the person sends the form again.
    fields = adopting(page)
    if fields.get_by_label("Name").input_value():
        press(page, "adopt")
    expect(fields.get_by_label("Name")).to_have_value("")
    assert host.rows(session) == SAMPLE + [("Rex Bulldog", "2")]
    eventually(lambda: rows(page) == host.rows(session), "the page is current")
    # The next request is a new action.
    adopt(page, "Rex")
    eventually(lambda: rows(page) == SAMPLE + [("Rex Bulldog", "2")] * 2, "another dog of the same name is adopted")


def test_a_browser_that_was_offline_resumes_when_it_is_online(host, session, open_page):
    page = open_page(host.page_of(session))
    wait_state(page, "live")
    mark(page)
    page.context.set_offline(True)
    host.perform(session, "birthday", id="1")
    page.context.set_offline(False)
    eventually(lambda: rows(page) == [("Alfred Labrador", "2"), *SAMPLE[1:]], "the page has caught up", 30)
    wait_state(page, "live", 30)
    assert is_marked(page)


def test_a_stream_interrupted_at_random_moments_reaches_the_frame_of_the_host(host, proxy, session, page):
    """During the interruptions, dogs are adopted, released and renamed, and get older."""
    seed = random.randrange(1 << 32)
    print("seed", seed)
    generator, moments, ended = random.Random(seed), random.Random(seed + 1), threading.Event()

    def change():
        names = 0
        while not ended.is_set():
            keys = [each["id"] for element in host.screen(session)["elements"] for each in element.get("rows", [])]
            kind = generator.choice(["adopt"] * 2 + (["birthday", "edit", "release"] if len(keys) > 2 else []))
            names += 1
            if kind == "adopt" and len(keys) < 40:
                host.perform(session, "adopt", name=f"Dog {names}", breed="Bulldog", age=1)
            elif kind == "edit":
                host.perform(session, "edit", id=generator.choice(keys), name=f"Name {names}")
            elif kind == "birthday" or kind == "adopt":
                host.perform(session, "birthday", id=generator.choice(keys))
            elif kind == "release":
                host.perform(session, "release", id=generator.choice(keys))

    failures = []

    def change_and_tell():
        try:
            change()
        except Exception as error:  # noqa: BLE001 the thread of the test reports the error
            failures.append(error)

    # The page must never show a row twice, not even for a moment.
    page.evaluate("""() => {
        window.doubles = [];
        new MutationObserver(() => {
            const ids = [...document.querySelectorAll('tbody > tr')].map(row => row.id);
            if (new Set(ids).size !== ids.length) window.doubles.push(ids);
        }).observe(document.body, { childList: true, subtree: true });
    }""")
    changing = threading.Thread(target=change_and_tell)
    changing.start()
    try:
        for cut in range(CUTS):
            # Half of the interruptions hit a new stream that is still sending missed changes.
            begun = proxy.streams_begun
            page.wait_for_timeout(moments.uniform(0, 60))
            if cut % 2:
                eventually(lambda: proxy.open_streams or proxy.streams_begun > begun, f"stream {cut} is there", 30)
                time.sleep(moments.uniform(0, 0.05))
            proxy.drop()
    finally:
        ended.set()
        changing.join()
    assert not failures, failures
    wait_state(page, "live", 30)
    eventually(lambda: rows(page) == host.rows(session), "the page equals the host's screen")
    assert page.evaluate("window.doubles") == []
    assert proxy.streams_begun > CUTS // 3
    assert is_marked(page)
    # The page after all patches equals a newly loaded page.
    kept = page.evaluate("document.querySelector('article').innerText")
    page.reload()
    wait_state(page, "live")
    assert page.evaluate("document.querySelector('article').innerText") == kept


def test_a_killed_and_restarted_host_offers_a_new_session_and_keeps_drafts(
        host, session, open_page):
    page = open_page(host.page_of(session))
    wait_state(page, "live")
    mark(page)
    adopt(page, "Rex")
    expect(row(page, "Rex Bulldog")).to_be_visible()
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("")
    adopting(page).get_by_label("Name").fill("Half")
    leave(page)
    place = row(page, "Vinny Doberman")
    ask(place, "Edit")
    place.get_by_label("Name", exact=True).fill("Vin")
    host.kill()
    wait_state(page, "offline")
    host.start()
    wait_state(page, "ended", 40)
    assert is_marked(page)
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("Half")
    page.get_by_role("link", name="again").click()
    page.wait_for_url(lambda address: session not in address)
    wait_state(page, "live")
    # Confirmed changes and unsent drafts have survived.
    eventually(lambda: rows(page) == SAMPLE + [("Rex Bulldog", "2")], "the records are shown")
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("Half")
    expect(row(page, "Vinny Doberman").get_by_label("Name", exact=True)).to_have_value("Vin")
    expect(page.locator("[aria-haspopup][data-typed]")).to_have_count(2)


def test_the_page_of_a_stopping_host_shows_at_once_that_it_is_not_live(host, session, open_page):
    page = open_page(host.page_of(session))
    wait_state(page, "live")
    began = time.monotonic()
    host.stop()
    assert time.monotonic() - began < 5, "a stop signal ends the host within 5 s even if a stream is open"
    expect(page.locator('[data-live="offline"], [data-live="ended"]').first).to_be_attached()
    expect(form(page, "adopt").get_by_label("Name")).to_be_attached()
