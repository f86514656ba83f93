"""Counts the instructions of the operations of the program Costs, for Tools/check-costs and Tools/Benchmarks/run.

A count is the difference between two runs of the program under callgrind, divided by the operations between them. The
runs use one core, deterministic hashing, a fixed set of instructions of the C library, and valgrind's fair scheduling of
threads. Two counts of a program then differ by up to four percent, mostly by less than one. With the other scheduling,
which lets threads run in any order, they differ by more than ten.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

RUNS = 100
ENVIRONMENT = {
    **os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "LIBDISPATCH_COOPERATIVE_POOL_STRICT": "1",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX2,-ERMS,-FSRM"}


def stripped(binaries, folder):
    """Returns the path of a copy of Costs without debugging information, because valgrind knows only older formats."""
    program = Path(folder) / "Costs"
    subprocess.run(["strip", "-o", program, Path(binaries) / "Costs"], check=True)
    return program


def instructions(program, operation):
    """Returns the number of instructions of an operation."""
    def count(times):
        report = subprocess.run(
            ["valgrind", "--tool=callgrind", "--fair-sched=yes", "--callgrind-out-file=/dev/null", program, operation,
             str(times)], capture_output=True, text=True, env=ENVIRONMENT,
            preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}))
        if report.returncode:
            sys.exit(f"'Costs {operation}' ended with {report.returncode}\n{report.stderr}")
        return int(re.search(r"Collected : (\d+)", report.stderr)[1])

    return round((count(1 + RUNS) - count(1)) / RUNS)
