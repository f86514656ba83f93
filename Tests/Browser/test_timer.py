"""Tests the timer of Tests/ExampleHost, whose screen changes by itself: a bar, and a length that is changed while it runs."""

import json
import re
import subprocess

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import press, wait_settled, wait_state
from terminals import PyteTerminal


def percent(page):
    return float(page.get_by_role("progressbar", name="Elapsed time").get_attribute("value"))


def test_the_bar_of_a_page_grows_stops_at_the_length_and_begins_again(gallery, open_page):
    page = open_page(gallery.address + "/features/timer")
    wait_state(page, "live")
    first = percent(page)
    eventually(lambda: percent(page) > first, "a longer bar")
    # A dragged slider sends each value.
    slider = page.get_by_role("slider", name="Duration in seconds")
    slider.evaluate("node => { node.value = 1; node.dispatchEvent(new Event('input', { bubbles: true })) }")
    eventually(lambda: percent(page) == 100, "a full bar")
    expect(page.get_by_text("1.0 s", exact=True)).to_be_visible()
    slider.evaluate("node => { node.value = 60; node.dispatchEvent(new Event('input', { bubbles: true })) }")
    eventually(lambda: 1 < percent(page) < 100, "a bar that goes on")
    before = percent(page)
    press(page, "reset")
    eventually(lambda: percent(page) < before, "a bar that begins again")


def test_a_page_without_scripts_shows_the_time_of_its_request(gallery, open_page):
    page = open_page(gallery.address + "/features/timer", java_script_enabled=False)
    wait_settled(page)
    page.get_by_label("Duration in seconds").fill("1")
    press(page, "set")
    expect(page.locator("output")).to_have_text("1")
    eventually(lambda: (page.reload(), percent(page))[1] == 100, "a full bar")
    page.get_by_label("Duration in seconds").fill("60")
    press(page, "set")
    expect(page.locator("output")).to_have_text("60")
    eventually(lambda: (page.reload(), percent(page))[1] >= 5, "a bar that goes on")
    press(page, "reset")
    eventually(lambda: percent(page) < 5, "a bar that begins again")


def test_a_session_of_the_api_says_the_share(gallery):
    session = gallery.open("timer")
    gallery.perform(session, "set", length=1)

    def progress():
        return next(each for each in gallery.screen(session)["elements"] if each["kind"] == "progress")

    eventually(lambda: progress()["fraction"] == 1, "the end")
    assert progress()["message"] == "1.0 s"
    gallery.close(session)


def test_a_terminal_draws_the_bar_and_line_by_line_it_is_said(gallery):
    command = [str(gallery.binary), "launch", "timer"]
    terminal = PyteTerminal(command, gallery.environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"})
    eventually(lambda: "▕█" in terminal.text(), "a bar")
    terminal.press("q")
    terminal.close()
    plain = subprocess.run(
        command + ["--plain"], input="q\n", capture_output=True, text=True, timeout=30, env=gallery.environment)
    assert re.search(r"^  Elapsed time: \d+ % · \d\.\d s$", plain.stdout, re.M)
    once = subprocess.run(command + ["--json"], capture_output=True, text=True, timeout=30, env=gallery.environment)
    assert json.loads(once.stdout)["screen"]["elements"][0]["kind"] == "progress"
