"""Performs random actions through several processes and compares every effect with the model."""

import json
import random
from collections import deque
from dataclasses import dataclass

from host import eventually
from records_model import BREEDS, DOGS, HOUSES, ROLES, UNDO, USERS, Records, Refusal
from shown import expected_history, expected_page, expected_rows, page_of, parts, plain, rows_of, same
from stores import call, read_history

PERSONS = list(ROLES)
LISTS = [
    ("doggy", {}), ("doggy", {"search": "lab", "order": "age", "descending": True}),
    ("doggy", {"breed": ["Bulldog", "Doberman"], "descending": True}), ("doggy", {"id": "1"}),
    ("house", {"order": "name"}), ("user", {"order": "age"}),
]
"""The options of the sessions of each process."""
HOUSE_NAMES = ["House Stark", "HOUSE  STARK", "House Tyrell", "house tyrell", "House Arryn", "House Martell"]
VALUES = {
    "name": ["Rex", "Max", "Labradoodle", "Bella", "rex"], "breed": BREEDS, "age": [0, 1, 2, 29, 30],
    "motto": ["", "We Sow", "As High As Honor"], "sigil": ["", "Rose"],
    "firstName": ["Ed", "Yori"], "lastName": ["Flynn", "Bit"],
}
BAD = {
    "name": ["", 7], "breed": ["Poodle", ""], "age": [151, -1, "2"], "motto": [7], "sigil": ["x" * 81],
    "firstName": ["", 7], "lastName": [""],
}


class Disagreement(AssertionError):
    """The product and the model disagree."""


@dataclass
class Session:
    """A session of a process, as it was when it last agreed with the model."""

    host: object
    feature: str
    options: dict
    id: str
    tag: str = ""
    shown: object = None
    stale: str = ""
    """A tag of an earlier screen that differs from the current one."""


@dataclass(frozen=True)
class Gone:
    """A record that no longer exists."""

    id: str
    revision: int = 1


