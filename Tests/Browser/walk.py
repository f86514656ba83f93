"""Performs random actions through several processes and compares every effect with the model."""

import json
from collections import Counter, deque
from dataclasses import dataclass, field

from drawing import Drawing
from host import eventually
from records_model import DOGS, HOUSES, ROLES, SYSTEM, USERS, Records, Refusal
from shown import expected_history, expected_page, expected_rows, page_of, parts, plain, rows_of, same
from stores import call, read_history, run_command

PERSONS = list(ROLES)
LISTS = [
    ("doggy", {}), ("doggy", {"search": "lab", "order": "age", "descending": True}),
    ("doggy", {"breed": ["Bulldog", "Doberman"], "descending": True}), ("doggy", {"id": "1"}),
    ("house", {"order": "name"}), ("user", {"order": "age"}),
]
"""The options of the sessions of each process."""


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


@dataclass
class Call:
    """A call of an action in a session, or in one shot."""

    book: Records
    person: str
    host: object
    session: Session | None
    action: str
    given: dict
    fields: dict = field(default_factory=dict)
    is_fresh: bool = False
    """Whether `If-Match` names the current screen of the session."""
    is_command: bool = False
    """Whether the call is a command of its own process."""


class Walk:
    """A random walk. The same seed makes the same calls."""

    def __init__(self, hosts, seed, model=Records, tamper=None):
        self.hosts, self.seed, self.tamper = hosts, seed, tamper
        self.books = {kind.feature: model(kind) for kind in (DOGS, HOUSES, USERS)}
        self.drawing = Drawing(seed, self.books.values())
        self.has_commands = hosts[0].environment["FEATUREHOST_DATABASE"] != "memory"
        self.said, self.steps, self.calls, self.counts = deque(maxlen=20), 0, 0, Counter()
        for feature in self.books:
            call(hosts[0], "pat", "GET", f"/api/features/{feature}/screen")
        self.sessions = [self._open(host, *each) for host in hosts for each in LISTS]

    def run(self, calls):
        """Makes calls. Raises a disagreement, which tells the seed and the last calls."""
        try:
            self.settle()
            while self.calls < calls:
                self.step()
                if self.drawing.happens(0.2):
                    self.settle()
            self.settle()
        except AssertionError as error:
            begin = f"MODEL_SEED={self.seed} MODEL_CALLS={calls}: {error}"
            raise Disagreement("\n".join([begin, "The last calls:", *self.said])) from error

    def _open(self, host, feature, options):
        answer = call(host, "pat", "POST", "/api/sessions", {"feature": feature, "options": options})
        assert answer.status == 201, answer
        return Session(host, feature, options, answer.body["session"])

    # ------------------------------------------------------------ one call

    def step(self):
        self.steps += 1
        self.drawing.begin(self.steps)
        made, plan, refusal = self._draw()
        answer = self._perform(made, refusal)
        self._compare(made, plan, refusal, answer)
        if "Idempotency-Key" in made.fields:
            again = self._perform(made, refusal)
            assert again.status == answer.status, f"the repeated call got {again}"
            assert again.body.get("change") == answer.body.get("change"), f"the repeated call got {again}"
        if self.tamper:
            self.tamper(self)
        self.look(made.book)

    def _draw(self):
        """Returns a call, and its plan or its refusal."""
        some, happens = self.drawing.some, self.drawing.happens
        book = self.books[some(["doggy"] * 4 + ["house", "user"])]
        person, host = some(PERSONS), some(self.hosts)
        sessions = [each for each in self.sessions if each.host is host and each.feature == book.kind.feature]
        action, given = self.drawing.draw(book, person)
        made = Call(book, person, host, some(sessions + 2 * [None]), action, given)
        if made.session and "id" in made.session.options and action == book.kind.removing:
            made.session = None  # the page of a removed record sends its people to the list
        plan = refusal = None
        try:
            plan = book.plan(person, action, given)
        except Refusal as error:
            refusal = error
        if made.session and made.session.stale and happens(0.15):
            made.fields["If-Match"] = made.session.stale
            if not (refusal and refusal.early):
                plan, refusal = None, Refusal(412)
        elif made.session and happens(0.15):
            made.is_fresh = True
        elif happens(0.15):
            made.fields["Idempotency-Key"] = f"{self.seed}-{self.steps}"
        elif person == SYSTEM and self.has_commands and not (refusal and refusal.early) and happens(0.3):
            # A command reads numbers from texts, so some input is wrong for the API alone.
            made.session, made.is_command = None, True
        return made, plan, refusal

    def _perform(self, made, refusal):
        base = f"/api/sessions/{made.session.id}" if made.session else f"/api/features/{made.book.kind.feature}"
        tag, answer = None, None
        while answer is None or made.is_fresh and answer.status == 412:
            if made.is_fresh:
                old, tag = tag, call(made.host, made.person, "GET", base).fields["etag"]
                assert tag != old, f"If-Match {tag} was refused, and the session still has it"
                made.fields["If-Match"] = tag
            if made.is_command:
                answer = run_command(made.host, made.book.kind.feature, made.action, made.given)
            else:
                path = f"{base}/actions/{made.action}"
                answer = call(made.host, made.person, "POST", path, made.given, **made.fields)
        self.calls += 1
        self.counts[made.action, answer.status] += 1
        place = "a command" if made.is_command else f"session {made.session.options}" if made.session else "one shot"
        self.said.append(
            f"{self.calls}: {made.person} at process {self.hosts.index(made.host)}, {place}: "
            f"{made.book.kind.feature} {made.action} {json.dumps(made.given)} {made.fields or ''} → "
            f"{answer.status} {answer.body.get('change', '')}, expected {refusal.args if refusal else 200}")
        return answer

    def _compare(self, made, plan, refusal, answer):
        """Compares an answer with the model, and applies the call to the model."""
        if refusal:
            assert answer.status == refusal.status, f"expected the status {refusal.status}, got {answer}"
            if refusal.field:
                wrong = list(answer.body["errors"])
                assert wrong == [refusal.field], f"expected an error of {refusal.field}, got {answer}"
            return
        assert answer.status == 200, f"expected success, got {answer}"
        book, change, new = made.book, answer.body.get("change"), None
        assert (change is not None) == bool(plan.entries), f"the answer names the change {change}, but {plan}"
        known = set(book.records)
        if plan.entries and plan.entries[0].record is None:
            new = read_history(self.drawing.some(self.hosts), made.person, book.kind.feature, 1)[0].get("record")
            assert new and new not in known, f"the history does not begin with a new record: {new}"
        options = made.session.options if made.session else {}
        # A list may show other people's changes a moment later, but its own ones at once.
        touched = {entry.record or new for entry in plan.entries}
        book.apply(plan, change, new)
        if made.is_command or made.session is None and len(self.hosts) == 1:
            touched = known | set(book.records)
        if "id" not in options:
            same(f"the answer to {made.person}", parts(rows_of(answer.body["screen"]), touched),
                 parts(expected_rows(book, made.person, options), touched))

    # ------------------------------------------------------------ comparing

    def look(self, book):
        """Compares the newest history and a screen at some process, without waiting."""
        feature, person = book.kind.feature, self.drawing.some(PERSONS)
        history = read_history(self.drawing.some(self.hosts), person, feature, 8)
        same("the newest history", list(map(plain, history)), expected_history(book, 8))
        answer = call(self.drawing.some(self.hosts), person, "GET", f"/api/features/{feature}/screen")
        assert answer.status == 200, answer
        same(f"the screen of {person}", rows_of(answer.body["screen"]), expected_rows(book, person, {}))

    def settle(self):
        """Waits until every session shows what the model says, and compares the whole history at every process."""
        for session in self.sessions:
            book, person = self.books[session.feature], self.drawing.some(PERSONS)
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
        for host in self.hosts:
            for feature, book in self.books.items():
                place, person = f"the history at process {self.hosts.index(host)}", self.drawing.some(PERSONS)
                same(place, list(map(plain, read_history(host, person, feature))), expected_history(book))
                entry = self.drawing.some(book.entries)
                for selection in [{"by": entry.person}, {"record": entry.record}] if entry.record else []:
                    found = list(map(plain, read_history(host, person, feature, **selection)))
                    same(f"{place} {selection}", found, expected_history(book, **selection))
