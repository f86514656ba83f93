"""Builds hosts with increasing numbers of features and prints their costs. Tools/Benchmarks/scale runs this script.

Method. A copy of the checkout always has the same path, so that its built packages stay valid. For each number of
features, the script writes the sources again: the four existing features, and the missing ones with Tools/new-feature.
It makes debug builds of the product featurehost. It measures the rebuild of a presenter three times, each time after
another change of the same line, and takes the median. It prints the real time and then the processor time in seconds,
because other work on the machine disturbs the processor time less. The times of starts and pages are medians of twenty.
"""

import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PHASES = ["clean", "none", "presenter", "kit", "list", "page", "memory"]
ROUNDS, STARTS = 3, 20
LINES = {  # for each phase: the file, the line to change, and the number of rebuilds
    "presenter": ("Modules/DoggyFeature/Presenter/DoggyPresenter.swift", 'view?.showFailure("The dogs could not be loaded', 3),
    "kit": ("Modules/FeatureKit/Fields/FieldDescription+validation.swift", 'var message = "expected \\(expectation)', 1),
}


def run(*command, folder, quiet=True):
    result = subprocess.run([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, text=True,
                            stdout=subprocess.PIPE if quiet else sys.stderr, stderr=subprocess.STDOUT)
    if result.returncode:
        sys.exit(f"{result.stdout or ''}\n{' '.join(map(str, command))} ended with {result.returncode}")
    return result.stdout


def copy_sources(checkout):
    """Copies the sources of the checkout. Unchanged files keep their modification times."""
    names = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", folder=ROOT).split("\0")
    wanted = {name for name in names if name and (ROOT / name).is_file()}
    for path in checkout.rglob("*"):
        name = str(path.relative_to(checkout))
        if not name.startswith(".build") and (path.is_file() or path.is_symlink()) and name not in wanted:
            path.unlink()
    for name in wanted:
        target = checkout / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != (ROOT / name).read_bytes():
            shutil.copy2(ROOT / name, target)
    for folder in sorted(checkout.glob("*/*"), reverse=True):
        if folder.is_dir() and not any(path.is_file() for path in folder.rglob("*")):
            shutil.rmtree(folder)


def add_features(checkout, count):
    there = len(re.findall(r'^    "\w+",$', (checkout / "Package.swift").read_text(), re.MULTILINE))
    for number in range(there + 1, count + 1):
        run("Tools/new-feature", "--no-build", f"Scale{number:03}", folder=checkout)


class Builder:
    def __init__(self, swift, checkout):
        self.swift, self.checkout = swift, checkout

    def build(self):
        """Builds featurehost, and returns the real time and the processor time in seconds."""
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        run(self.swift, "build", "--product", "featurehost", folder=self.checkout)
        clock, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
        return clock, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    def clean(self):
        """Removes the build output of the package's own modules."""
        package = json.loads(run(self.swift, "package", "dump-package", folder=self.checkout))
        folder = self.checkout / ".build" / "debug"
        for name in (target["name"] for target in package["targets"]):
            for path in (folder / f"{name}.build", folder / f"{name}.product"):
                shutil.rmtree(path, ignore_errors=True)
            for path in folder.glob(f"Modules/{name}.*"):
                path.unlink()

    def rebuild(self, phase):
        """Changes a line and builds, several times, and returns the median times."""
        file, line, rounds = LINES[phase]
        path = self.checkout / file
        text, times = path.read_text(encoding="utf-8"), []
        for number in range(rounds):
            changed = text.replace(line, f"{line} ({number})", 1)
            if changed == text:
                sys.exit(f"{file} no longer contains the line to change; correct LINES in Tools/Benchmarks/scale.py")
            path.write_text(changed, encoding="utf-8")
            times.append(self.build())
        path.write_text(text, encoding="utf-8")
        return tuple(statistics.median(column) for column in zip(*times))


def median_start(binary):
    times = []
    for _ in range(STARTS):
        started = time.perf_counter()
        subprocess.run([binary, "list"], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def serve(binary):
    """Returns for the catalogue's page: seconds to the first response, median, bytes; and the server's KiB."""
    environment = dict(os.environ, FEATUREHOST_DATABASE="memory")
    with tempfile.TemporaryFile("w+") as output:
        started = time.perf_counter()
        server = subprocess.Popen([binary, "serve", "--port", "0"], stdout=output, stderr=output, env=environment)
        try:
            address = None
            while address is None and server.poll() is None:
                time.sleep(0.002)
                output.seek(0)
                address = re.search(r"http://127\.0\.0\.1:\d+", output.read())
            page = urllib.request.urlopen(address[0] + "/", timeout=60).read()
            first, times = time.perf_counter() - started, []
            for _ in range(STARTS):
                asked = time.perf_counter()
                urllib.request.urlopen(address[0] + "/", timeout=60).read()
                times.append(time.perf_counter() - asked)
            status = Path(f"/proc/{server.pid}/status").read_text()
            return first, statistics.median(times), len(page), int(re.search(r"VmRSS:\s+(\d+)", status)[1])
        finally:
            server.terminate()
            server.wait()


def measure(builder, count, phases):
    copy_sources(builder.checkout)
    add_features(builder.checkout, count)
    rows, binary = {}, builder.checkout / ".build" / "debug" / "featurehost"

    def note(what, value):
        rows[what] = value
        print(f"scale: {count} features: {what}: {show(value)}", file=sys.stderr, flush=True)

    builder.build()
    if "clean" in phases:
        builder.clean()
        note("clean build of this package's modules", builder.build())
    if "none" in phases:
        times = [builder.build() for _ in range(ROUNDS)]
        note("build, nothing changed", tuple(statistics.median(column) for column in zip(*times)))
    if "list" in phases:
        note("`featurehost list`", (median_start(binary),))
    if {"page", "memory"} & set(phases):
        first, page, size, memory = serve(binary)
        if "page" in phases:
            note("`serve`, start to the first page", (first,))
            note("catalogue page", (page,))
            note("size of the catalogue page", f"{size / 1024:.1f} KiB")
        if "memory" in phases:
            note("memory of the server", f"{memory / 1024:.1f} MiB")
    for phase, what in (("presenter", "rebuild after a change in a presenter"), ("kit", "rebuild after a change in FeatureKit")):
        if phase in phases:
            note(what, builder.rebuild(phase))
    return rows


def show(value):
    if isinstance(value, str):
        return value
    clock = f"{value[0]:.1f} s" if value[0] >= 1 else f"{value[0] * 1000:.1f} ms"
    return clock + (f" ({value[1]:.1f} s)" if len(value) > 1 else "")


def number(value, index):
    return float(value.split()[0]) if isinstance(value, str) else value[min(index, len(value) - 1)]


def main():
    parser = argparse.ArgumentParser(prog="Tools/Benchmarks/scale")
    parser.add_argument("swift", help=argparse.SUPPRESS)
    parser.add_argument("--features", default="4,20,100", help="numbers of features, including the existing four")
    parser.add_argument("--folder", default=Path(tempfile.gettempdir()) / "featurehost-scale", type=Path)
    parser.add_argument("phases", nargs="*", metavar="PHASE", help=f"{', '.join(PHASES)}; the default is all")
    options = parser.parse_intermixed_args()
    if unknown := [phase for phase in options.phases if phase not in PHASES]:
        parser.error(f"there is no phase '{unknown[0]}'; known are {', '.join(PHASES)}")
    try:
        counts = [int(count) for count in options.features.split(",")]
    except ValueError:
        parser.error(f"--features: expected whole numbers such as 4,20,100; got '{options.features}'")
    options.folder.mkdir(parents=True, exist_ok=True)
    checkout = options.folder.resolve()
    isOurs = any((checkout / name).exists() for name in ("Package.swift", ".build")) or not any(checkout.iterdir())
    if checkout == ROOT or not isOurs:
        parser.error(f"--folder: '{options.folder}' contains other files; choose an empty folder or an earlier copy")
    builder, results = Builder(options.swift, checkout), {}
    for count in counts:
        print(f"scale: {count} features", file=sys.stderr, flush=True)
        results[count] = measure(builder, count, options.phases or PHASES)
    print("| what | " + " | ".join(f"{count} features" for count in counts) + " | ratio of last to first |")
    print("| --- |" + " --- |" * (len(counts) + 1))
    for what in results[counts[0]]:
        values = [results[count][what] for count in counts]
        columns = range(1 if isinstance(values[0], str) else len(values[0]))
        ratios = [f"{number(values[-1], column) / number(values[0], column):.2f}" for column in columns]
        print(f"| {what} | " + " | ".join(map(show, values)) + f" | {' ('.join(ratios)}{')' if len(ratios) > 1 else ''} |")
    print(f"\nReal time in seconds, with processor time in parentheses; debug builds on {os.cpu_count()} processors.")


main()
