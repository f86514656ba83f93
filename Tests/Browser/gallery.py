"""Loads the scripts of Tests/ExampleHost/Scripts. A script has the steps of a 7GUIs task, and the expected screen parts
after each step.

Tests/ExampleHost/Tests/GalleryTests runs the same scripts in Swift. GalleryScript.swift there describes their format.
"""

import json
import re

from host import ROOT

FILES = sorted((ROOT / "Tests" / "ExampleHost" / "Scripts").glob("*.json"))


def scripts():
    """All scripts as pairs (feature, script)."""
    return [(file["feature"], script) for file in map(json.loads, map(lambda path: path.read_text(), FILES))
            for script in file["scripts"]]


def names():
    return [f"{feature}: {script['name']}" for feature, script in scripts()]


def add(statement, later):
    """Adds later expected values to a statement. A later value replaces the earlier value of the same part."""
    for part, values in (later or {}).items():
        known = statement.setdefault(part, {})
        for name, value in values.items():
            if part == "cells":
                known[name] = {row: known.get(name, {}).get(row, {}) | value.get(row, {}) for row in known.get(name, {}) | value}
            else:
                known[name] = known.get(name, {}) | value if part == "fields" else value


def copied(statement):
    copy = {}
    add(copy, statement)
    return copy


def elements(parts):
    """All elements, including the elements inside other elements."""
    for part in parts:
        yield part
        yield from elements(part.get("elements", []))


def find(screen, kind, name):
    """The element with a kind and an id."""
    return next(each for each in elements(screen["elements"]) if (each["kind"], each["id"]) == (kind, name))


def within(stated, message):
    """The expected range of seconds if a message such as "1.0 s" is within it, and otherwise the message."""
    seconds = re.fullmatch(r"(\d+\.\d) s", message)
    return stated if seconds and stated[0] <= float(seconds[1]) <= stated[1] else message


def shown(frame, statement):
    """The actual state of the parts of a frame that a statement describes, in the format of a statement."""
    found, screen = {}, frame["screen"]
    for name in statement.get("texts", {}):
        found.setdefault("texts", {})[name] = find(screen, "text", name)["text"]
    for name, fields in statement.get("fields", {}).items():
        values = find(screen, "form", name)["values"]
        found.setdefault("fields", {})[name] = {field: values.get(field) for field in fields}
    for name in statement.get("closed", {}):
        found.setdefault("closed", {})[name] = find(screen, "form", name).get("disabled", [])
    for name in statement.get("problems", {}):
        problems = find(screen, "form", name).get("problems", {})
        found.setdefault("problems", {})[name] = {field: problem["text"] for field, problem in problems.items()}
    for name in statement.get("rows", {}):
        found.setdefault("rows", {})[name] = [row["title"] for row in find(screen, "list", name)["rows"]]
    for name in statement.get("selected", {}):
        part = find(screen, "list", name)
        titles = [row["title"] for row in part["rows"] if row["id"] == part.get("selected")]
        found.setdefault("selected", {})[name] = titles[0] if titles else None
    for name in statement.get("shapes", {}):
        found.setdefault("shapes", {})[name] = [
            [shape["x"], shape["y"], shape["radius"], shape.get("filled", False)]
            for shape in find(screen, "drawing", name)["shapes"]]
    for name, rows in statement.get("cells", {}).items():
        by_title = {row["title"]: row for row in find(screen, "list", name)["rows"]}
        found.setdefault("cells", {})[name] = {
            title: {column: cell(by_title[title], column) for column in cells} for title, cells in rows.items()}
    parts = list(elements(screen["elements"]))
    values = {item["label"]: item["value"] for part in parts for item in part.get("items", [])}
    messages = {part["title"]: part["message"] for part in parts if part["kind"] == "progress"}
    for label in statement.get("values", {}):
        found.setdefault("values", {})[label] = values[label]
    for title, stated in statement.get("progress", {}).items():
        found.setdefault("progress", {})[title] = within(stated, messages[title])
    for title in statement.get("work", {}):
        found.setdefault("work", {})[title] = title in [work["title"] for work in frame.get("work", [])]
    for title in statement.get("buttons", {}):
        found.setdefault("buttons", {})[title] = button(screen, title)["enabled"]
    return found


def cell(row, column):
    """The text of a cell, which is the value of the column unless the row has another text for it."""
    return row.get("cells", {}).get(column, row.get("values", {}).get(column, ""))


def button(screen, title):
    return next(each for each in screen["buttons"] if each["title"] == title)


def call(screen, step, manifest):
    """The call that a step makes on a screen: its action, its arguments and the id of its form."""
    if title := step.get("press") or step.get("begin"):
        pressed = button(screen, title)
        return pressed["action"], pressed.get("arguments", {}), None
    if "select" in step:
        part = find(screen, "list", step["in"])
        return part["select"], {"id": next(row["id"] for row in part["rows"] if row["title"] == step["select"])}, None
    if "tap" in step:
        x, y = step["tap"]
        return find(screen, "drawing", step["in"])["tap"]["action"], {"x": x, "y": y}, None
    if "cell" in step:
        title, name = step["cell"]
        part = find(screen, "list", step["in"])
        column = next(each for each in part["columns"] if each.get("name") == name)
        row = next(row["id"] for row in part["rows"] if row["title"] == title)
        return column["edit"], {"id": row, name: step["text"]}, None
    action = find(screen, "form", step["in"])["action"]
    kinds = {field["name"]: field["kind"] for each in manifest["actions"] if each["name"] == action
             for field in each["fields"]}
    return action, {name: value(text, kinds[name]) for name, text in step["type"].items()}, step["in"]


def value(text, kind):
    """A typed text in the JSON type of its field, or the text itself if it cannot be converted."""
    try:
        return float(text) if kind == "decimal" and text is not None else text
    except ValueError:
        return text
