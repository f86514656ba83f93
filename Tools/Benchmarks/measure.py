"""Builds the benchmark programs, runs them and prints a table of ratios. Tools/Benchmarks/run runs this script.

Method. Each row compares two sides, and each round measures both sides. For processes, a round takes the median of
forty sequential runs of each side. For servers, a round puts three seconds of load on each side. For imports, a round
runs each side once, and there are at most three rounds. The side that goes first alternates between rounds. The ratio
of a row is the median of the ratios of its rounds; the smallest and the largest ratio follow it. All times include the
time in which this script starts a process. The time to start `true` is printed for comparison.
"""

import argparse
import fcntl
import json
import os
import pty
import random
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import urllib.request
from pathlib import Path

from pages import PEER, measure_page
from scans import measure_scans
from servers import LOAD, Server, post

ROOT = Path(__file__).resolve().parent.parent.parent
SCRATCH = ROOT / ".build-release"
PROGRAMS = [
    "BareServer", "BrowsedPages", "Costs", "EmptyCommand", "ManyFeatures", "StreamReader", "TerminalFrames",
    "featurehost"]
STARTS = 40  # the number of processes of each side in a round
REQUESTS = 5  # the number of requests of a query in a round
STREAMS = 8_000
# Each query has a name, the options of its launch, and the limit of its first page in seconds.
QUERIES = [
    ("a word that few contain", "search={}1", 0.15),
    ("a word that all contain", "search=dog", 0.15),
    ("two letters that none contains", "search=zz", 1),
    ("a common word, ordered by age", "search=labrador&order=age", 0.4),
    ("one at the end of the order", "search=labrador&order=breed", 0.4),
    ("ordered by age", "order=age", 0.02),
    ("ordered by name, descending", "order=name&descending=true", 0.02),
]
# Each series of 50 pages has a name, a search and an order.
PAGES = [
    ("50 pages by age", "", "age"),
    ("50 pages of a word", "labrador", ""),
    ("50 pages of a word by age", "labrador", "age"),
    ("50 pages of a rare word by name", "123", "name"),
]
ESCAPES = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[()][0-9A-B]|[=>78])")


# ---------------------------------------------------------------- processes

def run_to_exit(command, environment):
    """Returns the seconds from the start of a process to its exit, and discards its output."""
    actions = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 0, "/dev/null", 0, 0)]
    started = time.perf_counter()
    process = os.posix_spawn(command[0], command, environment, file_actions=actions)
    status = os.waitpid(process, 0)[1]
    seconds = time.perf_counter() - started
    if status:
        sys.exit(f"{' '.join(command)} ended with status {os.waitstatus_to_exitcode(status)}")
    return seconds


def run_on_terminal(command, environment, awaited=None):
    """Starts a process on a terminal. Returns the seconds to its first visible character and to an awaited text.

    Without an awaited text, both values are the seconds to the exit of the process.
    """
    terminal, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    name = os.ttyname(inner)
    actions = [(os.POSIX_SPAWN_OPEN, number, name, os.O_RDWR, 0) for number in range(3)]
    started = time.perf_counter()
    process = os.posix_spawn(command[0], command, environment, file_actions=actions, setsid=True)
    os.close(inner)
    output, painted, shown = b"", None, None
    while shown is None:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # the process has ended
            break
        now = time.perf_counter() - started
        output += piece
        visible = ESCAPES.sub(b"", output)
        if painted is None and visible.strip():
            painted = now
        if awaited and awaited.encode() in visible:
            shown = now
    os.close(terminal)  # a process that still runs ends when its terminal closes
    os.waitpid(process, 0)
    ended = time.perf_counter() - started
    if awaited is None:
        return ended, ended
    if shown is None:
        sys.exit(f"{' '.join(command)} never showed '{awaited}' on a terminal, but: {output!r}")
    return painted, shown


