"""Tests taps on the drawing of the circle drawer besides those of its script: on the buttons of shapes, and in quick succession."""

import re

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import wait_settled, wait_state


@pytest.fixture
def drawn(gallery):
    """The address of a page with two circles, of which the second one is selected."""
    session = gallery.open("circle-drawer")
    for x, y in [(120, 90), (280, 190)]:
        gallery.perform(session, "tap", x=x, y=y)
    return gallery.page_of(session)


@pytest.mark.parametrize("is_scripted", [True, False], ids=["with scripts", "without scripts"])
def test_the_button_of_a_shape_taps_on_it(open_page, drawn, is_scripted):
    page = open_page(drawn, java_script_enabled=is_scripted)
    if is_scripted:
        wait_state(page, "live")
    else:
        wait_settled(page)
    page.get_by_text("Shapes of this drawing").click()
    page.get_by_role("button", name="Circle at 120, 90, radius 20").click()
    expect(page.locator("[id='d:canvas:1']")).to_have_class("accent")
    expect(page.locator("[id='d:canvas:2']")).not_to_have_class("accent")
    # The picture shows the success.
    expect(page.locator("#notices .notice")).to_have_count(0)


def test_taps_in_quick_succession_all_arrive(gallery, open_page, drawn):
    page = open_page(drawn)
    wait_state(page, "live")
    picture = page.locator("[data-tap]")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    for number in range(8):
        page.mouse.click(box["x"] + 25 + 50 * number, box["y"] + 300)
    expect(picture.locator("circle")).to_have_count(10)


def test_a_tap_and_a_changed_shape_of_another_viewer_keep_the_cross_and_the_focus(gallery, open_page):
    session = gallery.open("circle-drawer")
    page = open_page(gallery.page_of(session))
    wait_state(page, "live")
    picture = page.locator("[data-tap]")
    picture.focus()
    # The first key loads the script of the cross.
    eventually(lambda: (page.keyboard.press("ArrowRight"), picture.locator(".cross").count())[1], "a cross")
    gallery.perform(session, "tap", x=120, y=90)
    gallery.perform(session, "adjust", diameter=60)
    expect(picture.locator("circle")).to_have_attribute("r", "30")
    expect(picture.locator(".cross")).to_have_count(1)
    assert picture.evaluate("each => each === document.activeElement")
    page.keyboard.press("Enter")
    expect(picture.locator("circle")).to_have_count(2)


def test_a_tap_that_gets_no_answer_says_so_and_acts_once_when_it_is_repeated(gallery, open_page):
    page = open_page(gallery.page_of(gallery.open("circle-drawer")))
    wait_state(page, "live")
    picture, lost = page.locator("[data-tap]"), []

    def lose(route):
        lost.append(route.fetch())
        route.abort()

    page.route("**/actions/tap*", lose, times=1)
    picture.click(position={"x": 100, "y": 100})
    expect(page.get_by_text("Not sent: the host cannot be reached.")).to_be_visible()
    assert len(lost) == 1
    # The host has performed the tap, and knows its key.
    picture.click(position={"x": 100, "y": 100})
    expect(page.get_by_text("Not sent: the host cannot be reached.")).to_have_count(0)
    expect(picture.locator("circle")).to_have_count(1)
    expect(picture.locator("circle[fill]")).to_have_count(1)


def test_the_cross_stays_at_its_place_when_the_drawing_becomes_empty(gallery, open_page):
    session = gallery.open("circle-drawer")
    page = open_page(gallery.page_of(session))
    wait_state(page, "live")
    picture = page.locator("[data-tap]")
    picture.click(position={"x": 80, "y": 60})
    expect(picture.locator("circle")).to_have_count(1)
    place = picture.locator("circle").evaluate("each => [each.cx.baseVal.value, each.cy.baseVal.value]")
    gallery.perform(session, "undo")
    expect(picture.locator("circle")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(picture.locator("circle")).to_have_count(1)
    assert picture.locator("circle").evaluate("each => [each.cx.baseVal.value, each.cy.baseVal.value]") == place


def test_the_keys_of_the_cross_leave_the_messages_of_the_page(gallery, open_page):
    page = open_page(gallery.page_of(gallery.open("circle-drawer")))
    wait_state(page, "live")
    picture = page.locator("[data-tap]")
    picture.focus()
    eventually(lambda: (page.keyboard.press("ArrowRight"), picture.locator(".cross").count())[1], "a cross")
    page.keyboard.press("ArrowDown")
    # A screen reader says the place.
    expect(page.get_by_role("status").filter(has_text=re.compile(r"^\d+, \d+$"))).to_have_count(1)
    page.route("**/actions/tap*", lambda route: route.abort(), times=1)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Not sent: the host cannot be reached.")).to_be_visible()
