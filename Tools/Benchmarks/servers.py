"""The servers that benchmarks start and put under load."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

LOAD = ["wrk", "-t1", "-c16", "-d3s", "--timeout", "60s"]


class Server:
    """A server that prints the address on which it listens. The end of `with` stops the server."""

    def __init__(self, *command):
        self.command = command

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if match := re.search(r"Listening on (http://\S+)", line):
                self.address = match[1]
                return self
        sys.exit(f"{' '.join(self.command)} ended without listening")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    @property
    def port(self):
        return int(self.address.rpartition(":")[2])

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def load(self, path, fields=(), command=LOAD):
        """Returns the number of requests per second and the processor seconds per request."""
        before = self.cpu_seconds()
        headers = [part for field in fields for part in ("-H", field)]
        report = subprocess.run(
            [*command, *headers, self.address + path], capture_output=True, text=True, check=True).stdout
        used = self.cpu_seconds() - before
        if "Non-2xx" in report or "Socket errors" in report:
            sys.exit(f"{self.address + path} failed with errors under load:\n{report}")
        requests = int(re.search(r"(\d+) requests in", report)[1])
        return float(re.search(r"Requests/sec:\s*([\d.]+)", report)[1]), used / requests


def post(address, body=b"", kind="application/json"):
    request = urllib.request.Request(address, body, {"Content-Type": kind})
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def perform(server, session, action, **arguments):
    """Performs an action of a session, and returns the frame of its answer."""
    return json.loads(post(f"{server.address}/api/sessions/{session}/actions/{action}", json.dumps(arguments).encode()))