def rounds_of_processes(count, left, right):
    """Returns the median times of two kinds of process, one pair for each round. Runs the two kinds alternately."""
    left(), right()  # load both programs into the page cache
    pairs = []
    for number in range(count):
        seconds = ([], [])
        for _ in range(STARTS):
            for side in (0, 1) if number % 2 == 0 else (1, 0):
                seconds[side].append((left, right)[side]())
        pairs.append((statistics.median(seconds[0]), statistics.median(seconds[1])))
    return pairs


# ---------------------------------------------------------------- the benchmarks

def measure_screen(binaries, count, table):
    path = "/api/features/doggy/screen?source=sample"
    with Server(str(binaries / "featurehost"), "serve", "--port", "0") as host, tempfile.NamedTemporaryFile() as file:
        body = urllib.request.urlopen(host.address + path).read()
        file.write(body)
        file.flush()
        with Server(str(binaries / "BareServer"), file.name) as bare:
            if urllib.request.urlopen(bare.address).read() != body:
                sys.exit("the bare server does not respond with the bytes of its file")
            sides, paths = (host, bare), (path, "/")
            for side in (0, 1):
                sides[side].load(paths[side])  # warm up, without measuring
            rates, costs = [], []
            for number in range(count):
                results = [None, None]
                for side in (0, 1) if number % 2 == 0 else (1, 0):
                    results[side] = sides[side].load(paths[side])
                rates.append((results[0][0], results[1][0]))
                costs.append((results[0][1], results[1][1]))
    table.row(f"screen: a session for each request ({len(body)} bytes)", rates, "{:.0f}/s", at_least=0.80)
    table.row("  processor time of a request", costs, "{:.1f} µs", scale=1e6)
    with tempfile.TemporaryDirectory() as folder:
        measure_stored_screen(Path(folder), binaries, count, table)


def measure_stored_screen(folder, binaries, count, table):
    """Measures the screen of 50 stored dogs against the same dogs by hand, and against FastAPI."""
    featurehost, database = str(binaries / "featurehost"), str(folder / "host.sqlite")
    write_dogs(folder / "dogs.csv", 50)
    subprocess.run([featurehost, "import", "doggy", str(folder / "dogs.csv"), "--database", database], check=True,
                   stderr=subprocess.DEVNULL)
    with (Server(featurehost, "serve", "--port", "0", "--database", database) as host,
          Server(str(binaries / "BareServer"), str(folder / "dogs.csv"), "--dogs", str(folder / "list.sqlite")) as byhand,
          Server(*PEER, str(folder / "peer.sqlite")) as fastapi):
        sides = [(host, "/api/features/doggy/screen"), (byhand, "/dogs"), (fastapi, "/dogs.json")]
        for server, path in sides:
            server.load(path)  # warm up, without measuring
        rounds = []
        for number in range(count):
            rates = [0.0] * len(sides)
            for side in (0, 1, 2) if number % 2 == 0 else (2, 1, 0):
                server, path = sides[side]
                rates[side] = server.load(path)[0]
            rounds.append(rates)
    for what, side, reach in (("screen: 50 stored dogs, by hand", 1, 4), ("  FastAPI and pydantic", 2, 30)):
        table.row(what, [(rates[0], rates[side]) for rates in rounds], "{:.0f}/s", at_least=reach)


def measure_list(binaries, count, table):
    environment = dict(os.environ)
    featurehost, empty = str(binaries / "featurehost"), str(binaries / "EmptyCommand")
    table.row("list: start to exit", rounds_of_processes(
        count, lambda: run_to_exit([featurehost, "list"], environment), lambda: run_to_exit([empty], environment)),
        "{:.2f} ms", scale=1e3, at_most=1.3)


def measure_launch(binaries, count, table):
    with tempfile.TemporaryDirectory() as folder:  # use a new database, not the user's own
        measure_launch_in(folder, binaries, count, table)


