"""Fixtures of the browser tests: hosts, a Chromium browser, and pages with and without scripts."""

import os
import shutil
import signal

import pytest
from playwright.sync_api import sync_playwright

from host import ROOT, Host
from proxy import Proxy

CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
PATIENCE = 10_000
"""The time limit for a page to show something, in milliseconds. It is long, because the machine may be busy."""


def pytest_configure():
    # A signal that ends the tests must also end their servers and browsers.
    def stop(number, _):
        pytest.exit(f"ended by signal {number}", 128 + number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium_options(tmp_path_factory):
    """The launch options of Chromium: temporary folders, and no sandbox if the tests run as root."""
    home = str(tmp_path_factory.mktemp("home"))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return {
        "executable_path": CHROMIUM, "env": kept | {"HOME": home},
        "args": ["--no-sandbox"] if os.getuid() == 0 else [],
    }


@pytest.fixture(scope="session")
def browser(playwright, chromium_options):
    browser = playwright.chromium.launch(**chromium_options)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """A host that tests share if they change no records. Sessions with `source="sample"` use their own copies."""
    host = Host(tmp_path_factory.mktemp("shared")).start()
    yield host
    host.stop()


@pytest.fixture(scope="module")
def trials(tmp_path_factory):
    """The program `trials` of Tests/ExampleHost."""
    binary = os.environ.get("TRIALS_BINARY") or ROOT / ".build" / "debug" / "trials"
    host = Host(tmp_path_factory.mktemp("trials"), binary=binary).start()
    yield host
    host.stop()


@pytest.fixture(scope="session")
def gallery(tmp_path_factory):
    """The program `gallery` of Tests/ExampleHost: the 7GUIs tasks."""
    binary = os.environ.get("GALLERY_BINARY") or ROOT / ".build" / "debug" / "gallery"
    host = Host(tmp_path_factory.mktemp("gallery"), binary=binary).start()
    yield host
    host.stop()


@pytest.fixture
def dogs(shared):
    """A session with its own copy of the dogs."""
    return shared.open("doggy", source="sample")


@pytest.fixture
def start_host(tmp_path_factory):
    """Returns a function that starts a host with its own records."""
    hosts = []

    def start(*arguments):
        hosts.append(Host(tmp_path_factory.mktemp("host"), *arguments))
        return hosts[-1].start()

    yield start
    for host in hosts:
        host.stop()


@pytest.fixture
def host(start_host):
    return start_host()


@pytest.fixture
def proxy(host):
    proxy = Proxy(host.port)
    yield proxy
    proxy.cut()


class Faults:
    """Records the faults of pages: script errors, dialogs, policy violations and requests to other hosts."""

    def __init__(self):
        self.found = []

    def watch(self, page):
        page.on("pageerror", lambda error: self.found.append(f"script failed: {error}"))
        page.on("console", self._read)
        page.on("dialog", lambda dialog: (self.found.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", self._look)

    def _read(self, message):
        if "Content Security Policy" in message.text or "Content-Security-Policy" in message.text:
            self.found.append(message.text)

    def _look(self, request):
        if not request.url.startswith(("http://127.0.0.1:", "https://127.0.0.1:", "data:", "about:", "blob:")):
            self.found.append(f"fetched {request.url}")


@pytest.fixture
def open_page(browser):
    """Returns a function that opens a page, by default in a new context. The test fails if a page has a fault."""
    contexts, faults = [], Faults()

    def open(address=None, context=None, **options):
        if context is None:
            context = browser.new_context(**options)
            contexts.append(context)
            context.set_default_timeout(PATIENCE)
        page = context.new_page()
        faults.watch(page)
        if address:
            page.goto(address)
        return page

    yield open
    for context in contexts:
        context.close()
    assert not faults.found
