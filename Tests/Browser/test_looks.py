"""Tests the size, the layout and the accessibility of pages: on a phone, in dark mode and with assistive technology."""

import gzip

import pytest
from playwright.sync_api import expect

from pages import adopting, ask, form, has_no_violation, press, row, rows, wait_frames, wait_state

def refused_form(page, host):
    page.goto(host.page_of(host.open("doggy", source="sample")))
    page.evaluate("document.querySelectorAll('form').forEach(form => form.noValidate = true)")
    adopting(page).get_by_label("Age").fill("99")
    press(page, "adopt")
    expect(page.get_by_role("alert").first).to_be_visible()


def opened_row(page, host):
    page.goto(host.page_of(host.open("doggy", source="sample")))
    ask(row(page, "Vinny Doberman"), "Rename")


def opened_question(page, host):
    page.goto(host.page_of(host.open("doggy", source="sample")))
    ask(row(page, "Vinny Doberman"), "Release")


def opened_menu(page, host):
    page.goto(host.page_of(host.open("doggy", source="sample")))
    row(page, "Vinny Doberman").get_by_role("button", name="More for").click()


def catalogue(page, host):
    # The catalogue shows the numbers of records after a launch has filled the store.
    for feature in ["doggy", "house", "user"]:
        host.ask("GET", f"/api/features/{feature}/screen")
    page.goto(host.address)


def opened_options(page, host):
    catalogue(page, host)
    for summary in page.get_by_text("Options").all():
        summary.click()


def opened_document(page, host):
    page.goto(host.address + "/docs")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


def opened_feature_document(page, host):
    page.goto(host.address + "/docs/doggy")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


def started_game(page, host):
    session = host.open("game")
    host.perform(session, "start")
    page.goto(host.page_of(session))


def goes(path):
    return lambda page, host: page.goto(host.address + path)


def shows(feature, **options):
    return lambda page, host: page.goto(host.page_of(host.open(feature, **options)))


PAGES = {
    "catalogue": catalogue, "catalogue with options": opened_options, "unknown page": goes("/nowhere"),
    "ended session": goes("/sessions/0123"), "refused options": goes("/features/user?latency=soon"),
    "document of the API": opened_document, "document of a feature": opened_feature_document,
    "loading": goes("/features/doggy?source=sample&latency=30s"),
    "doggy": shows("doggy", source="sample"), "doggy with an open form": opened_row, "doggy with a question": opened_question,
    "doggy with an open menu": opened_menu, "refused form": refused_form,
    "empty doggy": shows("doggy", source="empty"), "game": shows("game"), "started game": started_game,
    "house": shows("house", source="sample"), "empty house": shows("house", source="empty"),
    "user": shows("user", source="sample"), "empty user": shows("user", source="empty"),
    "user of Seoul": shows("user", roster="seoul", source="sample"),
}


@pytest.mark.parametrize("name", PAGES)
def test_the_accessibility_checker_axe_finds_no_violation_in_a_page(open_page, shared, name):
    page = open_page(reduced_motion="reduce")
    PAGES[name](page, shared)
    has_no_violation(page)


WIDE = """() => {
    const scrolls = each => each && (each.matches('.spoken')
        || ['auto', 'scroll', 'hidden'].includes(getComputedStyle(each).overflowX) || scrolls(each.parentElement));
    return [...document.querySelectorAll('body *')]
        .filter(each => each.getBoundingClientRect().right > innerWidth + 0.5 && each.checkVisibility() && !scrolls(each))
        .map(each => each.outerHTML.slice(0, 120));
}"""
"""The elements that overflow the window, except elements inside a scrollable one."""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_the_width_of_the_window(open_page, shared, name):
    page = open_page(viewport={"width": 320, "height": 700})
    PAGES[name](page, shared)
    for width in [320, 360, 1600]:
        page.set_viewport_size({"width": width, "height": 700})
        wide = page.evaluate(WIDE)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, wide
        assert not wide, f"elements overflow at {width} pixels"


def test_the_controls_are_large_enough_for_fingers(open_page, shared):
    page = open_page(viewport={"width": 360, "height": 700}, has_touch=True)
    opened_row(page, shared)
    small = page.evaluate("""() => [...document.querySelectorAll('button, summary, input, select')]
        .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
        .filter(([_, box]) => box.width > 0 && (box.height < 24 || box.width < 24)).map(([text]) => text)""")
    assert not small


def test_the_dark_scheme_is_dark_and_the_light_scheme_is_light(open_page, shared):
    brightness = {}
    for scheme in ["light", "dark"]:
        page = open_page(shared.address, color_scheme=scheme)
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        brightness[scheme] = sum(int(part) for part in colour.strip("rgb()").split(",")[:3]) / 3
    assert brightness["dark"] < 64 and brightness["light"] > 192, brightness


def test_the_first_load_of_doggy_is_small_and_readable_before_scripts_run(open_page, shared):
    page, loads = open_page(), []
    page.on("requestfinished", lambda request: loads.append(request.response()))
    address = shared.page_of(shared.open("doggy", source="sample"))
    page.goto(address)
    page.wait_for_load_state("load")
    wait_state(page, "live")
    wait_frames(page)
    assert page.locator("script[src]").count() == 1
    sizes = {load.url: len(gzip.compress(load.body())) for load in loads}
    assert 2 <= len(sizes) <= 3, sizes
    assert 0 < sum(sizes.values()) <= 32 << 10, sizes
    plain = open_page(address, java_script_enabled=False)
    assert rows(plain)[0] == ("Alfred Labrador", "1")


def test_the_reduced_motion_setting_stops_the_loading_bar_and_transitions(open_page, shared):
    page = open_page(reduced_motion="reduce")
    PAGES["loading"](page, shared)
    moving = page.evaluate("""() => document.getAnimations().filter(each =>
        each.effect.getComputedTiming().duration > 10).map(each => each.effect.target.outerHTML.slice(0, 80))""")
    assert not moving
