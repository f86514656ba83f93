"""Finds parts of a page by their text and by the addresses of their forms, not by their style."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from host import eventually

expect.set_options(timeout=10_000)

ROW = ".rows > li, tbody > tr[id]"
"""The selector of a row, in a plain list or in a table."""

WORDS = ".words bdi, th bdi, td:not(.actions) bdi:not(dialog *)"
"""The selector of the texts inside a row: the title and the detail, or the cells."""

ROWS = f"""() => [...document.querySelectorAll('{ROW}')].map(row =>
    [...row.querySelectorAll('{WORDS}')].filter((words, at, all) => !at || at === all.length - 1)
        .map(words => words.textContent))"""


def rows(page):
    """The rows of the page's list or table as pairs: title and detail, or the first and the last cell."""
    return [tuple(row) for row in page.evaluate(ROWS)]


def row(page, title):
    """The row with a title."""
    return page.locator(ROW).filter(has=page.get_by_text(title, exact=True)).first


def form(page, action):
    """The form of an action, in a page or in a row."""
    return page.locator(f'form[action*="/actions/{action}"]')


def ask(place, title):
    """Opens the dialog of a button in a page, in a row or in the menu of a row."""
    opener = place.locator("[aria-haspopup=dialog], button[name=row][form]").filter(has_text=re.compile(f"^{title}…$")).first
    opener.wait_for(state="attached")
    if not opener.is_visible():
        place.get_by_role("button", name="More for").first.click()
    opener.click()


def asked(page):
    """The open dialog of a page without scripts."""
    return page.locator("dialog[open]")


def filling(place):
    """The place of the open dialog of a row: in the row, or beside the list on a page without scripts."""
    return place if place.page.locator("[data-live]").count() else asked(place.page)


def leave(page):
    """Closes the open dialog and keeps the typed text."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def submit(place, action):
    """The button that sends an action's form in a page or in a row."""
    return form(place, action).locator("button:not([type], [hidden], .theirs *)")


def press(place, action):
    """Presses the button of an action's form in a page or in a row."""
    submit(place, action).click()


def adopting(page):
    """The form that adopts a dog, in its open dialog."""
    # The dialog of a form that is being sent closes with the answer.
    expect(page.locator("[data-busy]")).to_have_count(0)
    if not page.locator("dialog:has(form[action*='/actions/adopt'])").is_visible():
        ask(page, "Adopt a dog")
    return form(page, "adopt")


def adopt(page, name, breed="Bulldog", age="2"):
    """Fills in and sends the form that adopts a dog."""
    fields = adopting(page)
    fields.get_by_label("Name").fill(name)
    fields.get_by_role("radio", name=breed).check()
    fields.get_by_label("Age").fill(age)
    press(page, "adopt")


def wait_settled(page):
    """Waits until a page without scripts has reloaded itself and is no longer loading."""
    expect(page.locator("#phase progress")).to_have_count(0)


def wait_state(page, state, seconds=15):
    """Waits until the page shows a connection state: connecting, live, offline or ended."""
    expect(page.locator(f'[data-live="{state}"]').first).to_be_attached(timeout=seconds * 1000)


def until(page, condition, what, seconds=10):
    """Waits until a condition on the events of a page is true. The page delivers its events while the test talks to it."""
    eventually(lambda: page.evaluate("null") or condition(), what, seconds)


def wait_frames(page):
    """Waits until the page has handled its input, has drawn itself and has told observers of the layout."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")


def watch_posts(page):
    """The addresses of the requests with which the page acts, from now on."""
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    return sent


def mark(page):
    """Sets a mark on the page. A reload removes the mark."""
    page.evaluate("window.wasNotReloaded = true")


def is_marked(page):
    return page.evaluate("window.wasNotReloaded === true")



AXE_OPTIONS = {"runOnly": {"type": "tag", "values": [
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}


# A form that is being sent is faded, and a changed row flashes. Colours are checked after that.
IS_AT_REST = """() => !document.querySelector("[data-busy]") && document.getAnimations().every(each =>
    each.playState !== "running" || each.effect.getComputedTiming().iterations === Infinity)"""


def has_no_violation(page):
    """Checks the page with axe, in the light and the dark colour scheme."""
    for scheme in ["light", "dark"]:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(IS_AT_REST)
        result = Axe().run(page, options=AXE_OPTIONS)
        assert not result.response["violations"], f"{scheme}: {result.generate_report()}"
