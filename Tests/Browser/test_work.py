"""Tests work that takes long, in the feature Reindex of Tests/ExampleHost: its progress, and its end by a person."""

import http.client
import json
import signal
import subprocess
import threading
import time

from playwright.sync_api import expect

from host import Refused, eventually
from pages import press, wait_settled, wait_state


def ask(host, session, action):
    """Performs an action in a thread. Returns the thread, and the list that gets the refusal, if there is one."""
    refusals = []

    def perform():
        try:
            host.perform(session, action)
        except Refused as refused:
            refusals.append(refused)

    asking = threading.Thread(target=perform)
    asking.start()
    return asking, refusals


def test_a_page_shows_the_progress_and_cancels_while_other_actions_go_on(gallery, open_page):
    page = open_page(gallery.address + "/features/reindex")
    wait_state(page, "live")
    press(page, "reindex")
    bar = page.get_by_role("progressbar", name="Reindex")
    eventually(lambda: bar.count() and float(bar.get_attribute("value") or 0) >= 2, "progress")
    press(page, "add")
    expect(page.get_by_text("10001", exact=True)).to_be_visible()
    cancel = page.get_by_role("button", name="Cancel “Reindex”")
    # A list that changes twenty times a second keeps the focus.
    cancel.focus()
    value = float(bar.get_attribute("value"))
    eventually(lambda: float(bar.get_attribute("value")) > value, "more progress")
    expect(cancel).to_be_focused()
    cancel.press("Enter")
    expect(bar).to_have_count(0)
    expect(page.locator("#notices")).to_contain_text("Reindex")
    expect(page.get_by_text("0", exact=True)).to_be_visible()


def test_a_second_page_of_the_session_sees_the_work_and_cancels_it(gallery, open_page):
    session = gallery.open("reindex")
    page = open_page(gallery.page_of(session))
    wait_state(page, "live")
    asking, refusals = ask(gallery, session, "reindex")
    page.get_by_role("button", name="Cancel “Reindex”").click()
    asking.join(30)
    assert [refused.status for refused in refusals] == [409]
    expect(page.get_by_role("progressbar", name="Reindex")).to_have_count(0)
    gallery.close(session)


def test_a_page_without_scripts_comes_back_soon_and_cancels(gallery, open_page):
    page = open_page(gallery.address + "/features/reindex", java_script_enabled=False)
    wait_settled(page)
    press(page, "reindex")
    bar = page.get_by_role("progressbar", name="Reindex")
    expect(bar).to_be_visible()
    value = float(bar.get_attribute("value"))
    page.reload()
    eventually(lambda: (page.reload(), float(bar.get_attribute("value")))[1] > value, "more progress")
    page.get_by_role("button", name="Cancel “Reindex”").click()
    expect(page.locator("#notices")).to_contain_text("cancelled")
    eventually(lambda: (page.reload(), bar.count())[1] == 0, "the end")


def test_a_cancelled_command_ends_with_130(gallery):
    once = subprocess.Popen(
        [str(gallery.binary), "perform", "reindex", "reindex"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=gallery.environment)
    time.sleep(1)
    once.send_signal(signal.SIGINT)
    assert once.wait(20) == 130


def test_a_host_says_how_work_has_ended_for_a_while(gallery):
    session = gallery.open("reindex")
    # The host answers after ten seconds, and the work takes a little longer.
    asking, refusals = ask(gallery, session, "reindex")

    def read(address):
        return json.loads(gallery.ask("GET", f"/api/sessions/{session}{address}")[2])

    def listed():
        return read("").get("work")

    eventually(listed, "the work")
    [call] = listed()
    assert call["cancellable"] and call["title"] == "Reindex"
    asking.join(30)
    address = f"/work/{call['id']}"
    assert all(refused.status == 504 and address in refused.body for refused in refusals)
    eventually(lambda: read(address)["state"] == "succeeded", "the end", seconds=30)
    outcome = read(address)
    assert outcome["answer"]["notices"][0]["text"] == "10000 documents are indexed."
    gallery.close(session)


class WorkStream:
    """Counts the events about work of a session's stream, and keeps the message of the newest one."""

    def __init__(self, host, session):
        self.count, self.message = 0, ""
        self.connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=20)
        self.connection.request("GET", f"/api/sessions/{session}/events")
        self.answer = self.connection.getresponse()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        kind = ""
        for line in self.answer:
            name, _, value = line.decode().strip().partition(": ")
            if name == "event":
                kind = value
            elif name == "data" and kind == "work":
                work = json.loads(value)
                self.message = work[0].get("message", "") if work else "none"
                self.count += 1


def test_a_thousand_reports_a_second_disturb_neither_a_stream_nor_a_call_of_a_revision(trials):
    session = trials.open("errands")
    stream = WorkStream(trials, session)
    asking, refusals = ask(trials, session, "deliver")
    try:
        eventually(lambda: "parcels" in stream.message, "the first report")
        first, seen = int(stream.message.split()[0]), stream.count
        for _ in range(20):
            status, headers, _ = trials.ask("GET", f"/api/sessions/{session}")
            assert status == 200
            # Reports come after the revision was read. They are no reason to refuse a call of that revision.
            told = stream.count
            eventually(lambda: stream.count > told, "a later report")
            status, _, text = trials.ask(
                "POST", f"/api/sessions/{session}/actions/turn", {}, **{"If-Match": headers["ETag"]})
            assert status == 200, text
        # A call of an older revision than that of the last action is refused, also beside the reports.
        late = trials.ask("POST", f"/api/sessions/{session}/actions/turn", {}, **{"If-Match": headers["ETag"]})
        assert late[0] == 412
        # The feature reports each millisecond, so the numbers say when a list was made, also if the test reads it late.
        lists, reports = stream.count - seen, int(stream.message.split()[0]) - first
        assert lists <= 20 * reports / 1000 + 2, f"{lists} lists of {reports} reports"
    finally:
        [work] = json.loads(trials.ask("GET", f"/api/sessions/{session}")[2])["work"]
        trials.ask("POST", f"/api/sessions/{session}/work/{work['id']}/cancel", {})
        asking.join(20)
    assert [refused.status for refused in refusals] == [409]
    eventually(lambda: stream.message == "none", "the end of the work")
    trials.close(session)
