"""Tests that a wrong model and a manipulated database are found, so that the comparison with the model can fail."""

import pytest

from records_model import UNDO, Records
from stores import MANIPULATIONS, manipulate, running_hosts
from walk import Disagreement, Walk

CALLS = 600
"""The number of calls within which every fault must be found. Most are found within 40."""
BEGIN = 15
"""The step after which a database is manipulated."""


class AnybodyUndoesAdoptions(Records):
    def may_undo(self, person, entry):
        return self.may(person, self.origin(entry).action)


class NobodyUndoesOthers(Records):
    def may_undo(self, person, entry):
        return entry.person == person and super().may_undo(person, entry)


class UndoNeedsNoRight(Records):
    def may_undo(self, person, entry):
        return True


class UndoOfUndoNeedsOnlyItself(Records):
    def origin(self, entry):
        return entry


class UndoOverwritesLaterChanges(Records):
    def is_as_left(self, entry, record):
        return (record is None) == (entry.operation == "removed")


class OldRemovalsComeBack(Records):
    def is_as_left(self, entry, record):
        return record is None if entry.operation == "removed" else super().is_as_left(entry, record)


class ReturnsToTheEnd(Records):
    def place(self, entry):
        return 0


class StaleEditsWin(Records):
    def is_stale(self, record, revision):
        return record is None


class NamesMayRepeat(Records):
    def claim(self, id, values):
        pass


class SameValuesAreNoWrite(Records):
    def apply(self, plan, change, new_id=None):
        if plan.entries:
            super().apply(plan, change, new_id)


class UndoIsOfTheFirstPerson(Records):
    def plan(self, person, action, given):
        plan = super().plan(person, action, given)
        for entry in plan.entries if action == UNDO else []:
            object.__setattr__(entry, "person", next(e.person for e in self.entries if e.change == given["change"]))
        return plan


class BatchesAreForgotten(Records):
    def _chosen(self, given):
        return super()._chosen(given)[:1]


WRONG = {
    AnybodyUndoesAdoptions: 3, NobodyUndoesOthers: 7, UndoNeedsNoRight: 3, UndoOfUndoNeedsOnlyItself: 8,
    UndoOverwritesLaterChanges: 10, OldRemovalsComeBack: 2, ReturnsToTheEnd: 2, StaleEditsWin: 8, NamesMayRepeat: 1,
    SameValuesAreNoWrite: 10, UndoIsOfTheFirstPerson: 7, BatchesAreForgotten: 7,
}
"""Models with one fault each, and the seed of a walk that soon meets it."""


@pytest.fixture
def hosts(tmp_path):
    with running_hosts("SQLite", 1, tmp_path) as hosts:
        yield hosts


@pytest.mark.parametrize("model", WRONG, ids=lambda model: model.__name__)
def test_a_wrong_model_is_found(hosts, model):
    walk = Walk(hosts, WRONG[model], model)
    with pytest.raises(Disagreement):
        walk.run(CALLS)
    print(f"{model.__name__}: found after {walk.calls} calls")


@pytest.mark.parametrize("name", MANIPULATIONS)
def test_a_manipulated_database_is_found(hosts, name):
    def tamper(walk):
        if walk.steps == BEGIN:
            manipulate(hosts[0], name)

    walk = Walk(hosts, 7, tamper=tamper)
    with pytest.raises(Disagreement):
        walk.run(CALLS)
    assert walk.steps >= BEGIN, "something else was found"
    print(f"{name}: found after {walk.calls} calls")
