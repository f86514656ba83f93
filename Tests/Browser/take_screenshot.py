"""Takes the screenshot in README.md: `take_screenshot.py FILE`. FEATUREHOST_BINARY is the path of the program."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from conftest import CHROMIUM
from host import Host


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = Host(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 760, "height": 720})
        page.goto(f"{host.address}/features/doggy")
        page.wait_for_function("document.documentElement.dataset.live === 'live'")
        form = page.locator("form[action*='/actions/adopt']")
        form.get_by_label("Name").fill("Rex")
        form.get_by_label("Breed").select_option("Bulldog")
        form.get_by_label("Age").fill("2")
        form.get_by_role("button").click()
        page.get_by_text("Rex Bulldog").wait_for()
        ask(page.locator("tr", has_text="Vinny"), "Rename")
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        page.wait_for_timeout(500)  # until the animation of the new row has ended
        page.screenshot(path=sys.argv[1])
        browser.close()
        host.stop()


main()