class Walk:
    """A random walk. The same seed makes the same calls."""

    def __init__(self, hosts, seed, model=Records, tamper=None):
        self.hosts, self.seed, self.tamper = hosts, seed, tamper
        self.random, self.steps = random.Random(seed), 0
        self.books = {kind.feature: model(kind) for kind in (DOGS, HOUSES, USERS)}
        self.said, self.calls, self.counts = deque(maxlen=20), 0, {}
        self.settled = {}
        """The number of entries of each history when every session agreed with the model."""
        for feature in self.books:
            call(hosts[0], "pat", "GET", f"/api/features/{feature}/screen")
        self.sessions = [self._open(host, *each) for host in hosts for each in LISTS]

    def run(self, calls):
        """Makes calls. Raises a disagreement, which tells the seed and the last calls."""
        try:
            self.settle()
            while self.calls < calls:
                self.step()
                if self.random.random() < 0.2:
                    self.settle()
            self.settle()
        except AssertionError as error:
            begin = f"MODEL_SEED={self.seed} MODEL_CALLS={calls}: {error}"
            raise Disagreement("\n".join([begin, "The last calls:", *self.said])) from error

    def _open(self, host, feature, options):
        answer = call(host, "pat", "POST", "/api/sessions", {"feature": feature, "options": options})
        assert answer.status == 201, answer
        return Session(host, feature, options, answer.body["session"])

    def some(self, choices):
        return self.random.choice(list(choices))

    def happens(self, probability):
        return self.random.random() < probability

    # ------------------------------------------------------------ one call

    def step(self):
        # Each step draws anew, so that a step does not depend on how often an earlier one had to ask.
        self.steps += 1
        self.random = random.Random(f"{self.seed} {self.steps}")
        feature, person, host = self.some(["doggy"] * 4 + ["house", "user"]), self.some(PERSONS), self.some(self.hosts)
        book = self.books[feature]
        sessions = [each for each in self.sessions if each.host is host and each.feature == feature]
        session = self.some(sessions + 2 * [None])
        action, given = self._draw(book, person)
        if session and "id" in session.options and action == book.kind.removing:
            session = None  # the page of a removed record sends its people to the list
        plan = refusal = None
        try:
            plan = book.plan(person, action, given)
        except Refusal as error:
            refusal = error
        fields, is_fresh = {}, False
        if session and session.stale and self.happens(0.15):
            fields["If-Match"] = session.stale
            if not (refusal and refusal.early):
                plan, refusal = None, Refusal(412)
        elif session and self.happens(0.15):
            is_fresh = True
        elif self.happens(0.15):
            fields["Idempotency-Key"] = f"{self.seed}-{self.steps}"
        answer = self._call(book, host, session, person, action, given, fields, refusal, is_fresh)
        self._compare(book, session, person, plan, refusal, answer)
        if "Idempotency-Key" in fields:
            again = self._call(book, host, session, person, action, given, fields, refusal)
            assert again.status == answer.status, f"the repeated call got {again}"
            assert again.body.get("change") == answer.body.get("change"), f"the repeated call got {again}"
        if self.tamper:
            self.tamper(self)
        self.look(book)

    def _call(self, book, host, session, person, action, given, fields, refusal, is_fresh=False):
        """Calls an action. A fresh call names the current screen of the session."""
        base = f"/api/sessions/{session.id}" if session else f"/api/features/{book.kind.feature}"
        tag, answer = None, None
        while answer is None or is_fresh and answer.status == 412:
            if is_fresh:
                old, tag = tag, call(host, person, "GET", base).fields["etag"]
                assert tag != old, f"If-Match {tag} was refused, and the session still has it"
                fields["If-Match"] = tag
            answer = call(host, person, "POST", f"{base}/actions/{action}", given, **fields)
        place = f"a session {session.options}" if session else "one shot"
        expected = refusal.args if refusal else 200
        self.calls += 1
        self.counts[action, answer.status] = self.counts.get((action, answer.status), 0) + 1
        self.said.append(
            f"{self.calls}: {person} at process {self.hosts.index(host)}, {place}: {book.kind.feature} {action} "
            f"{json.dumps(given)} {fields or ''} → {answer.status} {answer.body.get('change', '')}, "
            f"expected {expected}")
        return answer

    def _compare(self, book, session, person, plan, refusal, answer):
        """Compares an answer with the model, and applies the call to the model."""
        if refusal:
            assert answer.status == refusal.status, f"expected the status {refusal.status}, got {answer}"
            if refusal.field:
                wrong = list(answer.body["errors"])
                assert wrong == [refusal.field], f"expected an error of {refusal.field}, got {answer}"
            return
        assert answer.status == 200, f"expected success, got {answer}"
        change = answer.body.get("change")
        assert (change is not None) == bool(plan.entries), f"the answer names the change {change}, but {plan}"
        known = set(book.records)
        new = None
        if plan.entries and plan.entries[0].record is None:
            new = read_history(self.some(self.hosts), person, book.kind.feature, 1)[0].get("record")
            assert new and new not in known, f"the history does not begin with a new record: {new}"
        # A list may show other people's changes a moment later, but its own ones at once.
        touched = {entry.record or new for entry in plan.entries}
        if not (session and session.options):
            touched -= self._not_shown_yet(book, plan)
        book.apply(plan, change, new)
        if session is None and len(self.hosts) == 1:
            touched = known | set(book.records)
        if not (session and "id" in session.options):
            options = session.options if session else {}
            same(f"the answer to {person}", parts(rows_of(answer.body["screen"]), touched),
                 parts(expected_rows(book, person, options), touched))

    def _not_shown_yet(self, book, plan):
        """The changed records that a list in the order of insertion may not show yet.

        test_an_answer_shows_a_changed_record_that_another_process_has_just_added requires that it does.
        """
        late = book.entries[self.settled.get(book.kind.feature, 0):]
        updated = {each.record for each in plan.entries if each.operation == "updated"}
        return updated & {each.record for each in late if each.operation == "inserted"}

    # ------------------------------------------------------------ drawing a call

    def _draw(self, book, person):
        """Returns a random action and its arguments."""
        kind, rows = book.kind, book.rows()
        adding, removing = (2, 25) if len(rows) > 30 else (22, 14)
        weights = {kind.adding: adding, "edit": 24, "birthday": 12 * (kind is DOGS), kind.removing: removing, UNDO: 30}
        action = self.random.choices(list(weights), weights.values())[0]
        if action == UNDO:
            return action, {"change": self._draw_change(book, person)}
        values = {
            name: self.some(HOUSE_NAMES if kind is HOUSES and name == "name" else VALUES[name]) for name in kind.rules}
        if self.happens(0.05):
            name = self.some(values)
            values[name] = self.some(BAD[name])
        if action == kind.adding:
            return action, values
        one = self._draw_record(book)
        if action == "birthday":
            return action, {"id": one.id}
        if action == "edit":
            names = self.random.sample(list(values), self.random.randint(1, len(values)))
            return action, {"id": one.id, **{name: values[name] for name in names}, **self._seen(one)}
        if self.happens(0.5):
            return action, {"id": one.id, **self._seen(one)}
        chosen = [self._draw_record(book) for _ in range(self.random.randint(1, 4))]
        chosen = chosen if self.happens(0.1) else list({each.id: each for each in chosen}.values())
        given = {"ids": [each.id for each in chosen]}
        if self.happens(0.5):
            given["revisions"] = [str(each.revision - (self.happens(0.1) and each.revision > 0)) for each in chosen]
            if self.happens(0.05):
                given["revisions"].append("1")
        return action, given | ({"id": one.id} if self.happens(0.03) else {})

    def _draw_record(self, book):
        """A random record, or one that is gone."""
        rows = book.rows()
        gone = [each for each in book.entries if each.record and each.record not in book.records]
        if gone and (not rows or self.happens(0.1)):
            return Gone(self.some(gone).record)
        return self.some(rows) if rows else Gone("nowhere")

    def _seen(self, record):
        """The revision that a person has seen: none, the current one or an older one."""
        kind = self.random.random()
        return {} if kind < 0.4 else {"revision": record.revision if kind < 0.75 else max(0, record.revision - 1)}

    def _draw_change(self, book, person):
        """The number of a change: most often a late one, by this person, of a removal or taken back itself."""
        if self.happens(0.04):
            return 10_000_000
        if self.happens(0.05):
            book = self.some(self.books.values())
        pool = [each for each in book.entries if each.change]
        narrow = self.some([
            lambda each: True, lambda each: each.person == person, lambda each: each.action == UNDO,
            lambda each: each.undone and each.operation == "inserted", lambda each: each.operation == "removed"])
        changes = list(dict.fromkeys(each.change for each in list(filter(narrow, pool)) or pool))
        recent = changes[-5:] if self.happens(0.8) else changes
        return self.some(recent) if recent else 1

    # ------------------------------------------------------------ comparing

    def look(self, book):
        """Compares the newest history and a screen at some process, without waiting."""
        feature, person = book.kind.feature, self.some(PERSONS)
        history = read_history(self.some(self.hosts), person, feature, 8)
        same("the newest history", list(map(plain, history)), expected_history(book, 8))
        answer = call(self.some(self.hosts), person, "GET", f"/api/features/{feature}/screen")
        assert answer.status == 200, answer
        same(f"the screen of {person}", rows_of(answer.body["screen"]), expected_rows(book, person, {}))

    def settle(self):
        """Waits until every session shows what the model says, and compares the whole history at every process."""
        for session in self.sessions:
            book, person = self.books[session.feature], self.some(PERSONS)
            if "id" in session.options:
                read, expected = page_of, expected_page(book, session.options["id"])
                state = expected
            else:
                read, expected = rows_of, expected_rows(book, person, session.options)
                state = [(each.id, each.revision) for each in book.rows(**session.options)]
            latest = None

            def agrees():
                nonlocal latest
                latest = call(session.host, person, "GET", f"/api/sessions/{session.id}")
                assert latest.status == 200, latest
                return read(latest.body["screen"]) == expected

            place = f"{session.feature} {session.options} at process {self.hosts.index(session.host)}"
            eventually(agrees, lambda: f"{place} shows {read(latest.body['screen'])}, expected {expected}")
            if session.tag and state != session.shown:
                session.stale = session.tag
            session.tag, session.shown = latest.fields["etag"], state
        self.settled = {feature: len(book.entries) for feature, book in self.books.items()}
        for host in self.hosts:
            for feature, book in self.books.items():
                history = read_history(host, self.some(PERSONS), feature)
                same(f"the history at {self.hosts.index(host)}", list(map(plain, history)), expected_history(book))
