"""A model of features that keep records: what each call must do, in plain Python.

The model knows nothing of a store, a session or a process. A call is planned, which tells whether it is refused, and
then applied once the product has performed it too.
"""

import getpass
from dataclasses import dataclass, field, replace

SYSTEM = getpass.getuser()
"""The person who calls the program on the command line: the user of the operating system."""
ROLES = {"kim": {"keeper"}, "lee": set(), "sam": set(), "pat": None, SYSTEM: None}
"""The roles of each person. None means every role."""
UNDO = "undo"
UNDO_REACH = 1000
"""The number of entries among which a call finds the change that it does not name."""


@dataclass(frozen=True)
class Kind:
    """A feature and its type of records."""

    feature: str
    adding: str
    removing: str
    rules: dict
    """A function for each field, which says whether a value is valid."""
    sample: list
    title: object
    """Returns the title of the row with given values."""
    role: str | None = "keeper"
    """The role that the action needs which removes records."""
    can_shrink: bool = True
    """Whether an edit may lower the age."""
    key: object = lambda values: None
    """Returns the unique key of a record with given values."""


def is_text(low, high):
    return lambda value: isinstance(value, str) and low <= len(value) <= high


BREEDS = ["Bulldog", "Doberman", "Labrador"]
AGE_LIMIT = 30
DOGS = Kind(
    "doggy", "adopt", "release",
    {"name": is_text(1, 40), "breed": lambda value: value in BREEDS,
     "age": lambda value: isinstance(value, int) and 0 <= value <= AGE_LIMIT},
    [{"name": name, "breed": breed, "age": age}
     for name, breed, age in [("Alfred", "Labrador", 1), ("Vinny", "Doberman", 5), ("Lucky", "Labrador", 3)]],
    lambda values: f"{values['name']} {values['breed']}")
HOUSES = Kind(
    "house", "found", "remove", {"name": is_text(1, 80), "motto": is_text(0, 200), "sigil": is_text(0, 80)},
    [{"name": f"House {name}", "motto": motto, "sigil": sigil}
     for name, motto, sigil in [("Targaryen", "Fire And Blood", "Dragon"), ("Stark", "Winter Is Coming", "Wolf"),
                                ("Lannister", "Hear Me Roar", "Lion")]],
    lambda values: values["name"], key=lambda values: " ".join(values["name"].lower().split()))
USERS = Kind(
    "user", "add", "remove",
    {"firstName": is_text(1, 80), "lastName": is_text(1, 80),
     "age": lambda value: isinstance(value, int) and 0 <= value <= 150},
    [{"firstName": first, "lastName": last, "age": age}
     for first, last, age in [("Kevin", "Flynn", 36), ("Alan", "Bradley", 24), ("Ed", "Dilinger", 39)]],
    lambda values: f"{values['firstName']} {values['lastName']}", role=None, can_shrink=False)


def is_inverse(entries, others):
    """Whether a change takes back all that another one did. Each changes a record once."""
    def effects(each, backwards):
        return {entry.record: (entry.after, entry.before) if backwards else (entry.before, entry.after) for entry in each}

    return effects(entries, False) == effects(others, True)


class Refusal(Exception):
    """A call that must be refused. An early refusal comes before the feature looks at its records."""

    def __init__(self, status, field=None, early=False):
        super().__init__(status, field)
        self.status, self.field, self.early = status, field, early


@dataclass(frozen=True)
class Record:
    id: str
    values: dict
    revision: int
    position: int


@dataclass(frozen=True)
class Entry:
    """A change of one record, as the history tells it."""

    operation: str
    record: str | None = None
    before: dict = field(default_factory=dict)
    after: dict = field(default_factory=dict)
    person: str | None = None
    action: str | None = None
    undone: int | None = None
    change: int | None = None
    position: int = 0


@dataclass(frozen=True)
class Plan:
    """The entries that an allowed call adds to the history, or the key of the record that it saves unchanged."""

    entries: list
    unchanged: str | None = None


