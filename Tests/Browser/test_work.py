"""Tests work that takes long, in the feature Reindex of Tests/ExampleHost: its progress, and its end by a person."""

import json
import os
import pty
import re
import signal
import subprocess
import threading
import time

from playwright.sync_api import expect

from host import Refused, eventually
from pages import press, wait_settled, wait_state
from terminals import PyteTerminal


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
    failures = []

    def ask():
        try:
            gallery.perform(session, "reindex")
        except Refused as error:
            failures.append(error.status)

    asking = threading.Thread(target=ask)
    asking.start()
    page.get_by_role("button", name="Cancel “Reindex”").click()
    asking.join(30)
    assert failures == [409]
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


def test_a_terminal_says_the_progress_and_cancels_by_a_key(gallery):
    command = [str(gallery.binary), "launch", "reindex"]
    terminal = PyteTerminal(command, gallery.environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"})
    eventually(lambda: "Documents" in terminal.text(), "the screen")
    terminal.press("\r")
    eventually(lambda: re.search(r"Reindex \d+ % · \d+ of 10000", terminal.text()), "progress")
    assert "^C cancel Reindex" in terminal.text()
    terminal.press("\x03")
    eventually(lambda: "● live" in terminal.text(), "the end")
    terminal.press("q")
    terminal.close()


def test_a_command_ends_with_130_and_line_by_line_the_work_is_cancelled(gallery):
    once = subprocess.Popen(
        [str(gallery.binary), "perform", "reindex", "reindex"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=gallery.environment)
    time.sleep(1)
    once.send_signal(signal.SIGINT)
    assert once.wait(20) == 130
    main, end = pty.openpty()
    plain = subprocess.Popen(
        [str(gallery.binary), "launch", "reindex", "--plain"], stdin=subprocess.PIPE, stdout=end, stderr=end,
        env=gallery.environment)
    os.close(end)
    text = []

    def read():
        try:
            while part := os.read(main, 4096):
                text.append(part.decode())
        except OSError:
            pass

    threading.Thread(target=read, daemon=True).start()
    eventually(lambda: "q to leave:" in "".join(text), "the question")
    number = re.search(r"(\d+)\. Reindex", "".join(text))[1]
    plain.stdin.write(f"{number}\n".encode())
    plain.stdin.flush()
    eventually(lambda: "Reindex is running. Ctrl-C cancels it." in "".join(text), "the beginning")
    plain.send_signal(signal.SIGINT)
    eventually(lambda: "was cancelled" in "".join(text), "the end")
    assert plain.poll() is None
    plain.stdin.write(b"q\n")
    plain.stdin.flush()
    assert plain.wait(20) == 0


def test_a_host_says_how_work_has_ended_for_a_while(gallery):
    session = gallery.open("reindex")
    refusals = []

    def ask():
        # The host answers after ten seconds, and the work takes a little longer.
        try:
            gallery.perform(session, "reindex")
        except Refused as refused:
            refusals.append(refused)

    asking = threading.Thread(target=ask)
    asking.start()

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
