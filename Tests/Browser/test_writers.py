"""Lets several persons write at the same time through several processes on one store, and then reads the history.

WRITERS_CALLS is the number of calls. WRITERS_SEED is the seed of what each person does. The order of the persons' calls
differs in each run.
"""

import http.client
import json
import os
import random
import secrets
import threading
import time
from collections import Counter, defaultdict

import pytest

from host import eventually
from records_model import BREEDS, DOGS, ROLES
from shown import rows_of
from stores import POSTGRESQL, call, manipulate, read_history, running_hosts

CALLS = int(os.environ.get("WRITERS_CALLS", 400))
SEED = int(os.environ.get("WRITERS_SEED", secrets.randbits(32)))
PROCESSES = 3
LIMIT = 40
"""The number of shown dogs from which on nobody adopts another one. A list shows 50 at once."""
INVERSE = {"inserted": "removed", "removed": "inserted", "updated": "updated"}


class Writer(threading.Thread):
    """A person who calls all processes in turn, and notes each acknowledged change."""

    def __init__(self, person, hosts, calls, acknowledged):
        super().__init__(daemon=True)
        self.person, self.hosts, self.calls, self.acknowledged = person, hosts, calls, acknowledged
        self.random = random.Random(f"{SEED} {person}")
        self.rows, self.statuses, self.fault = [], Counter(), None
        self.unanswered = 0
        """The number of calls that may have changed something, although nobody has got the answer."""

    def run(self):
        try:
            for _ in range(self.calls):
                self._write(self.random.choice(self.hosts))
        except Exception as error:  # the test reports it
            self.fault = error

    def _write(self, host):
        action, given = self._draw()
        try:
            answer = call(host, self.person, "POST", f"/api/features/doggy/actions/{action}", given)
        except ConnectionRefusedError:
            return time.sleep(0.01)  # the process starts again
        except (OSError, http.client.HTTPException):
            self.unanswered += 1
            return
        self.statuses[action, answer.status] += 1
        # A person without the right gets 403. A record may be gone or changed, which gives 422.
        assert answer.status in (200, 403, 422), f"{self.person} {action} {given}: {answer}"
        if answer.status == 200:
            self.rows = rows_of(answer.body["screen"])
            if "change" in answer.body:
                self.acknowledged.append((answer.body["change"], self.person, action, given))

    def _draw(self):
        adding = 30 if len(self.rows) < LIMIT else 0
        weights = {"adopt": adding, "edit": 25, "birthday": 10, "release": 12, "undo": 25}
        action = self.random.choices(list(weights), weights.values())[0]
        values = {
            "name": f"{self.person} {self.random.randrange(1000)}", "breed": self.random.choice(BREEDS),
            "age": self.random.randrange(31)}
        if action == "adopt" or not self.rows:
            return "adopt", values
        if action == "undo":
            recent = self.acknowledged[-20:] or [(1,)]
            return action, {"change": self.random.choice(recent)[0]}
        row = self.random.choice(self.rows)
        if action == "edit":
            name = self.random.choice(list(values))
            seen = {"revision": row[3]} if self.random.random() < 0.5 else {}
            return action, {"id": row[0], name: values[name]} | seen
        if action == "release":
            return action, {"ids": list({self.random.choice(self.rows)[0] for _ in range(self.random.randint(1, 3))})}
        return action, {"id": row[0]}


@pytest.fixture
def hosts(request, tmp_path):
    with running_hosts(request.param, PROCESSES, tmp_path) as hosts:
        yield hosts


@pytest.mark.parametrize("hosts", ["SQLite", POSTGRESQL], indirect=True)
def test_the_history_tells_every_change_of_several_writers_once(hosts):
    print(f"WRITERS_SEED={SEED} WRITERS_CALLS={CALLS}")
    sessions = [
        (host, call(host, "pat", "POST", "/api/sessions", {"feature": "doggy"}).body["session"]) for host in hosts]
    acknowledged, unanswered = write(hosts, CALLS)
    assert not unanswered
    verify(acknowledged, hosts, sessions)


@pytest.mark.parametrize("hosts", ["SQLite", POSTGRESQL], indirect=True)
def test_no_acknowledged_change_is_lost_when_a_process_is_killed(hosts):
    print(f"WRITERS_SEED={SEED}")

    def kill():
        for _ in range(2):
            hosts[0].kill()
            hosts[0].start()
            time.sleep(0.2)

    acknowledged, unanswered = write(hosts, 250, kill)
    verify(acknowledged, hosts, unanswered=unanswered)


