"""Tests a host behind nginx, with the configuration that the guide WhoMayDoWhat prints."""

import http.client
import re
import shlex
import shutil
import socket
import ssl
import subprocess
from base64 import b64encode

import pytest
from playwright.sync_api import expect

from host import ROOT, eventually
from pages import adopt, has_no_violation, row, rows, wait_state
from test_access import certificate  # noqa: F401 (a fixture)

GUIDE = (ROOT / "Modules/FeatureKit/FeatureKit.docc/Guides/WhoMayDoWhat.md").read_text()
CONFIGURATION = re.search(r"^```nginx\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)[1]
COMMAND = re.search(r"^\$ featurehost serve ([^`]*--person-header[^`]*)^```", GUIDE, re.MULTILINE)[1]
SECRET = re.search(r"X-Proxy-Secret +(\w+);", CONFIGURATION)[1]
PROGRAM = shutil.which("nginx") or "/usr/sbin/nginx"
PASSWORD = "a-word-for-tests"
PROOF = {"X-Proxy-Secret": SECRET, "X-Remote-User": "kim"}


class Nginx:
    """An nginx process on a port of the loopback address, with the guide's configuration before a host."""

    def __init__(self, folder, port, certificate, change=lambda text: text):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"https://127.0.0.1:{self.port}"
        _, certificate, _, key = certificate
        digest = subprocess.run(
            ["openssl", "passwd", "-apr1", PASSWORD], check=True, capture_output=True, text=True).stdout
        (folder / "people").write_text("".join(f"{name}:{digest}" for name in ("kim", "lee")))
        text = CONFIGURATION
        for old, new in [
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"), ("127.0.0.1:8080", f"127.0.0.1:{port}"),
            ("/etc/nginx/people", f"{folder}/people"),
            ("/etc/nginx/cert.pem", certificate), ("/etc/nginx/key.pem", key),
        ]:
            assert text.count(old) == 1, (old, text)
            text = text.replace(old, new)
        user = "user root;" if shutil.os.getuid() == 0 else ""
        paths = " ".join(
            f"{name}_temp_path {folder};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(
            f"{user} daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/errors;"
            f"events {{}} http {{ access_log off; {paths}\n{change(text)} }}")
        # The process ends when the test process ends for any reason.
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "TERM", PROGRAM, "-p", str(folder), "-e", f"{folder}/errors",
             "-c", f"{folder}/nginx.conf"], stdin=subprocess.DEVNULL)
        self.errors = folder / "errors"
        eventually(self.accepts, lambda: self.errors.read_text())

    def accepts(self):
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self.port)) == 0

    def ask(self, method, path, name=None, password=PASSWORD, fields={}, body=None):
        """Sends a request as a person, and returns the status and the text of the body."""
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=20, context=ssl._create_unverified_context())
        return asked(connection, method, path, signed(name, password) | dict(fields), body)

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def signed(name, password=PASSWORD):
    return {"Authorization": "Basic " + b64encode(f"{name}:{password}".encode()).decode()} if name else {}


def asked(connection, method, path, fields, body=None):
    """Sends a request with header fields, whose values may be lists, and returns the status and the text of the body."""
    try:
        connection.putrequest(method, path)
        for field, values in fields.items():
            for value in values if isinstance(values, list) else [values]:
                connection.putheader(field, value)
        if body is not None:
            connection.putheader("Content-Type", "application/json")
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body.encode() if body is not None else None)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def direct(host, path, fields):
    """Asks the host itself."""
    return asked(http.client.HTTPConnection("127.0.0.1", host.port, timeout=20), "GET", path, fields)


@pytest.fixture
def start_nginx(tmp_path_factory, certificate):  # noqa: F811
    running = []

    def start(port, change=lambda text: text):
        running.append(Nginx(tmp_path_factory.mktemp("nginx"), port, certificate, change))
        return running[-1]

    yield start
    for nginx in running:
        nginx.stop()


@pytest.fixture
def proxied(tmp_path, start_host):
    """A host with the options of the guide."""
    file = tmp_path / "proxy-secret"
    file.write_text(SECRET + "\n")
    file.chmod(0o600)
    options = shlex.split(COMMAND.replace("\\\n", ""))
    options[options.index("--proxy-secret-file") + 1] = str(file)
    return start_host(*options)


@pytest.fixture
def nginx(proxied, start_nginx):
    return start_nginx(proxied.port)


@pytest.fixture
def open_as(nginx, open_page):
    """Returns a function that opens a page through nginx, as a person."""
    def open_as(name, path="/", **options):
        page = open_page(
            ignore_https_errors=True, http_credentials={"username": name, "password": PASSWORD}, **options)
        page.goto(nginx.address + path)
        return page
    return open_as


def release(nginx, name):
    """Asks for the first dog and releases it, and returns the status."""
    return nginx.ask("POST", "/api/features/doggy/actions/release?source=sample", name, body='{"id":"1"}')[0]


