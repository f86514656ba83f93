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
    """The title and the values of the page of a record, and what each change of its history offers to take back."""
    forms = [each for each in screen["elements"] if each["kind"] == "form"]
    changes = [
        sorted((button["arguments"]["change"], button["arguments"].get("field", "")) for button in row.get("buttons", []))
        for each in screen["elements"] if each["kind"] == "section"
        for part in each["elements"] for row in part.get("rows", [])]
    return (screen["title"], forms[0]["values"], changes) if forms else None


def offered(entry, values):
    """The whole change if the record is as it left it, or else the fields that do not have their older values again."""
    if entry.operation == "inserted":
        return [(entry.change, "")] if entry.after == values else []
    changed = {name for name in entry.before | entry.after if entry.before.get(name) != entry.after.get(name)}
    if entry.operation != "updated":
        return []
    if all(values.get(name) == entry.after.get(name) for name in changed):
        return [(entry.change, "")]
    return sorted((entry.change, name) for name in changed if values.get(name) != entry.before.get(name))


def expected_page(book, id):
    record = book.records.get(id)
    if record is None:
        return None
    changes = [offered(each, record.values) for each in reversed(book.entries) if each.record == id][:20]
    return book.kind.title(record.values), record.values | {"id": id, "revision": record.revision}, changes


def plain(entry):
    """An entry of the product's history, without its number and time."""
    found = {name: entry.get(name) for name in MEMBERS} | {"person": entry.get("person", {}).get("id")}
    return found | ({"before": {}, "after": {}, "change": None} if entry["operation"] == "many" else {})


def expected_history(book, limit=None, by=None, record=None):
    chosen = [each for each in reversed(book.entries) if by in (None, each.person) and record in (None, each.record)]
    return [{name: getattr(each, name) for name in [*MEMBERS, "person"]} for each in chosen][:limit]
