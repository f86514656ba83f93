"""Measures a client beside another client that begins many distinct searches, and does not wait for their answers."""

import http.client
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from servers import Server

DOGS = 300_000
SCANS = 150
ATTACKER = "127.0.0.2"
SECONDS = 10  # the time for which the second client calls, less than that of the scans
ADOPT, SCREEN, READY = "/api/features/doggy/actions/adopt", "/api/features/doggy/screen", "/readyz"
LIMIT = 0.5  # of each call of the second client, in seconds


def search(server, draw):
    """Begins a search that no index answers and that no dog matches, and goes."""
    words = "+".join("".join(draw.choices("jhqwxyz", k=2)) for _ in range(8))
    connection = http.client.HTTPConnection("127.0.0.1", server.port, 30, (ATTACKER, 0))
    try:
        connection.request("GET", f"/features/doggy?search={words}&order=name&descending=true")
        return connection.getresponse().status
    finally:
        connection.close()


def call(server, path, body=None):
    """Returns the seconds of a call."""
    started = time.perf_counter()
    headers = {"Content-Type": "application/json"}
    data = body and json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(server.address + path, data, headers), timeout=30) as answer:
            answer.read()
    except urllib.error.HTTPError as error:
        sys.exit(f"{path} answered {error.code} beside the scans: {error.read()[:300]}")
    return time.perf_counter() - started


def calls(server, seconds):
    """Calls for some seconds, and returns the longest time of each call."""
    worst, ends = dict.fromkeys((ADOPT, SCREEN, READY), 0), time.perf_counter() + seconds
    while time.perf_counter() < ends:
        for path in worst:
            body = {"name": "Rex", "breed": "Labrador", "age": 3} if path == ADOPT else None
            worst[path] = max(worst[path], call(server, path, body))
        time.sleep(0.05)
    return worst


def measure_scans(binaries, count, table, write_dogs):
    featurehost, draw = str(binaries / "featurehost"), random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        dogs, database = Path(folder) / "dogs.csv", str(Path(folder) / "dogs.sqlite")
        write_dogs(dogs, DOGS)
        subprocess.run([featurehost, "import", "doggy", str(dogs), "--database", database], check=True,
                       stderr=subprocess.DEVNULL)
        # The first search builds the index.
        subprocess.run([featurehost, "launch", "doggy", "--set", "search=dog", "--database", database], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        rounds = []
        for _ in range(count):
            # A new server has none of the sessions of the last round.
            with Server(featurehost, "serve", "--port", "0", "--database", database) as server:
                calls(server, 0.5)
                threads = [threading.Thread(target=search, args=(server, draw)) for _ in range(SCANS)]
                for thread in threads:
                    thread.start()
                rounds.append(calls(server, SECONDS))
                for thread in threads:
                    thread.join()
    for what, path in ((f"scans: adopt, worst, {SCANS} of {DOGS:,}", ADOPT), ("  screen, worst", SCREEN),
                       ("  /readyz, worst", READY)):
        table.row(what, [(worst[path], LIMIT) for worst in rounds], "{:.0f} ms", scale=1e3, at_most=1)
