"""Measures the pages of a server as a browser requests them: a cookie, one session, and its address loaded again.

The peer is PagePeer, a page with the same table by FastAPI, Jinja2 and sqlite3 in one worker. Tools/prepare installs its
packages.
"""

import http.client
import multiprocessing
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from counting import instructions, stripped
from servers import LOAD, Server, perform

HERE = Path(__file__).resolve().parent
PEER = [str(HERE.parent.parent / ".build-release/peer/bin/python"), str(HERE / "PagePeer/peer.py")]
ABANDONED = 24  # the number of page requests whose clients go
ROWS = 2_000
CLIENTS = [*LOAD, "-c40"]  # the last number of connections counts
ATTACKERS = 64
SECONDS = 3  # the time for which clients load pages


class Page:
    """A page of a session that a browser has begun."""

    def __init__(self, server, feature="doggy"):
        self.server = server
        answer = self.request(f"/features/{feature}")
        self.path = answer.getheader("Location")
        self.cookie = answer.getheader("Set-Cookie").partition(";")[0]
        self.session = re.search(r"session=([0-9a-f]+)", self.path)[1]
        answer.read()
        while b'class="row' not in (body := self.load()) and b"<tr" not in body:
            time.sleep(0.01)

    @property
    def fields(self):
        return [f"Cookie: {self.cookie}", "Sec-Fetch-Dest: document", "Sec-Fetch-Mode: navigate",
                "Sec-Fetch-Site: same-origin"]

    def request(self, path, fields=()):
        return request(self.server.port, path, fields)

    def load(self, *fields, may_be_late=False):
        """Loads the page on a new connection, and returns its bytes."""
        answer = self.request(self.path, [*self.fields, *fields])
        body = answer.read()
        if answer.status != 200 and not (may_be_late and answer.status == 503):
            sys.exit(f"{self.path} answered {answer.status}: {body[:300]}")
        return body

    def seconds(self, count, may_be_late=False):
        """Returns the median time of a number of loads, one after the other.

        With `may_be_late`, the answer can also be that the page's turn has not come.
        """
        times = []
        for _ in range(count):
            started = time.perf_counter()
            self.load(may_be_late=may_be_late)
            times.append(time.perf_counter() - started)
        return statistics.median(times)

    def abandon(self):
        """Requests the page, and leaves after 50 ms."""
        lines = [f"GET {self.path} HTTP/1.1", "Host: localhost", *self.fields, "", ""]
        with socket.create_connection(("127.0.0.1", self.server.port)) as connection:
            connection.sendall("\r\n".join(lines).encode())
            time.sleep(0.05)

    def show_more(self, rows):
        """Loads rows until the session holds a number of them or all."""
        while True:
            shown = next(element for element in perform(self.server, self.session, "more")["screen"]["elements"]
                         if element["kind"] == "list")
            if len(shown["rows"]) >= rows or "more" not in shown:
                return self


class Pulse:
    """Requests `/livez` again and again, and keeps the longest time of an answer."""

    def __init__(self, server):
        self.server, self.worst = server, 0.0

    def __enter__(self):
        self.ends = False
        self.thread = threading.Thread(target=self.beat)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends = True
        self.thread.join()

    def beat(self):
        while not self.ends:
            started = time.perf_counter()
            try:
                with socket.create_connection(("127.0.0.1", self.server.port), 60) as connection:
                    connection.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    connection.recv(1024)
            except OSError:
                self.worst = 60.0
            self.worst = max(self.worst, time.perf_counter() - started)
            time.sleep(0.01)


class Clients:
    """Clients that load a page again and again, each from an address and on a new connection each time.

    They run in a process of their own. In this process, they would delay the client that is measured.
    """

    def __init__(self, page, sources):
        self.process = multiprocessing.get_context("spawn").Process(
            target=load_forever, args=[page.server.port, page.path, page.fields, sources], daemon=True)

    def __enter__(self):
        self.process.start()
        time.sleep(1)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.join()


def load_forever(port, path, fields, sources):
    """Loads a page from each of some addresses, until the process ends."""
    def load(source):
        while True:
            try:
                request(port, path, fields, source).read()
            except (OSError, http.client.HTTPException):
                pass  # the host may refuse an attacker

    for source in sources:
        threading.Thread(target=load, args=[source]).start()


