"""Tests that a wrong model and a manipulated database are found, so that the comparison with the model can fail."""

import pytest

from records_model import UNDO, Records
from stores import MANIPULATIONS, manipulate, running_hosts
from walk import Disagreement, Walk

CALLS = 600
"""The number of calls within which every fault must be found. Most are found within 40."""


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


class UndoTakesTakenNames(Records):
    def _undo(self, person, given):
        self.claim = lambda id, values: None
        try:
            return super()._undo(person, given)
        finally:
            del self.claim


class SameValuesAreNoWrite(Records):
    def apply(self, plan, change, new_id=None):
        if plan.entries:
            super().apply(plan, change, new_id)


class UndoIsOfTheFirstPerson(Records):
    def plan(self, person, action, given):
        plan = super().plan(person, action, given)
        for entry in plan.entries if action == UNDO else []:
            object.__setattr__(entry, "person", next(e.person for e in self.entries if e.change == entry.undone))
        return plan


class BatchesAreForgotten(Records):
    def _chosen(self, given):
        return super()._chosen(given)[:1]


class UndoTakesTheLastOfAnybody(Records):
    def next_undo(self, person, again):
        return super().next_undo(self.entries[-1].person, again)


class NewChangesLeaveTheRedo(Records):
    def next_undo(self, person, again):
        if not again:
            return super().next_undo(person, again)
        return next((each.change for each in reversed(self.entries) if each.person == person and each.undone), None)


class TakenBackChangesComeAgain(Records):
    def next_undo(self, person, again):
        own = [each.change for each in self.entries if each.person == person and each.action != UNDO]
        return super().next_undo(person, again) if again else own[-1] if own else None


class RestIsRefused(Records):
    def _undo(self, person, given):
        return super()._undo(person, {**given, "rest": False})


WRONG = {
    AnybodyUndoesAdoptions: 8, NobodyUndoesOthers: 6, UndoNeedsNoRight: 1, UndoOfUndoNeedsOnlyItself: 2,
    UndoOverwritesLaterChanges: 1, OldRemovalsComeBack: 1, ReturnsToTheEnd: 7, StaleEditsWin: 6, NamesMayRepeat: 1,
    UndoTakesTakenNames: 9, SameValuesAreNoWrite: 6, UndoIsOfTheFirstPerson: 6, BatchesAreForgotten: 8,
    UndoTakesTheLastOfAnybody: 1, NewChangesLeaveTheRedo: 1, TakenBackChangesComeAgain: 1, RestIsRefused: 3,
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
    done = []

    def tamper(walk):
        if not done and any(each.operation == "updated" for each in walk.books["doggy"].entries[5:]):
            manipulate(hosts[0], name)
            done.append(walk.calls)

    walk = Walk(hosts, 7, tamper=tamper)
    with pytest.raises(Disagreement):
        walk.run(CALLS)
    assert done, "something else was found"
    print(f"{name}: manipulated after {done[0]} calls and found after {walk.calls}")
