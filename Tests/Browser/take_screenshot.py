"""Takes the pictures of README.md and of the guides: `take_screenshot.py FOLDER`.

FEATUREHOST_BINARY is the path of the program, and CLINIC_BINARY that of `clinic` of Tests/ExampleHost. DocC shows the file whose name ends in `~dark` to readers in dark mode.
"""

import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from conftest import CHROMIUM
from host import ROOT, Host
from pages import IS_AT_REST, adopt, adopting, row


def main():
    target = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = Host(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = opened(browser, host, viewport={"width": 1120, "height": 520})
        adopt(page, "Rex")
        row(page, "Rex Bulldog").wait_for()
        page.wait_for_function(IS_AT_REST)  # the mark of the new row has faded
        row(page, "Vinny Doberman").get_by_role("button", name="More for").click()
        page.screenshot(path=target / "page.png")
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=target / "page~dark.png")
        page.emulate_media(color_scheme="light")
        page.keyboard.press("Escape")
        adopting(page).get_by_label("Name").fill("Bella")
        page.screenshot(path=target / "form.png")
        phone = opened(browser, host, viewport={"width": 360, "height": 520}, has_touch=True)
        phone.screenshot(path=target / "phone.png")
        clinic = Host(Path(folder), binary=os.environ.get("CLINIC_BINARY") or ROOT / ".build/debug/clinic").start()
        tour = opened(browser, clinic, "tour", viewport={"width": 760, "height": 600})
        tour.screenshot(path=target / "tour.png", full_page=True)
        browser.close()
        clinic.stop()
        host.stop()


def opened(browser, host, feature="doggy", **options):
    """The live page of a feature in a window of its own."""
    page = browser.new_page(reduced_motion="reduce", **options)
    page.goto(f"{host.address}/features/{feature}")
    page.wait_for_function("() => document.documentElement.dataset.live === 'live'")
    return page


main()
