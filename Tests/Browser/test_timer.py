"""Tests the bar of the timer of Tests/ExampleHost. The script of the timer tests its text."""

from host import eventually
from pages import wait_state


def percent(page):
    return float(page.get_by_role("progressbar", name="Elapsed time").get_attribute("value"))


def test_the_bar_of_a_page_grows_and_is_full_at_the_end(gallery, open_page):
    page = open_page(gallery.address + "/features/timer")
    wait_state(page, "live")
    first = percent(page)
    eventually(lambda: percent(page) > first, "a longer bar")
    page.get_by_role("slider", name="Duration in seconds").fill("1")
    eventually(lambda: percent(page) == 100, "a full bar")


def test_a_session_of_the_api_says_the_share(gallery):
    session = gallery.open("timer")
    gallery.perform(session, "set", length=1)

    def progress():
        return next(each for each in gallery.screen(session)["elements"] if each["kind"] == "progress")

    eventually(lambda: progress()["fraction"] == 1, "the end")
    gallery.close(session)
