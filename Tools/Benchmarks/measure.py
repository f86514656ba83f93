"""Builds the benchmarks' programs, runs them and prints a table of ratios; Tools/Benchmarks/run is the way in.

Method. A row compares two sides. A round measures both: processes one after the other, forty of each, of which it
takes the medians; servers with three seconds of load each. Rounds alternate which side goes first. The ratio of a row
is the median of its rounds' ratios; the smallest and the largest stand behind it. Times include what it takes this
script to start a process, printed as `true` for comparison.
"""

import argparse
import fcntl
import os
import pty
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCRATCH = ROOT / ".build-release"
PROGRAMS = ["BareServer", "EmptyCommand", "ManyFeatures", "featurehost"]
STARTS = 40  # processes of each side in a round
LOAD = ["wrk", "-t1", "-c16", "-d3s"]
ESCAPES = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[()][0-9A-B]|[=>78])")


# ---------------------------------------------------------------- processes

def run_to_exit(command, environment):
    """Seconds from the start of a process to its exit; what it prints goes nowhere."""
    actions = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 0, "/dev/null", 0, 0)]
    started = time.perf_counter()
    process = os.posix_spawn(command[0], command, environment, file_actions=actions)
    status = os.waitpid(process, 0)[1]
    seconds = time.perf_counter() - started
    if status:
        sys.exit(f"{' '.join(command)} ended with status {os.waitstatus_to_exitcode(status)}")
    return seconds


def run_on_terminal(command, environment, awaited=None):
    """Seconds from the start of a process on a terminal to its first visible character and to an awaited text.

    Without an awaited text, both are the seconds to its exit.
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
    os.close(terminal)  # ends a process that goes on: its terminal is gone
    os.waitpid(process, 0)
    ended = time.perf_counter() - started
    if awaited is None:
        return ended, ended
    if shown is None:
        sys.exit(f"{' '.join(command)} never showed '{awaited}' on a terminal, but: {output!r}")
    return painted, shown


def rounds_of_processes(count, left, right):
    """Medians of two kinds of process, a pair for each round; they are run turn and turn about."""
    left(), right()  # so that both are in the page cache
    pairs = []
    for number in range(count):
        seconds = ([], [])
        for _ in range(STARTS):
            for side in (0, 1) if number % 2 == 0 else (1, 0):
                seconds[side].append((left, right)[side]())
        pairs.append((statistics.median(seconds[0]), statistics.median(seconds[1])))
    return pairs


# ---------------------------------------------------------------- servers

class Server:
    """A server that prints the address it listens on; gone at the end of `with`."""

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

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def load(self, path):
        """Requests a second, and the processor's seconds for one."""
        before = self.cpu_seconds()
        report = subprocess.run([*LOAD, self.address + path], capture_output=True, text=True, check=True).stdout
        used = self.cpu_seconds() - before
        if "Non-2xx" in report or "Socket errors" in report:
            sys.exit(f"{self.address + path} failed under load:\n{report}")
        requests = int(re.search(r"(\d+) requests in", report)[1])
        return float(re.search(r"Requests/sec:\s*([\d.]+)", report)[1]), used / requests


# ---------------------------------------------------------------- the benchmarks

def measure_screen(binaries, count, table):
    path = "/api/features/doggy/screen?source=sample"
    with Server(str(binaries / "featurehost"), "serve", "--port", "0") as host, tempfile.NamedTemporaryFile() as file:
        body = urllib.request.urlopen(host.address + path).read()
        file.write(body)
        file.flush()
        with Server(str(binaries / "BareServer"), file.name) as bare:
            if urllib.request.urlopen(bare.address).read() != body:
                sys.exit("the bare server answers other bytes than it was given")
            sides, paths = (host, bare), (path, "/")
            for side in (0, 1):
                sides[side].load(paths[side])  # warms up
            rates, costs = [], []
            for number in range(count):
                results = [None, None]
                for side in (0, 1) if number % 2 == 0 else (1, 0):
                    results[side] = sides[side].load(paths[side])
                rates.append((results[0][0], results[1][0]))
                costs.append((results[0][1], results[1][1]))
    table.row(f"screen: requests a second ({len(body)} bytes)", rates, "{:.0f}/s", at_least=0.80)
    table.row("  processor's time for one", costs, "{:.1f} µs", scale=1e6)


