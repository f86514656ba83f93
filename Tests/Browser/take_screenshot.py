"""Takes the screenshot in README.md: `take_screenshot.py FILE`. FEATUREHOST_BINARY is the path of the program."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from conftest import CHROMIUM
from host import Host
from pages import adopt, row


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = Host(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 560})
        page.goto(f"{host.address}/features/doggy")
        page.wait_for_function("document.documentElement.dataset.live === 'live'")
        adopt(page, "Rex")
        row(page, "Rex Bulldog").wait_for()
        row(page, "Vinny Doberman").get_by_role("button", name="More for").click()
        page.wait_for_timeout(4000)  # until the mark of the new row has faded
        page.screenshot(path=sys.argv[1])
        browser.close()
        host.stop()


main()