def measure_launch_in(folder, binaries, count, table):
    environment = {**os.environ, "TERM": "xterm-256color", "XDG_DATA_HOME": folder}
    featurehost, empty = str(binaries / "featurehost"), str(binaries / "EmptyCommand")
    shown = []

    def launch():
        first, whole = run_on_terminal([featurehost, "launch", "doggy"], environment, "Alfred Labrador")
        shown.append(whole)
        return first

    pairs = rounds_of_processes(count, launch, lambda: run_on_terminal([empty], environment)[0])
    table.row("launch doggy: start to first paint", pairs, "{:.2f} ms", scale=1e3, at_most=2)
    whole = statistics.median(shown)
    table.row("  start to the dogs", [(whole, right) for _, right in pairs], "{:.2f} ms", scale=1e3, at_most=2)


def measure_many(binaries, count, table):
    many, environment = str(binaries / "ManyFeatures"), dict(os.environ)
    table.row("many: list, 1,000 features against 4", rounds_of_processes(
        count, lambda: run_to_exit([many, "list"], {**environment, "FEATURES": "1000"}),
        lambda: run_to_exit([many, "list"], {**environment, "FEATURES": "4"})),
        "{:.2f} ms", scale=1e3, at_most=2)


def measure_frames(binaries, count, table):
    rounds = []
    for _ in range(count):
        lines = subprocess.run([str(binaries / "TerminalFrames")], check=True, capture_output=True, text=True).stdout
        rounds.append({name: (float(few), float(many))
                       for name, few, many in (line.split() for line in lines.splitlines())})
    for what, name, limit in (("frames: key to frame, 100,000 rows", "key-seconds", 0.005),
                              ("  next page, 100,000 rows", "page-seconds", 0.016),
                              ("  mouse wheel, 100,000 rows", "wheel-seconds", 0.016),
                              ("  filter letter, 100,000 rows", "filter-seconds", 0.016),
                              ("  change of one of 100,000 rows", "change-seconds", 0.016)):
        table.row(what, [(figures[name][1], limit) for figures in rounds], "{:.2f} ms", scale=1e3, at_most=1)
    table.row("  bytes of this change", [(figures["change-bytes"][1], 200) for figures in rounds], "{:.0f} B", at_most=1)
    table.row("  other memory, 100,000 rows against 100",
              [tuple(reversed(figures["memory-bytes"])) for figures in rounds],
              "{:.1f} MiB", scale=1 / 1048576, at_most=1.5)


def write_dogs(path, count):
    """Writes a file with dogs. The contents are the same in every run."""
    draw = random.Random(1)
    with open(path, "w", encoding="utf-8") as file:
        file.write("name,breed,age\n")
        file.writelines(
            f"Dog {number},{draw.choice(['Bulldog', 'Doberman', 'Labrador'])},{draw.randint(0, 30)}\n"
            for number in range(count))


