"""Starts processes on one store, with each engine, and calls them as one of several persons."""

import contextlib
import json
import os
import re
import sqlite3
import subprocess
import uuid
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest

from host import START_LIMIT, Host
from records_model import ROLES

CONTROL, FOLDER, URL = (os.environ.get(f"POSTGRESQL_TEST_{name}") for name in ("CONTROL", "FOLDER", "URL"))
POSTGRESQL = pytest.param("PostgreSQL", marks=pytest.mark.skipif(
    not URL, reason="no PostgreSQL server is running; Tools/test starts one"))


def new_database():
    """Creates an empty PostgreSQL database and returns its address."""
    name = f"test_{uuid.uuid4().hex}"
    subprocess.run([CONTROL, "sql", f"{FOLDER}/shared", f"CREATE DATABASE {name}"], check=True)
    return URL.replace("/postgres?", f"/{name}?")


DOG = "collection = (SELECT key FROM collection WHERE name = CAST('Dog' AS BLOB))"
LAST = f"{DOG} AND position = (SELECT max(position) FROM record WHERE {DOG})"
LATEST = f"number = (SELECT max(number) FROM history WHERE kind = 1 AND {DOG})"
MANIPULATIONS = {
    "a value": f"""UPDATE record SET "values" = json_set("values", '$.age', 77) WHERE {LAST}""",
    "a value without an entry": f"""DROP TRIGGER historyUpdated;
        UPDATE record SET "values" = json_set("values", '$.age', 77) WHERE {LAST}""",
    "a revision": f"UPDATE record SET revision = revision - 1 WHERE {LAST}",
    "a position": f"""UPDATE record SET position = position + 100000
        WHERE {DOG} AND position = (SELECT min(position) FROM record WHERE {DOG})""",
    "a record": f"DROP TRIGGER historyRemoved; DELETE FROM record WHERE {LAST}",
    "the person of an entry": f"UPDATE history SET person = 'eve' WHERE {LATEST}",
    "the action of an entry": f"UPDATE history SET action = 'adopt' WHERE {LATEST}",
    "the older value of an entry": f"UPDATE history SET before = json_set(before, '$.age', 88) WHERE {LATEST}",
    "an entry": f"DELETE FROM history WHERE {LATEST}",
}
"""Manipulations of a database between two calls, by what they change."""


def manipulate(host, name):
    """Manipulates the SQLite file of a process behind its back."""
    with sqlite3.connect(host.environment["FEATUREHOST_DATABASE"], timeout=10) as database:
        for statement in MANIPULATIONS[name].split(";"):
            count = database.execute(statement).rowcount
    assert count == 1, f"{name}: {count} rows were manipulated"


def token(person):
    return f"the-token-of-{person}"


@contextlib.contextmanager
def running_hosts(engine, count, folder):
    """Runs processes on one new store, which only the persons of the model may call."""
    file = folder / "tokens"
    words = {person: "*" if roles is None else ",".join(sorted(roles)) for person, roles in ROLES.items()}
    file.write_text("".join(f"{person} {token(person)} {words[person]}\n" for person in ROLES))
    file.chmod(0o600)
    database = {"SQLite": str(folder / "records.sqlite"), "memory": "memory"}.get(engine) or new_database()
    hosts = []
    try:
        for number in range(count):
            (folder / f"process{number}").mkdir()
            hosts.append(Host(folder / f"process{number}", "--token-file", str(file)))
            hosts[-1].environment["FEATUREHOST_DATABASE"] = database
            hosts[-1].start()
        yield hosts
    finally:
        for host in hosts:
            host.stop()


@dataclass(frozen=True)
class Answer:
    status: int
    fields: dict
    body: dict

    def __str__(self):
        return f"{self.status} {self.body.get('detail', '')}"


def call(host, person, method, path, body=None, **fields):
    """Sends a request of a person."""
    fields["Authorization"] = f"Bearer {token(person)}"
    status, fields, text = host.ask(method, path, body, **fields)
    return Answer(status, {name.lower(): value for name, value in fields.items()}, json.loads(text) if text else {})


def run_command(host, feature, action, given):
    """Performs an action as a command of its own process, and returns what the API would answer."""
    if action == "undo":
        words = ["undo", feature, *([str(given["change"])] if "change" in given else [])]
        words += [f"--{name}" for name in ("again", "rest") if given.get(name)]
    else:
        lists = {name: value if isinstance(value, list) else [value] for name, value in given.items()}
        words = ["perform", feature, action, *(f"{name}={each}" for name, values in lists.items() for each in values)]
    done = subprocess.run(
        [host.binary, *words, "--json"], env=host.environment, cwd=host.folder, capture_output=True, text=True,
        timeout=START_LIMIT)
    status = {0: 200, 65: 422, 77: 403}.get(done.returncode, done.returncode)
    errors = {name: "" for name in re.findall(r"^  (\w+): ", done.stderr, re.MULTILINE)}
    body = json.loads(done.stdout) if status == 200 else {"errors": errors, "detail": done.stderr}
    return Answer(status, {}, body)


def read_history(host, person, feature, limit=None, **selection):
    """Returns the entries of a feature's history, or its newest ones, from the newest to the oldest."""
    entries, query = [], {"limit": limit or 1000, **selection}
    while True:
        answer = call(host, person, "GET", f"/api/features/{feature}/history?{urlencode(query)}")
        assert answer.status == 200, answer
        entries += answer.body["entries"]
        if limit or "next" not in answer.body:
            return entries
        query["before"] = answer.body["next"]
