"""Reads what the product shows, and says what it must show by the model."""

from records_model import DOGS

MEMBERS = ["operation", "record", "before", "after", "action", "undone", "change"]


def same(what, found, expected):
    assert found == expected, f"{what} is {found}, expected {expected}"


def parts(rows, ids):
    return [row for row in rows if row[0] in ids]


def rows_of(screen):
    """The rows of a list: key, title, values, revision and actions."""
    lists = [each for each in screen["elements"] if each["kind"] == "list"]
    return [
        (row["id"], row["title"], row["values"], row["buttons"][-1]["arguments"].get("revision"),
         [button["action"] for button in row["buttons"]]) for each in lists for row in each["rows"]]


def expected_rows(book, person, options):
    kind = book.kind
    actions = ["birthday", "edit", kind.removing] if kind is DOGS else ["edit", kind.removing]
    allowed = [action for action in actions if book.may(person, action)]
    return [
        (each.id, kind.title(each.values), each.values, each.revision, allowed) for each in book.rows(**options)]


def page_of(screen):
    """The title and the values of the page of a record, and the changes of its history."""
    forms = [each for each in screen["elements"] if each["kind"] == "form"]
    changes = [
        button["arguments"]["change"] for each in screen["elements"] if each["kind"] == "section"
        for part in each["elements"] for row in part.get("rows", []) for button in row["buttons"]]
    return (screen["title"], forms[0]["values"], changes) if forms else None


def expected_page(book, id):
    record = book.records.get(id)
    if record is None:
        return None
    changes = [each.change for each in reversed(book.entries) if each.record == id][:20]
    return book.kind.title(record.values), record.values | {"id": id, "revision": record.revision}, changes


def plain(entry):
    """An entry of the product's history, without its number and time."""
    found = {name: entry.get(name) for name in MEMBERS} | {"person": entry.get("person", {}).get("id")}
    return found | ({"before": {}, "after": {}, "change": None} if entry["operation"] == "many" else {})


def expected_history(book, limit=None, by=None, record=None):
    chosen = [each for each in reversed(book.entries) if by in (None, each.person) and record in (None, each.record)]
    return [{name: getattr(each, name) for name in [*MEMBERS, "person"]} for each in chosen][:limit]
