"""Compares what a screen reader finds in a page with the golden files in the folder Golden.

FEATUREHOST_RECORD_GOLDEN=1 records the files anew. Read a recorded tree as a screen reader reads it, before it is
committed.
"""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pages import adopting
from test_looks import PAGES, goes, shows

GOLDEN = Path(__file__).with_name("Golden")


def opened_dialog(page, host):
    PAGES["doggy"](page, host)
    adopting(page)


def drawn(page, gallery):
    session = gallery.open("circle-drawer")
    for x, y in [(120, 90), (280, 190)]:
        gallery.perform(session, "tap", x=x, y=y)
    page.goto(gallery.page_of(session))
    page.get_by_text("Shapes of this drawing").click()


SHARED = PAGES | {"doggy with an open dialog": opened_dialog}
GALLERY = {"gallery": goes("/")} | {f"gallery: {name}": shows(name) for name in [
    "counter", "temperature", "flight-booker", "crud"]} | {"gallery: circle-drawer": drawn}


def tree(page):
    """The accessibility tree of the page as text, without ids of sessions."""
    expect(page.locator('[data-live="connecting"]')).to_have_count(0)
    text = page.locator("body").aria_snapshot()
    text = re.sub(r"[0-9a-f]{32}|[A-Za-z0-9_-]{22}", "ID", text)
    return re.sub(r"127\.0\.0\.1:\d+", "HOST", text) + "\n"


def compare(page, name):
    path = GOLDEN / (re.sub("[^a-z]+", "-", name.lower()) + ".txt")
    found = tree(page)
    if os.environ.get("FEATUREHOST_RECORD_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found)
    assert found == path.read_text()


@pytest.mark.parametrize("name", SHARED)
def test_a_page_has_its_accessibility_tree(open_page, shared, name):
    page = open_page(reduced_motion="reduce")
    SHARED[name](page, shared)
    compare(page, name)


@pytest.mark.parametrize("name", GALLERY)
def test_a_page_of_the_gallery_has_its_accessibility_tree(open_page, gallery, name):
    page = open_page(reduced_motion="reduce")
    GALLERY[name](page, gallery)
    compare(page, name)
