"""Runs a featurehost process for a test, and calls its API to check what the pages show."""

import http.client
import json
import os
import selectors
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("FEATUREHOST_BINARY") or ROOT / ".build" / "debug" / "featurehost")
START_LIMIT = 30
"""The time limit for a process to listen, in seconds. It is long enough for a debug build on a busy machine."""


class Refused(Exception):
    """The API refused a request."""

    def __init__(self, status, body):
        super().__init__(f"{status}: {body}")
        self.status, self.body = status, body


class Host:
    """A server process. It stores its records in a file in the given folder, so they survive a restart."""

    def __init__(self, folder, *arguments, binary=BINARY):
        self.folder, self.arguments, self.binary = Path(folder), arguments, binary
        self.port, self.process, self.scheme = 0, None, "http"
        self.limit = None
        """A function with which the new process sets its own limits before the program starts, or None."""
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith("FEATUREHOST_")
        } | {"FEATUREHOST_DATABASE": str(self.folder / "records.sqlite"), "HOME": str(self.folder)}

    @property
    def address(self):
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def start(self):
        """Starts the process and waits until the process listens. A restart uses the port of the first start."""
        # The server process ends when the test process ends for any reason.
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", self.binary, "serve", "--port", str(self.port), *self.arguments],
            env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            preexec_fn=self.limit, stderr=(self.folder / "log").open("ab"))
        line = first_line(self.process.stdout)
        if not line.startswith("Listening on http"):
            self.kill()
            raise RuntimeError(f"the host does not listen: {line!r}, log: {(self.folder / 'log').read_text()}")
        self.scheme, _, self.port = line.removeprefix("Listening on ").rstrip("/\n").split(":")
        self.port = int(self.port)
        return self

    def stop(self):
        """Asks the process to end, and kills it if it is still running after five seconds, its time limit."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.kill()
        self._forget()

    def kill(self):
        """Kills the process."""
        self.process.kill()
        self.process.wait()
        self._forget()

    def _forget(self):
        if self.process:
            self.process.stdout.close()
        self.process = None

    def run(self, *arguments):
        """Runs another featurehost command with the same records, and returns its output."""
        return subprocess.run(
            [self.binary, *arguments], env=self.environment, cwd=self.folder, check=True, capture_output=True, text=True,
            timeout=START_LIMIT).stdout

    # -------------------------------------------------------- the API

    def ask(self, method, path, body=None, **fields):
        """Sends a request and returns the status, the header fields and the text of the body.

        `fields` are additional header fields, such as `Authorization`.
        """
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            if body is not None:
                fields["Content-Type"] = "application/json"
            connection.request(method, path, None if body is None else json.dumps(body), fields)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()
        finally:
            connection.close()

    def _json(self, method, path, body=None):
        status, _, text = self.ask(method, path, body)
        if status >= 300:
            raise Refused(status, text)
        return json.loads(text) if text else None

    def open(self, feature, **options):
        """Starts a session, waits until it has loaded, and returns its id."""
        session = self._json("POST", "/api/sessions", {"feature": feature, "options": options})["session"]
        eventually(lambda: self.screen(session)["phase"]["kind"] != "loading", "the session loads")
        return session

    def page_of(self, session):
        return f"{self.address}/sessions/{session}"

    def perform(self, session, action, **arguments):
        return self._json("POST", f"/api/sessions/{session}/actions/{action}", arguments)

    def close(self, session):
        self._json("DELETE", f"/api/sessions/{session}")

    def screen(self, session):
        return self._json("GET", f"/api/sessions/{session}")["screen"]

    def rows(self, session):
        """The rows of the session's list as pairs (title, detail)."""
        lists = [element for element in self.screen(session)["elements"] if element["kind"] == "list"]
        return [(row["title"], row.get("detail")) for row in lists[0]["rows"]] if lists else []

    def key(self, session, title):
        """The id of the row with a title."""
        for element in self.screen(session)["elements"]:
            for row in element.get("rows", []):
                if row["title"] == title:
                    return row["id"]
        raise LookupError(f"no row {title!r}")


def first_line(stream):
    """Reads a line. Returns an empty text if no output arrives within the time limit."""
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        return stream.readline().decode() if selector.select(START_LIMIT) else ""


def eventually(condition, what, seconds=10):
    """Waits until a condition is true, and returns its value. The message `what` may be a function."""
    end = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        assert time.monotonic() < end, f"this was not true within {seconds} s: {what() if callable(what) else what}"
        time.sleep(0.02)
