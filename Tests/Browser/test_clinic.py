"""Tests the host `clinic` of Tests/ExampleHost, which keeps its records in an SQLite file."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect

from host import ROOT, Host

BINARY = Path(os.environ.get("CLINIC_BINARY") or ROOT / ".build" / "debug" / "clinic")
GUIDE = ROOT / "Modules/FeatureKit/FeatureKit.docc/Guides/YourOwnHost.md"


def shell(command, folder):
    """The output and the exit status of a command in a folder with its own records."""
    environment = {"PATH": f"{BINARY.parent}:{os.environ['PATH']}", "HOME": str(folder)}
    run = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=30)
    return run.stdout, run.returncode


def test_the_commands_of_the_guide_print_what_it_shows(tmp_path):
    block = re.search(r"^```text\n(\$ printf.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)[1]
    commands = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    assert len(commands) == 4
    for command, shown in commands:
        if " serve" in command:
            continue
        printed, status = shell(command, tmp_path)
        assert (status, re.sub(r"\b[0-9a-z]{19}\b", "KEY", printed)) == (0, re.sub(r"\b[0-9a-z]{19}\b", "KEY", shown))


def test_records_outlive_the_program_in_the_chosen_file(tmp_path):
    assert shell("clinic perform clinic add-patient name=Zoe notes=", tmp_path)[1] == 0
    assert "Zoe" in shell("clinic export clinic", tmp_path)[0]
    assert "Zoe" not in shell("clinic export clinic --database other.sqlite", tmp_path)[0]
    assert (tmp_path / "clinic.sqlite").exists() and (tmp_path / "other.sqlite").exists()
    assert "Zoe" not in shell("clinic list; clinic --help", tmp_path)[0]


def test_the_option_records_selects_what_to_import(tmp_path):
    (tmp_path / "visits.csv").write_text("patient,day\nzoe,2026-12-24\n")
    printed = shell("clinic import clinic visits.csv --set records=visits", tmp_path)
    assert printed == ("Imported 1 record into clinic.\n", 0)
    assert "zoe,2026-12-24" in shell("clinic export clinic --set records=visits --format csv", tmp_path)[0]


@pytest.mark.parametrize("database", ["postgresql://localhost/clinic", "clinic.csv"])
def test_a_database_that_is_no_sqlite_file_is_refused(tmp_path, database):
    (tmp_path / "clinic.csv").write_text("name\n")
    printed, status = shell(f"clinic launch clinic --database {database}", tmp_path)
    assert status == 69 and "clinic" in printed


def test_two_programs_show_each_others_changes(tmp_path, open_page):
    host = Host(tmp_path, binary=BINARY)
    host.environment["CLINIC_DATABASE"] = str(tmp_path / "clinic.sqlite")
    host.start()
    page = open_page(f"{host.address}/features/clinic")
    expect(page.get_by_role("link", name="Alfred", exact=True)).to_be_visible()
    host.run("perform", "clinic", "add-patient", "name=Zoe", "notes=")
    expect(page.get_by_role("link", name="Zoe", exact=True)).to_be_visible()
    host.stop()