def run_and_weigh(command, stale=()):
    """Deletes old files and runs a process. Returns its seconds from start to exit and its peak memory in MiB."""
    for file in stale:
        file.unlink(missing_ok=True)
    started = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    if status:
        sys.exit(f"{' '.join(command)} ended with status {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss / 1024


def import_bare(files, dogs):
    """Imports dogs with sqlite3 into the first of some files, which are deleted first."""
    return run_and_weigh(
        ["sqlite3", str(files[0]), "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
         "CREATE TABLE dog (name TEXT, breed TEXT, age INTEGER)", f".import --csv --skip 1 {dogs} dog"], files)


def measure_import(binaries, count, table):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        million, some, database = folder / "million.csv", folder / "some.csv", folder / "store"
        write_dogs(million, 1_000_000)
        write_dogs(some, 10_000)
        files = [folder / f"store{suffix}" for suffix in ("", "-wal", "-shm")]

        def host(dogs):
            return run_and_weigh(
                [str(binaries / "featurehost"), "import", "doggy", str(dogs), "--database", str(database)], files)

        times, memory = [], []
        for number in range(min(count, 3)):
            sides = [lambda: host(million), lambda: import_bare(files, million)]
            results = [None, None]
            for side in (0, 1) if number % 2 == 0 else (1, 0):
                results[side] = sides[side]()
            times.append((results[0][0], results[1][0]))
            memory.append((results[0][1], host(some)[1]))
    table.row("import: 1,000,000 dogs, against sqlite3", times, "{:.2f} s", at_most=4)
    table.row("  peak memory, against 10,000 dogs", memory, "{:.1f} MiB", at_most=1.3)


def measure_launch_page(binaries, count, table):
    """Measures processes that print the first page of a list. Both sides start in the same way."""
    featurehost = str(binaries / "featurehost")
    with tempfile.TemporaryDirectory() as folder:
        databases = []
        for number in (1_000_000, 100):
            dogs, database = Path(folder) / f"{number}.csv", str(Path(folder) / f"{number}.sqlite")
            write_dogs(dogs, number)
            subprocess.run([featurehost, "import", "doggy", str(dogs), "--database", database],
                           check=True, stderr=subprocess.DEVNULL)
            databases.append([featurehost, "launch", "doggy", "--database", database])
        environment = dict(os.environ)
        table.row("launch-page: 1,000,000 dogs against 100", rounds_of_processes(
            count, lambda: run_to_exit(databases[0], environment), lambda: run_to_exit(databases[1], environment)),
            "{:.2f} ms", scale=1e3, at_most=2)
        memory = [tuple(run_and_weigh(command)[1] for command in databases) for _ in range(count)]
        table.row("  peak memory", memory, "{:.1f} MiB", at_most=1.3)


def measure_browse(binaries, count, table):
    """Measures imports with and without the index of searches, and queries of 1,000,000 dogs in SQLite."""
    featurehost = str(binaries / "featurehost")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        million, one = folder / "million.csv", folder / "one.csv"
        write_dogs(million, 1_000_000)
        write_dogs(one, 1)
        bare_files, files = (
            [folder / f"{name}{suffix}" for suffix in ("", "-wal", "-shm")] for name in ("bare", "store"))
        database = ["--database", str(folder / "store")]

        def host(is_indexed):
            run_and_weigh([featurehost, "import", "doggy", str(one), *database], files)
            if is_indexed:
                run_and_weigh([featurehost, "launch", "doggy", "--set", "search=dog", *database])
            return run_and_weigh([featurehost, "import", "doggy", str(million), *database])

        sides = [lambda: host(True), lambda: host(False), lambda: import_bare(bare_files, million)]
        rounds = []
        for number in range(min(count, 3)):
            results = [None] * len(sides)
            for side in (0, 1, 2) if number % 2 == 0 else (2, 1, 0):
                results[side] = sides[side]()
            rounds.append(results)
        # The queries need a file that was imported without the index.
        host(False)
        for what, side, other in (("browse: import with the index, sqlite3", 0, 2),
                                  ("  without the index, sqlite3", 1, 2), ("  with the index, without", 0, 1)):
            table.row(what, [(results[side][0], results[other][0]) for results in rounds], "{:.2f} s")
        table.row("  peak memory with the index, without", [(with_[1], without[1]) for with_, without, _ in rounds],
                  "{:.1f} MiB")
        measure_queries(binaries, count, table, str(folder / "store"))


def measure_postgresql(binaries, count, table):
    """Measures the queries of `browse` in PostgreSQL."""
    control = str(ROOT / "Tools/postgres")
    # Do not use TMPDIR here, because it may be long, and the path of a socket has at most 107 bytes.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o711)  # the server may run as another user
        server = f"{folder}/server"
        start = [control, "start", server]
        address = subprocess.run(start, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        try:
            dogs = Path(folder) / "dogs.csv"
            write_dogs(dogs, 1_000_000)
            command = [str(binaries / "featurehost"), "import", "doggy", str(dogs), "--database", address]
            seconds, _ = run_and_weigh(command)
            print(f"postgresql: importing 1,000,000 dogs took {seconds:.1f} s", flush=True)
            measure_queries(binaries, count, table, address)
        finally:
            subprocess.run([control, "remove", server], check=True)


def measure_queries(binaries, count, table, database):
    """Measures queries through the API, each as a launch of its own, and pages in a row through the store."""
    # The first search builds the index, which may take longer than the time limit of a request.
    built, _ = run_and_weigh([str(binaries / "featurehost"), "launch", "doggy", "--set", "search=first", "--timeout", "1h",
                              "--database", database])
    print(f"  building the index took {built:.1f} s", flush=True)
    with Server(str(binaries / "featurehost"), "serve", "--port", "0", "--database", database) as host:
        def seconds(query):
            started = time.perf_counter()
            with urllib.request.urlopen(f"{host.address}/api/features/doggy/screen?{query}", timeout=600) as answer:
                body = answer.read()
            seconds = time.perf_counter() - started
            if (phase := json.loads(body)["screen"]["phase"])["kind"] != "ready":
                sys.exit(f"the screen of {query} is not ready, but: {phase}")
            return seconds

        number = 100
        for what, query, limit in QUERIES:
            rounds = []
            for _ in range(count):
                times = []
                for _ in range(REQUESTS):
                    number += 1  # a new word each time, where the query has a place for it
                    times.append(seconds(query.format(number)))
                rounds.append((statistics.median(times), limit))
            table.row(f"  {what}", rounds, "{:.1f} ms", scale=1e3, at_most=1)
    for what, search, order in PAGES:
        command = [str(binaries / "BrowsedPages"), database, search, order]
        outputs = [subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout for _ in range(count)]
        runs = [[float(line) for line in output.split()] for output in outputs]
        pages = [statistics.median(times) for times in zip(*runs)]
        table.row(f"  {what}: slowest, first", [(max(pages), pages[0])], "{:.2f} ms", scale=1e3, at_most=3)


def measure_live(binaries, count, table):
    """Measures the time from the acknowledgement of a change to its frame in a server's event stream.

    The limit is half a second. Another process makes the change, or the server itself does.
    """
    featurehost = str(binaries / "featurehost")
    with tempfile.TemporaryDirectory() as folder:
        database = ["--database", str(Path(folder) / "store.sqlite")]
        with Server(featurehost, "serve", "--port", "0", *database) as host:
            def post(path, body):
                request = urllib.request.Request(
                    host.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
                return urllib.request.urlopen(request)

            watcher = json.load(post("/api/sessions", {"feature": "doggy"}))["session"]
            actor = json.load(post("/api/sessions", {"feature": "doggy"}))["session"]
            stream = urllib.request.urlopen(f"{host.address}/api/sessions/{watcher}/events?vocabulary=2")
            seen = {}

            def read():
                for line in stream:
                    now = time.perf_counter()
                    for name in re.findall(rb"Dog-\d+", line):
                        seen.setdefault(name, now)

            threading.Thread(target=read, daemon=True).start()

            def shown_after(name, adopt):
                adopt(name)
                acknowledged = time.perf_counter()
                while name.encode() not in seen:
                    if time.perf_counter() - acknowledged > 10:
                        sys.exit(f"{name} was never shown")
                    time.sleep(0.0002)
                return max(seen[name.encode()] - acknowledged, 0.0)

            def within(name):
                post(f"/api/sessions/{actor}/actions/adopt", {"name": name, "breed": "Bulldog", "age": 1}).read()

            def across(name):
                subprocess.run([featurehost, "perform", "doggy", "adopt", f"name={name}", "breed=Bulldog", "age=1",
                                *database], check=True, stdout=subprocess.DEVNULL)

            number, rounds = 0, []
            for _ in range(count):
                sides = []
                # A page shows only 50 rows. Release each adopted dog to make room for the next one.
                for adopt in (across, within):
                    times = []
                    for _ in range(8):
                        number += 1
                        times.append(shown_after(f"Dog-{number}", adopt))
                        rows = json.load(urllib.request.urlopen(f"{host.address}/api/sessions/{watcher}"))
                        added = next(element for element in rows["screen"]["elements"] if element["kind"] == "list")["rows"][-1]["id"]
                        post(f"/api/sessions/{actor}/actions/release", {"id": added}).read()
                    sides.append(statistics.median(times))
                rounds.append(tuple(sides))
    for what, side in (("live: another process's change to frame", 0), ("  the same process's", 1)):
        table.row(what, [(times[side], 0.5) for times in rounds], "{:.1f} ms", scale=1e3, at_most=1)


class Streams:
    """The event streams of one server. A separate program reads them. The end of `with` closes them."""

    def __init__(self, binaries, server):
        self.program, self.port = str(binaries / "StreamReader"), server.address.rpartition(":")[2]

    def __enter__(self):
        self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"StreamReader ended at '{line}'")
        return answer

    def open(self, path):
        self.ask(f"open {self.port} {path}")

    def seconds_until_all_say(self, text, act):
        """Returns the seconds from the start of an action until the last stream has received a text."""
        started = time.monotonic_ns()
        acting = threading.Thread(target=act)
        acting.start()
        last = int(self.ask(f"await {text}"))
        acting.join()
        return (last - started) / 1e9


def memory(server):
    """Returns the resident memory of a process in KiB."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{server.process.pid}/status").read_text())[1])


def adopt(name):
    return json.dumps({"name": name, "breed": "Bulldog", "age": 1}).encode()


def measure_streams(binaries, count, table):
    """Measures the memory of each open stream, and the time until a change has reached the last stream."""
    featurehost = str(binaries / "featurehost")
    limits = ["--max-sessions", str(STREAMS + 100), "--max-streams", str(STREAMS + 100),
              "--max-streams-per-session", str(STREAMS + 100), "--max-streams-per-address", str(STREAMS + 100),
              "--max-sessions-per-address", str(STREAMS + 100), "--max-connections-per-address", str(STREAMS + 1_000)]
    with tempfile.TemporaryDirectory() as folder:
        def host(name):
            return Server(featurehost, "serve", "--port", "0", "--database", f"{folder}/{name}", *limits)

        # Record the bytes of a session's first event and the bytes of a patch. The bare server sends the same bytes.
        with host("sample") as server, Streams(binaries, server) as streams:
            own = open_session(server)
            stream = urllib.request.urlopen(f"{server.address}/api/sessions/{own}/events?vocabulary=2")
            frame = read_event(stream)
            post(f"{server.address}/api/sessions/{own}/actions/adopt", adopt("Dog-0"))
            patch = frame
            while b"Dog-0" not in patch:
                patch = read_event(stream)
        beginning = Path(folder) / "frame"
        beginning.write_bytes(frame)

        bare_seconds = []
        with Server(str(binaries / "BareServer"), str(beginning)) as bare, Streams(binaries, bare) as streams:
            bare_memory = grown(bare, lambda: streams.open("/events"))
            for number in range(count):
                event = patch.replace(b"Dog-0", f"Bare-{number}".encode())
                bare_seconds.append(streams.seconds_until_all_say(
                    f"Bare-{number}", lambda: post(bare.address + "/events", event, "text/plain")))
        with host("one") as server, Streams(binaries, server) as streams:
            own = open_session(server)
            grown(server, lambda: streams.open(f"/api/sessions/{own}/events?vocabulary=2"))
            one = [streams.seconds_until_all_say(
                f"Dog-{number}",
                lambda: post(f"{server.address}/api/sessions/{own}/actions/adopt", adopt(f"Dog-{number}")))
                for number in range(1, count + 1)]
        with host("many") as server, Streams(binaries, server) as streams:
            own_memory = grown(server, lambda: streams.open(f"/api/sessions/{open_session(server)}/events?vocabulary=2"))
            many = [streams.seconds_until_all_say(
                f"Dog-{number}",
                lambda: post(f"{server.address}/api/features/doggy/actions/adopt", adopt(f"Dog-{number}")))
                for number in range(1, count + 1)]
            started = time.monotonic()
            told = streams.seconds_until_all_say("event: closed", server.process.terminate)
            server.process.wait()
            stopped = time.monotonic() - started
    table.row(f"streams: memory of each of {STREAMS:,}", [(own_memory, bare_memory)], "{:.1f} KiB", at_most=1.3)
    table.row("  change to all, one session", list(zip(one, bare_seconds)), "{:.0f} ms", scale=1e3, at_most=1.3)
    table.row("  change to all, a session each", list(zip(many, bare_seconds)), "{:.0f} ms", scale=1e3,
              at_most=2.5)
    table.row("  stopping: all streams closed", [(told, 5)], "{:.2f} s", at_most=1)
    table.row("  stopping: the process ended", [(stopped, 5)], "{:.2f} s", at_most=1)
    print(f"  A frame has {len(frame)} bytes, the patch of an adopted dog {len(patch)}, each as an event.")


def measure_memory(binaries, count, table):
    """Measures whether the server releases memory after sessions and streams close, and during steady updates."""
    with tempfile.TemporaryDirectory() as folder:
        with Server(str(binaries / "featurehost"), "serve", "--port", "0", "--database", f"{folder}/store",
                    "--max-streams-per-address", "2000", "--max-sessions-per-address", "1000") as server:
            def wave(sessions):
                for _ in range(sessions // 500):
                    with Streams(binaries, server) as streams:
                        ids = [open_session(server) for _ in range(500)]
                        for own in ids:
                            streams.open(f"/api/sessions/{own}/events?vocabulary=2")
                    for own in ids:
                        delete(f"{server.address}/api/sessions/{own}")

            wave(1_000)
            first = memory(server)
            wave(9_000)
            waves = memory(server)

            def rename(times):
                for number in range(times):
                    post(f"{server.address}/api/sessions/{own}/actions/edit",
                         json.dumps({"id": "1", "name": f"Dog-{number % 10}"}).encode())

            with Streams(binaries, server) as streams:
                own = open_session(server)
                streams.open(f"/api/sessions/{own}/events?vocabulary=2")
                streams.open(f"/sessions/{own}/live")
                rename(600)
                started = memory(server)
                rename(3_000)
                updated = memory(server)
    table.row("memory: 10,000 sessions against 1,000", [(waves / 1024, first / 1024)], "{:.1f} MiB", at_most=1.1)
    table.row("  3,600 updates against 600", [(updated / 1024, started / 1024)], "{:.1f} MiB", at_most=1.1)


def open_session(server):
    """Opens a session of the feature doggy and waits until the session shows the dogs."""
    session = json.loads(post(server.address + "/api/sessions", b'{"feature":"doggy"}'))["session"]
    while b"Alfred" not in urllib.request.urlopen(f"{server.address}/api/sessions/{session}").read():
        pass
    return session


def delete(address):
    urllib.request.urlopen(urllib.request.Request(address, method="DELETE")).close()


def grown(server, open_one):
    """Returns the memory in KiB that each stream adds to a server. The first hundred streams are a warm-up."""
    for _ in range(100):
        open_one()
    before = memory(server)
    for _ in range(STREAMS - 100):
        open_one()
    return (memory(server) - before) / (STREAMS - 100)


def read_event(stream):
    lines = []
    while True:
        line = stream.readline()
        lines.append(line)
        if line == b"\n":
            return b"".join(lines)


BENCHMARKS = {"screen": measure_screen, "list": measure_list, "launch": measure_launch, "many": measure_many,
              "import": measure_import, "browse": measure_browse,
              "launch-page": measure_launch_page,
              "page": lambda binaries, count, table: measure_page(binaries, count, table, write_dogs),
              "scans": lambda binaries, count, table: measure_scans(binaries, count, table, write_dogs),
              "live": measure_live,
              "streams": measure_streams, "memory": measure_memory, "frames": measure_frames,
              "postgresql": measure_postgresql}


class Table:
    LINE = "{:<42} {:>12} {:>12}  {:>5} {:<13} {}"

    def __init__(self):
        self.print("", "measured", "against", "ratio", "(from-to)", "reach")

    def print(self, *columns):
        print(self.LINE.format(*columns).rstrip(), flush=True)

    def row(self, what, pairs, form, scale=1, at_most=None, at_least=None):
        ratios = [left / right for left, right in pairs]
        ratio = statistics.median(ratios)
        verdict = ""
        if at_most:
            verdict = f"≤ {at_most}: {'met' if ratio <= at_most else 'MISSED'}"
        elif at_least:
            verdict = f"≥ {at_least:.2f}: {'met' if ratio >= at_least else 'MISSED'}"
        left, right = (form.format(statistics.median(side) * scale) for side in zip(*pairs))
        self.print(what, left, right, f"{ratio:.2f}", f"({min(ratios):.2f}-{max(ratios):.2f})", verdict)


def release_options():
    """Returns the options of a release build by Tools/run."""
    command = [ROOT / "Tools/release-options", SCRATCH]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()


def build(swift, programs=PROGRAMS, *others):
    """Builds programs with the same options, and returns the folder of the executables."""
    options = [*release_options(), *others]
    for program in programs:
        command = [swift, "build", "--package-path", ROOT, "--scratch-path", SCRATCH, "-c", "release",
                   *options, "--product", program]
        if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr).returncode:
            sys.exit(f"Tools/Benchmarks/run: {program} does not compile; see the errors above")
    return SCRATCH / "release"


def print_machine(swift, count):
    def first(pattern, path):
        match = re.search(pattern, Path(path).read_text())
        return match[1] if match else "unknown"

    cpu, system = first(r"model name\s*: (.*)", "/proc/cpuinfo"), first(r'PRETTY_NAME="(.*)"', "/etc/os-release")
    version = subprocess.run([swift, "--version"], capture_output=True, text=True).stdout
    print(f"On {os.cpu_count()} cores of {cpu}, {system}, Linux {os.uname().release},")
    print(f"{version.splitlines()[0]}, release builds with {' '.join(release_options())}; {count} rounds, {STARTS} starts each, "
          f"or `{' '.join(LOAD)}`.")
    true = statistics.median(run_to_exit(["/bin/true"], dict(os.environ)) for _ in range(STARTS))
    load = os.getloadavg()[0]
    print(f"Starting `true` takes {true * 1e3:.2f} ms. The load before: {load:.1f}"
          + (", so other processes are at work: measure again later.\n" if load > 0.5 else ".\n"), flush=True)


def main():
    swift, *rest = sys.argv[1:]
    parser = argparse.ArgumentParser(prog="Tools/Benchmarks/run", description="Measures speed and memory as ratios.")
    parser.add_argument("--rounds", type=int, default=5, help="the number of rounds for each row (default: 5)")
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help=f"one of {', '.join(BENCHMARKS)}; the default is all but postgresql")
    arguments = parser.parse_args(rest)
    for name in arguments.names:
        if name not in BENCHMARKS:
            parser.error(f"there is no benchmark '{name}'; known are {', '.join(BENCHMARKS)}")
    names = arguments.names or [name for name in BENCHMARKS if name != "postgresql"]
    binaries = build(swift) if set(names) != {"postgresql"} else None
    print_machine(swift, arguments.rounds)
    table = Table()
    # postgresql is the last, because its build replaces the programs.
    for name in sorted(names, key=lambda name: name == "postgresql"):
        if name == "postgresql":
            binaries = build(swift, ["BrowsedPages", "featurehost"], "--traits", "PostgreSQL")
        BENCHMARKS[name](binaries, arguments.rounds, table)


if __name__ == "__main__":
    main()
