"""Runs an OpenID Connect provider for a test: glewlwyd, a program that Debian packages."""

import base64
import contextlib
import hashlib
import json
import random
import secrets
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import requests

from host import START_LIMIT

PASSWORD = "correct horse"
"""The password of every user."""
AUDIENCE = "https://features.test/"
"""The audience of access tokens. glewlwyd accepts only addresses as audiences."""
PAGES = Path("/usr/share/glewlwyd/webapp")
TABLES = Path("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3")
"""The SQL of an empty database. It has an administrator, admin, whose password is "password"."""
CONFIGURATION = """
port={port}
bind_address="127.0.0.1"
external_url="{address}"
login_url="login.html"
api_prefix="api"
static_files_path="{folder}/pages/"
static_files_mime_types=({types})
log_mode="file"
log_level="INFO"
log_file="{folder}/log"
cookie_secure=0
user_module_path="/usr/lib/glewlwyd/user"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
database={{ type="sqlite3" path="{folder}/provider.sqlite" }};
"""
TYPES = {".html": "text/html", ".css": "text/css", ".js": "application/javascript", ".json": "application/json"}


class Provider:
    """A provider with a confidential client and two users: kim has the role keeper, lee has no role.

    `with Provider() as provider` starts the provider, stops it, and removes its folder. The provider asks for a name
    and a password, but not for consent. A refresh token is valid once: the answer to it contains the next one, and an
    access token, but no ID token. The endpoint `userinfo` tells the user's current roles.
    """

    client_id = "featurehost"
    client_secret = "the-secret-of-the-client"  # glewlwyd does not decode percent escapes in secrets

    def __init__(self):
        self.port, self.process, self.folder = free_port(), None, None
        self.address = f"http://127.0.0.1:{self.port}"
        self.issuer = f"{self.address}/api/oidc"
        self._administrator = new_session()

    @property
    def secret_file(self):
        """The file that contains the client's secret."""
        return self.folder / "secret"

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="provider-"))
        try:
            self._install()
            self.start()
            self._configure()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder)

    def start(self):
        """Starts the process and waits until it answers. A restart uses the same port and finds the same state."""
        # The process ends when the test process ends for any reason.
        with (self.folder / "output").open("ab") as output:
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", "glewlwyd", "--config-file", self.folder / "configuration"],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        end = time.monotonic() + START_LIMIT
        while True:
            try:
                return self._administrator.get(f"{self.address}/config", timeout=START_LIMIT)
            except requests.ConnectionError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"glewlwyd does not start: {(self.folder / 'output').read_text()}")
            time.sleep(0.02)

    def stop(self):
        """Stops the process. Connections to the provider are refused until the next start."""
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None

    # -------------------------------------------------------- what an administrator does

    def set_redirects(self, *addresses):
        """Sets the addresses to which the client may let the browser return."""
        self._change(f"client/{self.client_id}", redirect_uri=[f"{self.address}/", *addresses])

    def set_roles(self, user, roles):
        """Sets the roles in a user's next ID token. Without roles, the token has no claim `roles`."""
        self._change(f"user/{user}", roles=roles)

    def disable(self, user):
        """Disables a user and revokes the user's refresh tokens. The user cannot sign in any more."""
        self._change(f"user/{user}", enabled=False)
        self._ask("DELETE", f"oidc/token/?impersonate={user}")

    def rotate_keys(self):
        """Replaces the signing key by one with another id. The old key disappears from the JWKS."""
        plugin = self._ask("GET", "mod/plugin/oidc")
        plugin["parameters"] |= new_key()
        self._ask("PUT", "mod/plugin/oidc", plugin)
        self._ask("PUT", "mod/plugin/oidc/reset")

    # -------------------------------------------------------- what a user does

    def sign_in(self, page, user):
        """Signs a user in on glewlwyd's page, and waits until the browser has left the provider.

        If a user has signed in before in the same browser context, the page asks only whether to continue as that user.
        """
        name, go_on = page.locator("#username"), page.locator("button.btn-success")
        name.or_(go_on).wait_for()
        if name.is_visible():
            name.fill(user)
            page.fill("#password", PASSWORD)
            page.click("#loginbut")
        go_on.click()
        page.wait_for_url(lambda address: not address.startswith(self.address))

    def access_token(self, user, audience=AUDIENCE):
        """Signs a user in without a browser, and returns a JWT access token with an audience.

        The token's claim `roles` is a text such as "keeper,owner": glewlwyd puts no arrays in access tokens.
        """
        verifier, redirect = secrets.token_urlsafe(48), f"{self.address}/"
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
        with new_session() as session:
            self._ask("POST", "auth", {"username": user, "password": PASSWORD}, session)
            answer = session.get(f"{self.issuer}/auth", allow_redirects=False, params={
                "response_type": "code", "client_id": self.client_id, "redirect_uri": redirect, "scope": "openid",
                "nonce": secrets.token_urlsafe(), "resource": audience, "g_continue": "",
                "code_challenge": challenge, "code_challenge_method": "S256"})
            code = parse_qs(urlsplit(answer.headers["Location"]).query)["code"][0]
            answer = session.post(f"{self.issuer}/token", auth=(self.client_id, self.client_secret), data={
                "grant_type": "authorization_code", "code": code, "redirect_uri": redirect, "code_verifier": verifier})
        return answer.json()["access_token"]

    # -------------------------------------------------------- the setup

    def _ask(self, method, path, body=None, session=None):
        answer = (session or self._administrator).request(method, f"{self.address}/api/{path}", json=body)
        assert answer.ok, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.text else None

    def _change(self, path, **changes):
        self._ask("PUT", path, self._ask("GET", path) | changes)

    def _install(self):
        # glewlwyd serves no links to other folders, and the package has a folder in the place of config.json.
        shutil.copytree(PAGES, self.folder / "pages", ignore=shutil.ignore_patterns("config.json"))
        (self.folder / "pages" / "config.json").write_text(json.dumps({
            "GlewlwydUrl": "./", "LoginUrl": "login.html", "lang": ["en"], "defaultScheme": "", "sessionSchemes": [],
            "register": []}))
        with contextlib.closing(sqlite3.connect(self.folder / "provider.sqlite")) as database:
            database.executescript(TABLES.read_text())
        self.secret_file.touch(0o600)
        self.secret_file.write_text(self.client_secret)
        types = ",".join(f'{{ extension="{name}" mime_type="{kind}" }}' for name, kind in TYPES.items())
        (self.folder / "configuration").write_text(
            CONFIGURATION.format(port=self.port, address=self.address, folder=self.folder, types=types))

    def _configure(self):
        self._ask("POST", "auth", {"username": "admin", "password": "password"})
        self._change("scope/g_admin", password_max_age=0)  # else the administrator is signed out after ten minutes
        self._ask("POST", "scope", {"name": "profile", "display_name": "Profile", "password_required": False})
        users = self._ask("GET", "mod/user/database")
        users["parameters"]["data-format"]["roles"] = {"multiple": True, "read": True, "write": True}
        self._ask("PUT", "mod/user/database", users)
        self._ask("PUT", "mod/user/database/reset")
        self._ask("POST", "mod/plugin", {
            "module": "oidc", "name": "oidc", "display_name": "OpenID Connect", "enabled": True,
            "parameters": new_key() | {
                "iss": self.issuer, "jwt-type": "rsa", "jwt-key-size": "256", "jwks-show": True,
                "access-token-duration": 3600, "refresh-token-duration": 1209600, "code-duration": 600,
                "refresh-token-rolling": True, "refresh-token-one-use": "always",
                "auth-type-code-enabled": True, "auth-type-refresh-enabled": True,
                "pkce-allowed": True, "pkce-required": True, "oauth-as-iss-id": True,
                "resource-allowed": True, "resource-client-property": "resource",
                "allowed-scope": ["openid", "profile"], "name-claim": "on-demand", "name-claim-scope": ["profile"],
                "claims": [
                    {"name": "roles", "user-property": "roles", "type": "string", "mandatory": True, "scope": []},
                    {"name": "preferred_username", "user-property": "username", "type": "string", "mandatory": False,
                     "scope": ["profile"]}],
                "additional-parameters": [{"user-parameter": "roles", "token-parameter": "roles"}],
            }})
        self._ask("POST", "client", {
            "client_id": self.client_id, "name": "FeatureHost", "client_secret": self.client_secret,
            "confidential": True, "enabled": True, "scope": [], "redirect_uri": [f"{self.address}/"],
            "resource": [AUDIENCE], "authorization_type": ["code", "refresh_token"],
            "token_endpoint_auth_method": ["client_secret_basic", "client_secret_post"]})
        for user, roles in ("kim", ["keeper"]), ("lee", []):
            self._ask("POST", "user", {
                "username": user, "name": user.title(), "password": PASSWORD, "enabled": True, "roles": roles,
                "scope": ["openid", "profile"]})
            with new_session() as session:
                # The user consents here, so that no page asks for it.
                self._ask("POST", "auth", {"username": user, "password": PASSWORD}, session)
                self._ask("PUT", f"auth/grant/{self.client_id}", {"scope": "openid profile"}, session)


def new_session():
    """Returns a session that ignores the proxies in the environment, because the provider is on this machine."""
    session = requests.Session()
    session.trust_env = False
    return session


def new_key():
    """Returns the parameters of a new RSA key."""
    def openssl(*arguments, key=None):
        return subprocess.run(["openssl", *arguments], input=key, check=True, capture_output=True, text=True).stdout

    key = openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048")
    return {"key": key, "cert": openssl("pkey", "-pubout", key=key)}


def free_port():
    """Returns a free port that no outgoing connection takes while the provider is stopped."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
