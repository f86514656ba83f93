"""Tests access: hosts with a token, hosts with TLS and HTTP/2, and hosts at their session limit."""

import os
import pathlib
import re
import subprocess

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import adopt, adopting, form, has_no_violation, row, rows, wait_state

TOKEN = "correct-horse-battery-staple-and-more"


@pytest.fixture
def token_file(tmp_path):
    file = tmp_path / "token"
    file.write_text(TOKEN + "\n")
    file.chmod(0o600)
    return str(file)


@pytest.fixture
def certificate(tmp_path):
    """The options for a self-signed certificate."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"], check=True, capture_output=True)
    return ["--tls-cert", str(certificate), "--tls-key", str(key)]


ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = ROOT / "Modules/FeatureKit/FeatureKit.docc/Guides/WhoMayDoWhat.md"


@pytest.fixture
def people(tmp_path):
    """The token file of the guide, and the token of each person."""
    text = re.search(r"^```\n(# name .*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)[1]
    file = tmp_path / "tokens"
    file.write_text(text)
    file.chmod(0o600)
    return file, {name: token for name, token, *_ in map(str.split, text.splitlines()[1:])}


def replace(file, text):
    new = file.with_suffix(".new")
    new.write_text(text)
    new.chmod(0o600)
    os.replace(new, file)


def sign_in(page, token):
    page.get_by_label("Access token").fill(token)
    page.get_by_role("button", name="Sign in").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_person_gets_the_requested_page_after_signing_in(start_host, token_file, open_page, scripts):
    host = start_host("--token-file", token_file)
    page = open_page(java_script_enabled=scripts)
    page.goto(f"{host.address}/features/doggy?source=sample")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    expect(page.get_by_label("Access token")).to_be_focused()
    sign_in(page, "wrong")
    expect(page.get_by_role("alert")).to_be_visible()
    sign_in(page, TOKEN)
    # A link from another site shows a form that starts the feature. An entered address starts the session at once.
    start = page.get_by_role("button", name="Start Doggies")
    expect(start.or_(page.get_by_role("heading", level=1, name="Doggies")).first).to_be_visible()
    if start.count():
        start.click()
    expect(row(page, "Alfred Labrador")).to_be_visible()
    if scripts:
        wait_state(page, "live")
    adopt(page, "Rex")
    expect(row(page, "Rex Bulldog")).to_be_visible()
    cookies = page.context.cookies()
    # One cookie signs the browser in. The other one tells browsers apart.
    assert sorted(cookie["sameSite"] for cookie in cookies) == ["Lax", "Strict"], cookies
    assert all(cookie["httpOnly"] and TOKEN not in cookie["value"] for cookie in cookies), cookies
    assert TOKEN not in page.content()
    # Another browser is not signed in.
    other = open_page(page.url)
    expect(other.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_the_login_page_is_accessible(start_host, token_file, open_page):
    host = start_host("--token-file", token_file)
    page = open_page(host.address, viewport={"width": 320, "height": 700})
    has_no_violation(page)
    sign_in(page, "wrong")
    expect(page.get_by_role("alert")).to_be_visible()
    has_no_violation(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_the_bar_says_who_is_signed_in_and_signs_out(start_host, people, open_page, scheme, width, scripts):
    file, tokens = people
    host = start_host("--token-file", str(file))
    page = open_page(f"{host.address}/features/doggy", java_script_enabled=scripts, color_scheme=scheme,
                     viewport={"width": width, "height": 700})
    sign_in(page, tokens["kim"])
    start = page.get_by_role("button", name="Start Doggies")
    expect(start.or_(page.get_by_role("heading", level=1, name="Doggies")).first).to_be_visible()
    if start.count():
        start.click()
    # Without scripts, a page that loads reloads itself.
    expect(row(page, "Alfred Labrador")).to_be_visible()
    account = page.get_by_role("banner").get_by_role("button", name="kim")
    expect(account).to_be_in_viewport()
    account.click()
    dialog = page.get_by_role("dialog", name="Account")
    expect(dialog.get_by_text("Signed in as kim")).to_be_in_viewport()
    expect(dialog.get_by_role("button", name="Sign out")).to_be_in_viewport()
    if scripts:
        has_no_violation(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    dialog.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    page.goto(f"{host.address}/features/doggy")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


@pytest.mark.parametrize("has_touch", [True, False], ids=["touch", "mouse"])
def test_a_small_phone_shows_the_whole_way_back_beside_the_account(start_host, people, open_page, has_touch):
    file, tokens = people
    host = start_host("--token-file", str(file))
    page = open_page(f"{host.address}/", viewport={"width": 320, "height": 700}, has_touch=has_touch, is_mobile=has_touch)
    sign_in(page, tokens["kim"])
    page.get_by_role("main").get_by_role("link", name="Doggies").click()
    wait_state(page, "live")
    way = page.get_by_role("navigation", name="Breadcrumb")
    outer, inner = way.bounding_box(), way.get_by_role("link", name="Features").bounding_box()
    assert inner["x"] >= outer["x"] and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 0.5, (inner, outer)
    expect(page.get_by_role("banner").get_by_role("button", name="kim")).to_be_in_viewport(ratio=1)


def test_a_page_whose_token_is_gone_asks_to_sign_in_within_seconds(start_host, people, open_page):
    file, tokens = people
    host = start_host("--token-file", str(file))
    page = open_page(host.address)
    sign_in(page, tokens["lee"])
    page.get_by_role("main").get_by_role("link", name="Doggies").click()
    wait_state(page, "live")
    lines = file.read_text().splitlines(keepends=True)
    replace(file, "".join(line for line in lines if not line.startswith("lee ")))
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in", timeout=10_000)
    sign_in(page, tokens["lee"])
    expect(page.get_by_role("alert")).to_be_visible()
    sign_in(page, tokens["kim"])
    expect(page.get_by_role("banner").get_by_role("button", name="kim")).to_be_visible()


def test_a_page_without_a_valid_login_asks_to_sign_in_and_keeps_drafts(
        start_host, token_file, open_page):
    """A restarted host knows no login cookies. The page must ask to sign in instead of retrying."""
    host = start_host("--token-file", token_file)
    page = open_page(f"{host.address}/")
    sign_in(page, TOKEN)
    page.get_by_role("main").get_by_role("link", name="Doggies").click()
    wait_state(page, "live")
    adopting(page).get_by_label("Name").fill("Half")
    host.kill()
    wait_state(page, "offline")
    host.start()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in", timeout=30_000)
    sign_in(page, TOKEN)
    # The session has ended with the host. A new one begins at the address of the page.
    expect(row(page, "Alfred Labrador")).to_be_visible()
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("Half")


def test_a_page_is_live_over_tls_and_http_2(start_host, token_file, certificate, open_page):
    host = start_host("--token-file", token_file, *certificate)
    page = open_page(ignore_https_errors=True)
    protocols = {}
    inspector = page.context.new_cdp_session(page)
    inspector.send("Network.enable")
    inspector.on("Network.responseReceived", lambda event: protocols.update(
        {event["response"]["url"]: event["response"].get("protocol")}))
    page.goto(host.address)
    sign_in(page, TOKEN)
    page.get_by_role("main").get_by_role("link", name="Doggies").click()
    wait_state(page, "live")
    adopt(page, "Rex")
    expect(row(page, "Rex Bulldog")).to_be_visible()
    host.run("perform", "doggy", "birthday", "id=1")
    eventually(lambda: ("Alfred Labrador", "2") in rows(page), "the page shows the change")
    assert set(protocols.values()) == {"h2"}, protocols
    assert all(cookie["secure"] for cookie in page.context.cookies())


def test_a_host_at_its_session_limit_shows_the_reason_to_a_new_visitor(start_host, open_page):
    host = start_host("--max-sessions", "1")
    watching = open_page(host.page_of(host.open("doggy")))
    wait_state(watching, "live")
    page = open_page()
    answer = page.goto(f"{host.address}/features/game")
    assert answer.status == 503 and answer.header_value("retry-after")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    has_no_violation(page)
    expect(watching.locator('[data-live="live"]')).to_be_attached()
