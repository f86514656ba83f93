"""Tests the chart and the trend of the incidents in Tests/ExampleHost: in a page, without scripts, on a terminal, as text,
and while incidents come and go."""

import json
import re
import subprocess

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import has_no_violation, wait_settled, wait_state
from terminals import PyteTerminal

TITLE = "All incidents by day"


def chart(gallery, session):
    return next(each for each in gallery.screen(session)["elements"] if each["kind"] == "chart")


def figure(page):
    return page.get_by_role("figure", name=TITLE)


def values(page):
    """The table of a chart."""
    return figure(page).evaluate(
        "node => [...node.querySelectorAll('tbody tr')].map(row => [...row.children].map(cell => cell.textContent))")


def bars(page):
    """The boxes of the bars of a page, from left to right: the path has one rectangle for each."""
    return figure(page).evaluate("""node => {
        const path = node.querySelector('path[fill-opacity]');
        return path.getAttribute('d').split('M').slice(1).map(each => each.split(/[ a-zA-Z]+/).map(Number));
    }""")


@pytest.fixture
def incidents(gallery):
    session = gallery.open("incidents")
    yield session
    gallery.close(session)


def test_a_page_draws_a_bar_for_each_day_and_has_a_table_of_all_values(gallery, open_page, incidents):
    page = open_page(gallery.page_of(incidents))
    wait_state(page, "live")
    expected = chart(gallery, incidents)
    assert values(page) == [[day, str(int(value))] for day, value in zip(expected["labels"], expected["series"][0]["values"])]
    assert len(bars(page)) == len(expected["labels"]) == 30
    # The figure takes the width of the page, and its labels stay apart, also in a narrow window.
    for width in [1400, 700, 320]:
        page.set_viewport_size({"width": width, "height": 800})
        labels = figure(page).locator("svg > svg ~ text")
        boxes = [labels.nth(number).bounding_box() for number in range(labels.count())]
        assert len(boxes) >= 2
        for left, right in zip(boxes, boxes[1:]):
            assert left["x"] + left["width"] < right["x"], (width, boxes)
        plot = figure(page).locator("svg > svg path").first.bounding_box()
        box = figure(page).bounding_box()
        assert box["width"] * 0.7 < plot["width"] <= box["width"] and box["x"] + box["width"] <= width
        assert figure(page).evaluate("node => node.scrollWidth <= node.clientWidth"), width


def test_an_open_table_stays_open_while_an_incident_comes_and_goes(gallery, open_page, incidents):
    page = open_page(gallery.page_of(incidents))
    wait_state(page, "live")
    before = values(page)
    figure(page).get_by_text("Values").click()
    expect(figure(page).get_by_role("table")).to_be_visible()
    total = page.locator(".stats dd").nth(1)
    count = int(total.inner_text())
    other = gallery.open("incidents")
    done = gallery.perform(other, "report", title="Chart", severity="Low")
    eventually(lambda: sum(int(row[1]) for row in values(page)) != sum(int(row[1]) for row in before), "a change")
    eventually(lambda: values(page)[-1][1] != before[-1][1] or values(page)[-1][0] != before[-1][0], "another last day")
    expect(figure(page).get_by_role("table")).to_be_visible()
    expected = chart(gallery, incidents)["series"][0]["values"]
    assert [float(row[1]) for row in values(page)] == expected
    gallery.perform(other, "undo", change=done["change"])
    eventually(lambda: values(page) == before, "the values as before")
    eventually(lambda: int(total.inner_text()) == count, "the number as before")
    expect(figure(page).get_by_role("table")).to_be_visible()
    gallery.close(other)


def test_the_keys_of_the_list_pass_over_the_table_of_the_chart(gallery, open_page, incidents):
    page = open_page(gallery.page_of(incidents))
    wait_state(page, "live")
    page.locator("#title").focus()
    page.keyboard.press("j")
    expect(page.get_by_role("link", name="Door 1 is stuck")).to_be_focused()


def test_a_page_without_scripts_shows_the_chart_and_its_values(gallery, open_page):
    page = open_page(gallery.address + "/features/incidents", java_script_enabled=False)
    wait_settled(page)
    expect(figure(page)).to_be_visible()
    assert len(bars(page)) == 30
    figure(page).get_by_text("Values").click()
    expect(figure(page).get_by_role("row").nth(30)).to_be_visible()
    # Words stand in for the trend, which is hidden from readers.
    expect(page.locator(".stats .spoken")).to_have_text(re.compile(r"^\s*from \d+ to \d+$"))
    assert page.locator(".stats svg").get_attribute("aria-hidden") == "true"


def test_the_accessibility_checker_axe_finds_no_violation_in_a_chart(gallery, open_page, incidents):
    page = open_page(gallery.page_of(incidents), reduced_motion="reduce")
    wait_state(page, "live")
    figure(page).get_by_text("Values").click()
    has_no_violation(page)


def test_a_terminal_draws_the_chart_and_text_has_its_table(gallery, incidents):
    command = [str(gallery.binary), "launch", "incidents"]
    terminal = PyteTerminal(command, gallery.environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"})
    eventually(lambda: "┼──" in terminal.text() and "█" in terminal.text(), "bars")
    terminal.press("q")
    terminal.close()
    once = subprocess.run(command + ["--json"], capture_output=True, text=True, timeout=30, env=gallery.environment)
    shown = next(each for each in json.loads(once.stdout)["screen"]["elements"] if each["kind"] == "chart")
    text = subprocess.run(command, capture_output=True, text=True, timeout=30, env=gallery.environment).stdout
    plain = subprocess.run(
        command + ["--plain"], input="q\n", capture_output=True, text=True, timeout=30, env=gallery.environment).stdout
    for output in [text, plain]:
        assert f"  {TITLE}\n" in output
        for day, value in zip(shown["labels"], shown["series"][0]["values"]):
            assert re.search(rf"^  {day} +{int(value)}$", output, re.M), (day, output)
        assert re.search(r"Reported on \S+ +\d+  [▁▂▃▄▅▆▇█]{30}$", output, re.M)