def request(port, path, fields=(), source="127.0.0.1", timeout=120):
    """Sends a request from an address, and returns the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout, (source, 0))
    connection.request("GET", path, headers=dict(field.split(": ", 1) for field in fields))
    return connection.getresponse()


def measure_page(binaries, count, table, write_dogs):
    featurehost = str(binaries / "featurehost")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)

        def host(dogs):
            file, database = folder / f"{dogs}.csv", folder / f"{dogs}.sqlite"
            write_dogs(file, dogs)
            subprocess.run([featurehost, "import", "doggy", str(file), "--database", str(database)], check=True,
                           stderr=subprocess.DEVNULL)
            return Server(featurehost, "serve", "--port", "0", "--database", str(database))

        with host(50) as server:
            page = Page(server)
            body = page.load()
            packed = page.load("Accept-Encoding: gzip")
            (folder / "page").write_bytes(body)
            with Server(*PEER, str(folder / "peer")) as peer, Server(str(binaries / "BareServer"), str(folder / "page")) as bare:
                measure_rates(count, table, page, peer, bare)
            table.row("  its bytes, against the limit", [(len(body), 60_000)], "{:.0f} B", at_most=1)
            print(f"  With gzip it has {len(packed)} bytes.", flush=True)
            measure_instructions(binaries, table)
            rounds = []
            for _ in range(count):
                with Pulse(server) as pulse:
                    server.load(page.path, page.fields, CLIENTS)
                rounds.append((pulse.worst, 0.1))
            table.row("  /livez, worst, beside 40 page clients", rounds, "{:.0f} ms", scale=1e3, at_most=1)
            measure_attackers(count, table, page)
        with host(500) as server:
            with host(50) as other:
                long, short = Page(server).show_more(500), Page(other)
                rounds = [(long.seconds(10), short.seconds(10)) for _ in range(count)]
            table.row("  time of 500 rows, of 50", rounds, "{:.1f} ms", scale=1e3, at_most=11)
        with host(2 * ROWS) as server:
            pages = [Page(server).show_more(ROWS) for _ in range(4)]
            rounds = []
            for _ in range(count):
                with Pulse(server) as pulse:
                    leaving = [threading.Thread(target=pages[number % 4].abandon) for number in range(ABANDONED)]
                    for thread in leaving:
                        thread.start()
                    for thread in leaving:
                        thread.join()
                    time.sleep(SECONDS)
                rounds.append((pulse.worst, 0.1))
            table.row(f"  /livez, worst, {ABANDONED} abandoned of {ROWS:,} rows", rounds, "{:.0f} ms", scale=1e3, at_most=1)


def measure_rates(count, table, page, peer, bare):
    """Measures requests per second against the peer and against a bare route."""
    sides = [(page.server, page.path, page.fields), (peer, "/dogs", []), (bare, "/", [])]
    for server, path, fields in sides:
        server.load(path, fields)  # warm up, without measuring
    results = []
    for number in range(count):
        rates = [None] * len(sides)
        for side in (0, 1, 2) if number % 2 == 0 else (2, 1, 0):
            server, path, fields = sides[side]
            rates[side] = server.load(path, fields)
        results.append(rates)
    for what, side, reach in (("page: 50 stored dogs, FastAPI", 1, 10), ("  a bare route of the same bytes", 2, 0.3)):
        table.row(what, [(rates[0][0], rates[side][0]) for rates in results], "{:.0f}/s", at_least=reach)
    table.row("  processor time of a request, FastAPI", [(rates[0][1], rates[1][1]) for rates in results],
              "{:.0f} µs", scale=1e6)


def measure_instructions(binaries, table):
    """Counts the instructions with which Costs writes the edits of a renamed dog and a page, without a server.

    The page is written with rows that the page before has written, and as the first page of the host.
    """
    with tempfile.TemporaryDirectory() as folder:
        program = stripped(binaries, folder)
        patch, page, new = (instructions(program, operation) for operation in ("patch", "page", "new-page"))
    table.row("  instructions of a row's patch, the page", [(patch, page)], "{:,.0f}", at_most=0.1)
    table.row("  of a row's patch, the page without copies", [(patch, new)], "{:,.0f}", at_most=0.1)
    table.row("  of the page, the page without copies", [(page, new)], "{:,.0f}")


def measure_attackers(count, table, page):
    """Measures the page of one client beside clients of one other address, and of as many addresses as clients."""
    alone = page.seconds(10)
    for what, sources in ((f"{ATTACKERS} clients of one address", ["127.0.0.2"] * ATTACKERS),
                          (f"{ATTACKERS} clients, an address each", [f"127.0.0.{2 + n}" for n in range(ATTACKERS)])):
        times, pulses = [], []
        for _ in range(count):
            with Pulse(page.server) as pulse, Clients(page, sources):
                times.append((page.seconds(3, may_be_late=True), alone))
            pulses.append((pulse.worst, 0.1))
        table.row(f"  page beside {what}", times, "{:.0f} ms", scale=1e3)
        table.row("    /livez, worst", pulses, "{:.0f} ms", scale=1e3, at_most=1)
