"""Draws random calls of features that keep records."""

import random
from collections import Counter
from dataclasses import dataclass

from records_model import BREEDS, DOGS, HOUSES, UNDO

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


@dataclass(frozen=True)
class Gone:
    """A record that no longer exists."""

    id: str
    revision: int = 1


class Drawing:
    """Draws calls. Each step draws anew, so that it does not depend on how much an earlier step has drawn."""

    def __init__(self, seed, books):
        self.seed, self.books = seed, books
        self.begin(0)

    def begin(self, step):
        self.random = random.Random(f"{self.seed} {step}")

    def some(self, choices):
        return self.random.choice(list(choices))

    def happens(self, probability):
        return self.random.random() < probability

    def draw(self, book, person):
        """Returns a random action and its arguments."""
        kind, rows = book.kind, book.rows()
        adding, removing = (2, 25) if len(rows) > 30 else (22, 14)
        weights = {kind.adding: adding, "edit": 24, "birthday": 12 * (kind is DOGS), kind.removing: removing, UNDO: 30}
        action = self.random.choices(list(weights), weights.values())[0]
        if action == UNDO:
            # Half of the calls do not name the change, as a key does that is pressed again and again.
            if self.happens(0.5):
                return action, {"again": True} if self.happens(0.4) else {}
            if self.happens(0.3):
                return action, {"change": self._change(book, person, several=True), "rest": True}
            return action, {"change": self._change(book, person)}
        values = {
            name: self.some(HOUSE_NAMES if kind is HOUSES and name == "name" else VALUES[name]) for name in kind.rules}
        if self.happens(0.05):
            name = self.some(values)
            values[name] = self.some(BAD[name])
        if action == kind.adding:
            return action, values
        one = self._record(book)
        if action == "birthday":
            return action, {"id": one.id}
        if action == "edit":
            names = self.random.sample(list(values), self.random.randint(1, len(values)))
            return action, {"id": one.id, **{name: values[name] for name in names}, **self._seen(one)}
        if self.happens(0.5):
            return action, {"id": one.id, **self._seen(one)}
        chosen = [self._record(book) for _ in range(self.random.randint(1, 4))]
        chosen = chosen if self.happens(0.1) else list({each.id: each for each in chosen}.values())
        given = {"ids": [each.id for each in chosen]}
        if self.happens(0.5):
            given["revisions"] = [str(each.revision - (self.happens(0.1) and each.revision > 0)) for each in chosen]
            if self.happens(0.05):
                given["revisions"].append("1")
        return action, given | ({"id": one.id} if self.happens(0.03) else {})

    def _record(self, book):
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

    def _change(self, book, person, several=False):
        """The number of a change: most often a late one, by this person, of a removal or taken back itself."""
        if self.happens(0.04):
            return 10_000_000
        if self.happens(0.05):
            book = self.some(self.books)
        pool = [each for each in book.entries if each.change]
        narrow = self.some([
            lambda each: True, lambda each: each.person == person, lambda each: each.action == UNDO,
            lambda each: each.undone and each.operation == "inserted", lambda each: each.operation == "removed"])
        sizes = Counter(each.change for each in list(filter(narrow, pool)) or pool)
        changes = several and [change for change, size in sizes.items() if size > 1] or list(sizes)
        recent = changes[-5:] if self.happens(0.8) else changes
        return self.some(recent) if recent else 1