def test_nginx_names_persons_and_their_roles(nginx):
    assert nginx.ask("GET", "/api/person", "kim") == (200, '{"id":"kim","name":"kim","roles":["helper","keeper"]}')
    assert nginx.ask("GET", "/api/person", "lee") == (200, '{"id":"lee","name":"lee","roles":[]}')
    assert release(nginx, "kim") == 200
    assert release(nginx, "lee") == 403
    for name, password in [(None, ""), ("kim", "wrong"), ("bob", PASSWORD)]:
        assert nginx.ask("GET", "/api/person", name, password)[0] == 401


def test_a_client_of_nginx_cannot_name_itself(nginx):
    forged = [
        {"X-Remote-User": "kim", "X-Remote-Roles": "keeper"}, {"x-remote-user": ["kim", "bob"]},
        {"X-Remote-Roles": ["keeper", "keeper"]}, {"X-Proxy-Secret": SECRET},
        {"X-Proxy-Secret": ["wrong", SECRET], "X-Remote-User": "kim"}, {"X-Forwarded-Host": "evil.test"},
    ]
    for fields in forged:
        assert nginx.ask("GET", "/api/person", "lee", fields=fields) == (
            200, '{"id":"lee","name":"lee","roles":[]}'), fields
        assert nginx.ask("GET", "/api/person", fields=fields)[0] == 401, fields


def test_a_client_of_the_host_itself_is_nobody(proxied):
    # The tests share the address of the proxy, so only the secret tells them apart.
    assert direct(proxied, "/api/person", PROOF)[0] == 200
    for fields in [
        {}, {"X-Remote-User": "kim"}, signed("kim"), PROOF | {"X-Remote-User": ["kim", "kim"]},
        PROOF | {"X-Proxy-Secret": [SECRET, SECRET]}, PROOF | {"X-Proxy-Secret": SECRET[:-1]},
        PROOF | {"X-Remote-Roles": ["keeper", "helper"]},
    ]:
        assert direct(proxied, "/api/person", fields)[0] == 401, fields
    assert direct(proxied, "/livez", {})[0] == 200


def test_a_proxy_that_forgets_the_secret_or_the_name_lets_nobody_in(proxied, start_nginx, open_page):
    for field in ["X-Proxy-Secret", "X-Remote-User"]:
        nginx = start_nginx(
            proxied.port, lambda text: re.sub(rf"proxy_set_header {field} .*;", "", text))
        status, text = nginx.ask("GET", "/api/person", "kim")
        assert status == 401 and f"{field} of the reverse proxy exactly once, got 0" in text
    page = open_page(ignore_https_errors=True, http_credentials={"username": "kim", "password": PASSWORD})
    assert page.goto(nginx.address).status == 401
    expect(page.get_by_role("heading", level=1)).to_have_text("Unauthorized")
    expect(page.get_by_text("expected the header X-Remote-User of the reverse proxy exactly once, got 0")).to_be_visible()
    expect(page.get_by_role("link", name="Doggies")).to_have_count(0)
    has_no_violation(page)


@pytest.mark.parametrize("width", [320, 1280])
def test_a_page_behind_nginx_is_live_and_says_who_is_signed_in(proxied, nginx, open_as, width):
    kim, lee = open_as("kim", "/features/doggy", viewport={"width": width, "height": 700}), open_as("lee", "/")
    wait_state(kim, "live")
    adopt(kim, "Rex")
    expect(row(kim, "Rex Bulldog")).to_be_visible()
    # The other way to the same records: a program without the proxy.
    proxied.run("perform", "doggy", "birthday", "id=1")
    eventually(lambda: ("Alfred Labrador", "2") in rows(kim), "the page shows the change")
    lee.goto(kim.evaluate("location.href"))
    kim.get_by_role("banner").get_by_role("button", name="kim").click()
    dialog = kim.get_by_role("dialog", name="Account")
    expect(dialog.get_by_text("Signed in as kim")).to_be_in_viewport()
    expect(dialog.get_by_role("button")).to_have_count(0)
    has_no_violation(kim)
    # Only a keeper may release.
    for page, may in [(kim, True), (lee, False)]:
        expect(page.get_by_role("banner").get_by_role("button", name="kim" if may else "lee")).to_be_visible()
        expect(row(page, "Rex Bulldog")).to_be_visible()
        releases = row(page, "Rex Bulldog").locator("button").filter(has_text=re.compile("^Release…$"))
        expect(releases).to_have_count(1 if may else 0)
    cookies = kim.context.cookies()
    assert cookies and all(
        cookie["secure"] and cookie["name"].startswith("__Host-featurehost-")
        and cookie["name"].endswith(f"-{nginx.port}") for cookie in cookies), cookies


def test_nginx_before_a_host_without_the_options_makes_nobody_the_owner(start_host, start_nginx):
    bare = re.compile(r"proxy_set_header X-.*;")
    # A configuration with nothing but an address.
    plain = re.compile(r"proxy_(set_header|http_version) .*;")
    for arguments, change in [
        ((), lambda text: text), (("--trusted-proxy", "127.0.0.1"), lambda text: text),
        (("--trusted-proxy", "127.0.0.1"), lambda text: bare.sub("", text)), ((), lambda text: plain.sub("", text)),
    ]:
        host = start_host(*arguments)
        nginx = start_nginx(host.port, change)
        assert nginx.ask("GET", "/api/person", "kim") == (200, "null")
        assert release(nginx, "kim") == 403
