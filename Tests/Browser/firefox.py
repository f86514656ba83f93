"""Controls Firefox with its built-in remote protocol, Marionette. No driver program is needed.

A message is a JSON array with its length in bytes before it: `23:[0, 1, "WebDriver:Title", {}]`. A request has the type
0, its number, a command and parameters. An answer has the type 1, the number, an error or null, and a result.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import time

FIREFOX = next(filter(None, map(shutil.which, ["firefox-esr", "firefox"])), None)
START_LIMIT = 60
"""The time limit for Firefox to listen, in seconds."""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's id in JSON, as the WebDriver standard defines it."""


class Failed(Exception):
    """Firefox refused a command."""


class Firefox:
    """A headless Firefox with one window and its own profile."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        profile = folder / "profile"
        profile.mkdir()
        (profile / "user.js").write_text("\n".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in {
            "marionette.port": port, "browser.shell.checkDefaultBrowser": False, "app.update.disabledForTesting": True,
            "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.reportingpolicy.firstRun": False,
            "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
            "browser.startup.page": 0, "extensions.update.enabled": False, "app.normandy.enabled": False,
            "services.settings.server": "data:,", "browser.safebrowsing.update.enabled": False,
            "remote.prefs.recommended": True, "intl.accept_languages": "en-US",
        }.items()))
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--no-remote", "--marionette", "--profile", str(profile), "about:blank"],
            env=os.environ | {"HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=(folder / "log").open("wb"), start_new_session=True)
        self.count = 0
        self.stream = self._connect(port, folder / "log")
        self._read()  # the greeting
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})

    def _connect(self, port, log):
        end = time.monotonic() + START_LIMIT
        while True:
            try:
                connection = socket.create_connection(("127.0.0.1", port), START_LIMIT)
                return connection.makefile("rwb")
            except ConnectionRefusedError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"Firefox does not listen: {log.read_text()}") from None
                time.sleep(0.1)

    def _read(self):
        length = b""
        while (byte := self.stream.read(1)) != b":":
            assert byte, "Firefox has ended"
            length += byte
        return json.loads(self.stream.read(int(length)))

    def ask(self, command, parameters=None):
        """Performs a command and returns its result."""
        self.count += 1
        message = json.dumps([0, self.count, command, parameters or {}]).encode()
        self.stream.write(b"%d:%b" % (len(message), message))
        self.stream.flush()
        _, number, error, result = self._read()
        assert number == self.count
        if error:
            raise Failed(f"{command}: {error['error']}: {error['message']}")
        return result["value"] if isinstance(result, dict) and set(result) == {"value"} else result

    def go(self, address):
        self.ask("WebDriver:Navigate", {"url": address})

    def run(self, script, *arguments):
        """Runs a script, which may use `arguments` and returns a value."""
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})

    def find(self, selector, text=""):
        """The first visible element that a CSS selector matches and that contains a text; `None` if there is none."""
        return self.run("""return [...document.querySelectorAll(arguments[0])].find(each =>
            each.checkVisibility() && each.textContent.includes(arguments[1])) ?? null""", selector, text)

    def click(self, element):
        self.ask("WebDriver:ElementClick", {"id": element[ELEMENT]})

    def type(self, element, text):
        """Types a text with real keys."""
        self.ask("WebDriver:ElementSendKeys", {"id": element[ELEMENT], "text": text})

    def stop(self):
        """Ends Firefox with all of its processes."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