def measure_list(binaries, count, table):
    environment = dict(os.environ)
    featurehost, empty = str(binaries / "featurehost"), str(binaries / "EmptyCommand")
    table.row("list: start to exit", rounds_of_processes(
        count, lambda: run_to_exit([featurehost, "list"], environment), lambda: run_to_exit([empty], environment)),
        "{:.2f} ms", scale=1e3, at_most=1.3)


def measure_launch(binaries, count, table):
    environment = {**os.environ, "TERM": "xterm-256color"}
    featurehost, empty = str(binaries / "featurehost"), str(binaries / "EmptyCommand")
    shown = []

    def launch():
        first, whole = run_on_terminal([featurehost, "launch", "doggy"], environment, "Alfred Labrador")
        shown.append(whole)
        return first

    pairs = rounds_of_processes(count, launch, lambda: run_on_terminal([empty], environment)[0])
    table.row("launch doggy: start to first paint", pairs, "{:.2f} ms", scale=1e3, at_most=2)
    whole = statistics.median(shown)
    table.row("  to the dogs", [(whole, right) for _, right in pairs], "{:.2f} ms", scale=1e3)


def measure_many(binaries, count, table):
    many, environment = str(binaries / "ManyFeatures"), dict(os.environ)
    table.row("many: list of 1,000 features, of 4", rounds_of_processes(
        count, lambda: run_to_exit([many, "list"], {**environment, "FEATURES": "1000"}),
        lambda: run_to_exit([many, "list"], {**environment, "FEATURES": "4"})),
        "{:.2f} ms", scale=1e3, at_most=2)


BENCHMARKS = {"screen": measure_screen, "list": measure_list, "launch": measure_launch, "many": measure_many}


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


def build(swift):
    """Builds the programs, all with the same flags, and returns the folder they are in."""
    for program in PROGRAMS:
        command = [swift, "build", "--package-path", ROOT, "--scratch-path", SCRATCH, "-c", "release",
                   "--static-swift-stdlib", "--product", program]
        if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr).returncode:
            sys.exit(f"Tools/Benchmarks/run: {program} does not build; see above")
    return SCRATCH / "release"


def print_machine(swift, count):
    def first(pattern, path):
        match = re.search(pattern, Path(path).read_text())
        return match[1] if match else "unknown"

    cpu, system = first(r"model name\s*: (.*)", "/proc/cpuinfo"), first(r'PRETTY_NAME="(.*)"', "/etc/os-release")
    version = subprocess.run([swift, "--version"], capture_output=True, text=True).stdout
    print(f"On {os.cpu_count()} cores of {cpu}, {system}, Linux {os.uname().release},")
    print(f"{version.splitlines()[0]}, release builds with --static-swift-stdlib; {count} rounds, {STARTS} starts each, "
          f"or `{' '.join(LOAD)}`.")
    true = statistics.median(run_to_exit(["/bin/true"], dict(os.environ)) for _ in range(STARTS))
    load = os.getloadavg()[0]
    print(f"Starting `true` takes {true * 1e3:.2f} ms. The load before: {load:.1f}"
          + (", so others are at work here: measure again when they are not.\n" if load > 0.5 else ".\n"), flush=True)


def main():
    swift, *rest = sys.argv[1:]
    parser = argparse.ArgumentParser(prog="Tools/Benchmarks/run", description="Prints how fast, as ratios.")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each row (default: 5)")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}; all by default")
    arguments = parser.parse_args(rest)
    for name in arguments.names:
        if name not in BENCHMARKS:
            parser.error(f"there is no benchmark '{name}'; known are {', '.join(BENCHMARKS)}")
    binaries = build(swift)
    print_machine(swift, arguments.rounds)
    table = Table()
    for name in arguments.names or BENCHMARKS:
        BENCHMARKS[name](binaries, arguments.rounds, table)


main()