class Records:
    """The records of a feature and their history."""

    def __init__(self, kind):
        self.kind = kind
        self.entries, self.records, self.writes = [], {}, 0
        """`writes` counts the writes of records. The revision of a record is the number of its last write."""
        for number, values in enumerate(kind.sample, 1):
            self._save(str(number), values, number)
        self.entries.append(Entry("many"))

    # ------------------------------------------------------------ what a call must do

    def plan(self, person, action, given):
        """Returns what a call must do. Raises the refusal that it must get."""
        if not self.may(person, action):
            raise Refusal(403, early=True)
        unchanged = None
        if action == UNDO:
            entries = self._undo(person, given)
        elif action == self.kind.adding:
            self._check(given, self.kind.rules)
            self.claim(None, given)
            entries = [Entry("inserted", None, after=given)]
        elif action == self.kind.removing:
            entries = [Entry("removed", old.id, before=old.values) for old in self._chosen(given)]
        else:
            old, values = self._edited(action, given)
            self.claim(old.id, values)
            entries = self.changed(old, values)
            unchanged = None if entries else old.id
        return Plan([replace(entry, person=person, action=action) for entry in entries], unchanged)

    def may(self, person, action):
        role = self.kind.role if action == self.kind.removing else None
        return role is None or ROLES[person] is None or role in ROLES[person]

    def is_stale(self, record, revision):
        """Whether a call is refused that saw a revision of a record, which is None if the record is gone."""
        return record is None or revision not in (None, record.revision)

    def claim(self, id, values):
        """Refuses values whose unique key another record has."""
        key = self.kind.key(values)
        others = [each for each in self.records.values() if each.id != id]
        if key is not None and key in [self.kind.key(each.values) for each in others]:
            raise Refusal(422, "name")

    def changed(self, old, values):
        """Returns the entry of an update. There is none if no value differs."""
        names = [name for name in values if old.values[name] != values[name]]
        before, after = ({name: each[name] for name in names} for each in (old.values, values))
        return [Entry("updated", old.id, before, after)] if names else []

    def _check(self, given, required=()):
        for name, is_valid in self.kind.rules.items():
            if name in given and not is_valid(given[name]) or name in required and name not in given:
                raise Refusal(422, name, early=True)

    def _edited(self, action, given):
        self._check(given)
        old = self.records.get(given["id"])
        if self.is_stale(old, given.get("revision")):
            raise Refusal(422, "id")
        if action == "birthday":
            if old.values["age"] >= AGE_LIMIT:
                raise Refusal(422, "id")
            return old, old.values | {"age": old.values["age"] + 1}
        if not self.kind.can_shrink and given.get("age", 150) < old.values["age"]:
            raise Refusal(422, "age")
        return old, old.values | {name: given[name] for name in self.kind.rules if name in given}

    def _chosen(self, given):
        ids = given.get("ids") or [given["id"]]
        if "ids" in given and (len(set(ids)) < len(ids) or not ids):
            raise Refusal(422, "ids", early=True)
        if "ids" in given and "id" in given:
            raise Refusal(422, "ids")
        revisions = given.get("revisions") or [given.get("revision")] * len(ids)
        if len(revisions) != len(ids):
            raise Refusal(422, "revisions")
        found = [self.records.get(id) for id in ids]
        if any(self.is_stale(each, seen and int(seen)) for each, seen in zip(found, revisions)):
            raise Refusal(422, "ids" if len(ids) > 1 else "id")
        return found

    # ------------------------------------------------------------ undo

    def _undo(self, person, given):
        change = given.get("change") or self.next_undo(person, given.get("again", False))
        entries = [entry for entry in reversed(self.entries) if change and entry.change == change]
        if not entries or any(entry.operation == "many" for entry in entries):
            raise Refusal(422, "change")
        if not all(self.may_undo(person, entry) for entry in entries):
            raise Refusal(403)
        possible = [entry for entry in entries if self.is_as_left(entry, self.records.get(entry.record))]
        if not possible or len(possible) < len(entries) and not given.get("rest"):
            raise Refusal(422, "change")
        plan = []
        for entry in possible:
            old = self.records.get(entry.record)
            if entry.operation == "inserted":
                plan.append(Entry("removed", old.id, before=old.values, undone=change))
                continue
            values = entry.before if old is None else old.values | entry.before
            try:
                self.claim(entry.record, values)
            except Refusal:
                raise Refusal(422, "change") from None
            if old is None:
                plan.append(Entry("inserted", entry.record, after=values, undone=change, position=self.place(entry)))
            else:
                plan += [replace(each, undone=change) for each in self.changed(old, values)]
        return plan

    def next_undo(self, person, again):
        """The change that a person takes back, or does again, without naming it."""
        changes = {}
        for entry in reversed(self.entries[-UNDO_REACH:]):
            changes.setdefault(entry.change, []).append(entry)
        kinds, roots, taken = {}, {}, set()
        for number in reversed(changes):
            kinds[number], roots[number] = "change", number
            undone = changes[number][0].undone
            if undone is not None and undone not in changes:
                kinds[number] = "undo"
            elif undone is not None and is_inverse(changes[number], changes[undone]):
                kinds[number], roots[number] = "redo" if kinds[undone] == "undo" else "undo", roots[undone]
        for number in changes:
            if number not in taken and kinds[number] != "change":
                taken.add(changes[number][0].undone)
        standing = [number for number in changes if number not in taken]
        own = [number for number in standing if changes[number][0].person == person]
        if again:
            last = next((number for number in own if kinds[number] != "redo"), None)
            return last if last and kinds[last] == "undo" else None
        last = next((number for number in own if kinds[number] == "change"), None)
        return last and next(
            number for number in standing if kinds[number] != "undo" and roots[number] == last)

    def origin(self, entry):
        """The first entry in a chain of changes that were taken back."""
        while entry.undone is not None:
            entry = next(each for each in reversed(self.entries) if each.change == entry.undone)
        return entry

    def may_undo(self, person, entry):
        """Whether a person may take an entry back.

        It takes the right to the first action. Only a person who may remove records takes back what another person has
        inserted.
        """
        first = self.origin(entry)
        is_own = first.person == person == entry.person
        return self.may(person, first.action) and (
            entry.operation != "inserted" or is_own or self.may(person, self.kind.removing))

    def is_as_left(self, entry, record):
        """Whether a record still is as an entry has left it."""
        if entry.operation == "removed":
            last = next(each for each in reversed(self.entries) if each.record == entry.record)
            return record is None and entry is last
        if record is None:
            return False
        # An update does not care about the fields that it has not changed.
        expected = entry.after if entry.operation == "inserted" else record.values | entry.after
        return record.values == expected

    def place(self, entry):
        """The place to which a removed record returns."""
        return entry.position

    # ------------------------------------------------------------ what a call has done

    def apply(self, plan, change, new_id=None):
        """Does what was planned. The product has given the change a number and a new record a key."""
        if plan.unchanged:
            old = self.records[plan.unchanged]
            self._save(old.id, old.values, old.position)
        for entry in plan.entries:
            id = entry.record or new_id
            old = self.records.get(id)
            position = old.position if old else entry.position or self.writes + 1
            if entry.operation == "removed":
                self.writes += 1
                del self.records[id]
            else:
                self._save(id, (old.values if old else {}) | entry.after, position)
            self.entries.append(replace(entry, record=id, change=change, position=position))

    def _save(self, id, values, position):
        self.writes += 1
        self.records[id] = Record(id, values, self.writes, position)

    def rows(self, search="", breed=(), order=None, descending=False):
        """The records that a list with these options shows."""
        def text(record):
            return " ".join(value for value in record.values.values() if isinstance(value, str)).lower()

        found = [
            each for each in self.records.values()
            if search in text(each) and (not breed or each.values["breed"] in breed)]

        def rank(record):
            value = record.values[order] if order else 0
            return value.lower() if isinstance(value, str) else value, record.position

        return sorted(found, key=rank, reverse=descending)
