"""Tests sign-ins at a real OpenID Connect provider."""

import http.client
import json

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import has_no_violation, row, wait_state
from provider import AUDIENCE, Provider


@pytest.fixture(scope="module")
def provider():
    with Provider() as provider:
        yield provider


@pytest.fixture
def host(start_host, provider):
    host = start_host(
        "--oidc-issuer", provider.issuer, "--oidc-client-id", provider.client_id, "--oidc-client-secret-file",
        str(provider.secret_file), "--oidc-audience", AUDIENCE, "--log-level", "trace")
    provider.set_redirects(f"{host.address}/login/return")
    return host


def ask(host, path, token=None):
    """Returns the status and the text of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=20)
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def sign_in(page, provider, user):
    page.get_by_role("link", name="Sign in at 127.0.0.1").click()
    provider.sign_in(page, user)


def account(page, name):
    return page.get_by_role("banner").get_by_role("button", name=name)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_person_signs_in_at_the_provider_and_out_again(host, provider, open_page, scripts):
    # The provider's own page needs scripts.
    page = open_page(f"{host.address}/features/doggy?source=sample", viewport={"width": 320, "height": 700})
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    has_no_violation(page)
    sign_in(page, provider, "kim")
    expect(row(page, "Alfred Labrador")).to_be_visible()
    wait_state(page, "live")
    expect(account(page, "Kim")).to_be_in_viewport()
    page.get_by_text("Release").first.wait_for(state="attached")
    context = page.context
    cookies = [cookie for cookie in context.cookies() if cookie["name"].startswith("featurehost")]
    assert all(cookie["httpOnly"] for cookie in cookies), cookies
    assert not [cookie for cookie in cookies if "sign-in" in cookie["name"]], cookies
    if not scripts:
        page = open_page(context=context, address=page.url)
    account(page, "Kim").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    has_no_violation(page)
    # glewlwyd names no address to sign out, so the page offers none.
    expect(page.get_by_text("You are signed out here")).to_have_count(0)
    page.goto(f"{host.address}/features/doggy")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")


def test_a_person_without_the_role_sees_no_release(host, provider, open_page):
    page = open_page(f"{host.address}/features/doggy?source=sample")
    sign_in(page, provider, "lee")
    expect(row(page, "Alfred Labrador")).to_be_visible()
    assert "Release" not in page.content()


def test_a_provider_that_is_away_keeps_people_signed_in_and_tells_new_ones(host, provider, open_page):
    page = open_page(host.address)
    sign_in(page, provider, "kim")
    expect(account(page, "Kim")).to_be_visible()
    provider.stop()
    try:
        page.reload()
        expect(account(page, "Kim")).to_be_visible()
        assert ask(host, "/readyz")[0] == 200
        other = open_page(host.address)
        # The provider's addresses are known already, so the browser finds nobody there.
        assert other.get_by_role("link", name="Sign in at 127.0.0.1").is_visible()
    finally:
        provider.start()
    sign_in(other, provider, "lee")
    expect(account(other, "Lee")).to_be_visible()


def test_a_host_that_starts_before_its_provider_says_so(start_host, open_page, tmp_path):
    with Provider() as provider:
        provider.stop()
        host = start_host("--oidc-issuer", provider.issuer, "--oidc-client-id", provider.client_id)
        page = open_page(host.address)
        page.get_by_role("link", name="Sign in at 127.0.0.1").click()
        expect(page.get_by_text("the sign-in provider cannot be used now: it cannot be reached")).to_be_visible()
        assert ask(host, "/readyz")[0] == 200


def test_keys_change_while_the_host_runs(host, provider, open_page):
    old = provider.access_token("kim")
    assert ask(host, "/api/person", old)[0] == 200
    provider.rotate_keys()
    page = open_page(host.address)
    sign_in(page, provider, "kim")
    expect(account(page, "Kim")).to_be_visible()
    assert ask(host, "/api/person", provider.access_token("kim"))[0] == 200


def test_programs_present_access_tokens_of_the_api_only(host, provider):
    status, text = ask(host, "/api/person", provider.access_token("kim"))
    person = json.loads(text)
    assert status == 200 and person["roles"] == ["keeper"], text
    assert ask(host, "/api/person", provider.access_token("lee"))[0] == 200
    assert ask(host, "/api/person", provider.access_token("kim")[:-4] + "AAAA")[0] == 401
    assert ask(host, "/api/features")[0] == 401


def test_no_token_stands_in_the_log(host, provider, open_page):
    token = provider.access_token("kim")
    assert ask(host, "/api/person", token)[0] == 200
    page = open_page()
    answers = []
    page.on("response", lambda answer: answers.append(answer.url))
    page.goto(host.address)
    sign_in(page, provider, "kim")
    expect(account(page, "Kim")).to_be_visible()
    log = host.folder / "log"
    eventually(lambda: "A person signed in" in log.read_text(), "the log tells of the sign-in")
    codes = [url.split("code=")[1].split("&")[0] for url in answers if "/login/return" in url]
    assert len(codes) == 1
    cookies = [cookie["value"] for cookie in page.context.cookies() if cookie["name"].startswith("featurehost")]
    for secret in [token, provider.client_secret, *codes, *cookies]:
        assert secret not in log.read_text()
        assert secret not in page.content()