@pytest.mark.parametrize("hosts", ["SQLite"], indirect=True)
@pytest.mark.parametrize("name", ["a value without an entry", "a position", "the person of an entry", "an entry"])
def test_a_manipulated_history_of_several_writers_is_found(hosts, name):
    acknowledged, _ = write(hosts, 60)
    verify(acknowledged, hosts)
    manipulate(hosts[0], name)
    with pytest.raises(AssertionError):
        verify(acknowledged, hosts)


def write(hosts, calls, disturb=lambda: None):
    """Lets all persons write at the same time.

    Returns the acknowledged changes, and the number of calls that got no answer.
    """
    acknowledged, began = [], time.monotonic()
    writers = [Writer(person, hosts, calls // len(ROLES), acknowledged) for person in ROLES]
    for writer in writers:
        writer.start()
    disturb()
    for writer in writers:
        writer.join()
    statuses, unanswered = sum((each.statuses for each in writers), Counter()), sum(each.unanswered for each in writers)
    print(f"{time.monotonic() - began:.1f} s, {len(acknowledged)} changes, {unanswered} unanswered, {dict(statuses)}")
    assert not [each.fault for each in writers if each.fault]
    return acknowledged, unanswered


def verify(acknowledged, hosts, sessions=(), unanswered=0):
    """Compares the acknowledged changes, the history, the records and the open sessions."""
    history = read_history(hosts[0], "kim", "doggy")[::-1]
    assert [each["operation"] for each in history[:1]] == ["many"], history[:1]
    assert all(read_history(host, "lee", "doggy") == history[::-1] for host in hosts), "the processes differ"
    numbers = [each["number"] for each in history]
    assert numbers == sorted(set(numbers)), "the numbers of the entries do not grow"
    changes = defaultdict(list)
    for entry in history[1:]:
        changes[entry["change"]].append(entry)
    told = Counter(change for change, *_ in acknowledged)
    assert not [change for change, count in told.items() if count > 1], "two calls got the same change"
    assert not set(told) - set(changes), f"not in the history: {sorted(set(told) - set(changes))}"
    assert len(set(changes) - set(told)) <= unanswered, f"not acknowledged: {sorted(set(changes) - set(told))}"
    for change, person, action, given in acknowledged:
        entries = changes[change]
        causes = {(each["person"]["id"], each["action"]) for each in entries}
        assert causes == {(person, action)}, f"{person} {action} has the entries {entries}"
        assert does(action, given, entries, changes), f"{person} {action} {given} has the entries {entries}"
    records = replayed(history)
    for host in hosts:
        stored = json.loads(host.run("export", "doggy", "--format", "json"))
        assert stored == records, f"the store has {stored}, the history leads to {records}"
    expected = [(each["id"], {name: each[name] for name in DOGS.rules}) for each in records][:50]
    for host, session in sessions:
        def shown():
            screen = call(host, "pat", "GET", f"/api/sessions/{session}").body["screen"]
            return [(row[0], row[2]) for row in rows_of(screen)]
        eventually(lambda: shown() == expected, lambda: f"{host.port} shows {shown()}, expected {expected}")


def does(action, given, entries, changes):
    """Whether the entries of a change are what an action with given arguments does."""
    first = entries[0]
    if action == "undo":
        undone = {each["record"]: each for each in changes[given["change"]]}
        return all(
            each["undone"] == given["change"] and each["operation"] == INVERSE[undone[each["record"]]["operation"]]
            and each["after"].items() <= undone[each["record"]]["before"].items()
            and each["before"].items() <= undone[each["record"]]["after"].items() for each in entries)
    if action == "release":
        return sorted(each["record"] for each in entries) == sorted(given["ids"]) and {
            each["operation"] for each in entries} == {"removed"}
    if action == "adopt":
        return len(entries) == 1 and first["operation"] == "inserted" and first["after"] == given
    if len(entries) > 1 or first["operation"] != "updated" or first["record"] != given["id"]:
        return False
    if action == "birthday":
        return first["after"] == {"age": first["before"]["age"] + 1}
    return first["after"].items() <= given.items()


def replayed(history):
    """The records to which a history leads, in the order of their first insertion."""
    records = {str(number): values for number, values in enumerate(DOGS.sample, 1)}
    places = {id: number for number, id in enumerate(records)}
    for entry in history[1:]:
        id, operation = entry["record"], entry["operation"]
        places.setdefault(id, len(places))
        old = records.get(id)
        if operation == "inserted":
            assert old is None, f"inserted twice: {entry}"
            records[id] = entry["after"]
        else:
            assert old and entry["before"].items() <= old.items(), f"the record was {old} before {entry}"
            records[id] = old | entry["after"]
        if operation == "removed":
            assert entry["before"] == old, f"the record was {old} before {entry}"
            del records[id]
    return [{"id": id} | records[id] for id in sorted(records, key=places.get)]
