"""Parses the fields of a new feature's model and generates their Swift code."""

import re
from dataclasses import dataclass, field
from difflib import get_close_matches

DEFAULT_FIELDS = "name:text,note:text"
FIELD_LIMIT = 20

KEYWORDS = set(
    """Any Self Type actor as associatedtype async await break case catch class continue default defer deinit do dynamic
    else enum extension fallthrough false fileprivate final for func get guard if import in indirect infix init inout
    internal is lazy let mutating nil nonisolated open operator optional override package postfix precedencegroup prefix
    private protocol public repeat required rethrows return self set some static struct subscript super switch throw
    throws true try typealias unowned var weak where while willSet didSet borrowing consuming macro""".split())

# Names that a field cannot have. Every record already has a member with such a name, or its actions have such a field.
TAKEN = {"id": "is the entry's key, which every entry has",
         "revision": "is the field with which edits refuse stale values",
         **dict.fromkeys(
             ["fields", "sample", "collection", "uniqueKey", "values", "flatValues", "hashValue", "hash", "encode",
              "allCases", "description"], "is a member of every record")}

# Names that a field with a filter cannot have. A filter is an option of the feature, and these options exist already.
OPTIONS = ["search", "order", "descending", "source", "latency", "session", "dialog", "list", "row", "button"]

# Kinds of fields that an action can have, but a record cannot.
UNKEPT = {"texts": "lists of texts", "choices": "lists of choices", "secret": "secrets"}


class Refused(Exception):
    """The error for invalid input of the user."""


@dataclass
class Kind:
    """A kind of field: its Swift type, the title of an entry in Swift, and two sample values.

    The samples are in Swift (`samples`), as plain values (`values`) and as texts for people (`shown`). `argument` is a
    third value, for a command.
    """

    type: str
    title_text: str = "{}"
    samples: tuple = ()
    values: tuple = ()
    shown: tuple = ()
    argument: str = "Third"
    rule: str = ""


def quoted(text):
    return '"' + text.replace("\n", "\\n") + '"'


def plain(type, values, argument, title_text=r'"\({})"'):
    """A kind whose values look the same in Swift and to people."""
    return Kind(type, title_text, values, values, values, argument)


def text(type, samples, shown, argument, title_text):
    """A kind whose plain value is a text."""
    return Kind(type, title_text, samples, tuple(map(quoted, shown)), shown, argument)


KINDS = {
    "text": Kind("String"),
    "lines": Kind("String"),
    "integer": plain("Int", ("1", "2"), "3"),
    "decimal": plain("Double", ("1.5", "2.5"), "3.5"),
    "boolean": plain("Bool", ("true", "false"), "true"),
    # These values are optional, because an entry may have no date, and because a text may not be a valid one.
    "date": text("CalendarDate?",
                 ("CalendarDate(year: 2026, month: 1, day: 1)", "CalendarDate(year: 2026, month: 12, day: 31)"),
                 ("2026-01-01", "2026-12-31"), "2026-06-30", '{}.map(\\.description) ?? "no date"'),
    "instant": text("Instant?", ('Instant("2026-01-01T09:00:00Z")', 'Instant("2026-12-31T18:30:00Z")'),
                    ("2026-01-01T09:00:00.000Z", "2026-12-31T18:30:00.000Z"), "2026-06-30T12:00:00Z",
                    '{}.map(\\.description) ?? "no time"'),
    "duration": text("Duration", (".seconds(90)", ".seconds(3600)"), ("90s", "1h"), "2s", "{}.fieldText"),
}


@dataclass
class Field(Kind):
    """A field with the Swift code of its kind."""

    name: str = ""
    kind: str = ""
    choices: list = field(default_factory=list)

    @property
    def is_filter(self):
        return self.kind in ("choice", "boolean")

    @property
    def title(self):
        parts = re.findall(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+", self.name)
        text = " ".join(part if len(part) > 1 and part.isupper() else part.lower() for part in parts)
        return text[:1].upper() + text[1:]

    @property
    def noun(self):
        return self.title if self.title[1:2].isupper() else self.title[:1].lower() + self.title[1:]


def split(text):
    """Splits a text at commas, except inside parentheses."""
    return re.findall(r"(?:[^,(]|\([^)]*\)?)+", text)


def lower_camel(text):
    parts = re.findall(r"[A-Za-z0-9]+", text)
    if not parts:
        return ""
    first = parts[0].lower() if parts[0].isupper() else parts[0][0].lower() + parts[0][1:]
    return first + "".join(part[0].upper() + part[1:] for part in parts[1:])


def parse_choices(name, text, declaration):
    """Returns the texts of a choice, each with the name of its enumeration case."""
    given = [part.strip() for part in (text or "").split("|")]
    if len(given) < 2 or not all(given):
        raise Refused(
            f"field '{name}': a choice lists at least two texts, as in {name}:Low|High; got '{declaration.strip()}'")
    choices = []
    for part in given:
        case = lower_camel(part)
        if not re.fullmatch(r"[a-z][A-Za-z0-9]*", case) or not re.fullmatch(r"[\w .'-]{1,40}", part):
            raise Refused(f"field '{name}': the choice '{part}' cannot be a case of an enumeration; expected at most 40 "
                          "letters, digits, blanks and hyphens, beginning with a letter (A to Z, a to z)")
        if case in dict(choices):
            raise Refused(f"field '{name}': '{part}' and '{dict(choices)[case]}' would be the same case, '{case}'")
        choices.append((case, part))
    return choices


def parse_fields(text, feature):
    """Parses a list of fields such as `name:text,degrees:decimal,severity:Low|High`."""
    fields = []
    for part in split(text) if text.strip() else [""]:
        match = re.fullmatch(r"\s*([^:()]*?)\s*:\s*([^:()]*?)\s*(?:\((.*)\))?\s*", part)
        if not match:
            raise Refused(f"expected fields as NAME:KIND, such as {DEFAULT_FIELDS}; got '{part.strip()}'")
        name, kind, choices = match.groups()
        check_field_name(name, fields)
        if "|" in kind and choices is None:
            kind, choices = "choice", kind
        check_kind(name, kind)
        if choices is not None and kind != "choice":
            raise Refused(f"field '{name}': only a choice lists texts; got '{part.strip()}'")
        listed = parse_choices(name, choices, part) if kind == "choice" else []
        fields.append(make_field(name, kind, listed, isFirst=not fields))
    if fields[0].kind == "lines":
        raise Refused(f"field '{fields[0].name}': the first field is the entry's title, which is one line, not 'lines'; "
                      "begin with a field of another kind")
    if len(fields) > FIELD_LIMIT:
        raise Refused(f"a feature begins with at most {FIELD_LIMIT} fields; got {len(fields)}")
    if clash := [field.name for field in fields if field.is_filter and field.name in OPTIONS]:
        raise Refused(f"field '{clash[0]}': a filter would have this name, but every list has an option '{clash[0]}'; "
                      "choose another name")
    types = [field.type for field in fields if field.kind == "choice"]
    if clash := sorted(set(types) & {
            feature, "String", "Int", "Double", "Bool", "Duration", "Self", "Type", "Field", "FieldType",
            "FieldDeclaration", "FieldValue", "CaseIterable", "Codable", "Record", "CalendarDate", "Instant"}):
        raise Refused(f"the choice would become the enumeration {clash[0]}, but this type already exists; choose "
                      "another name")
    return fields


def check_field_name(name, fields):
    if not re.fullmatch(r"[a-z][A-Za-z0-9]*", name) or len(name) > 40:
        close = lower_camel(name)
        hint = f"; try '{close}'" if re.fullmatch(r"[a-z][A-Za-z0-9]{,39}", close) and close != name else ""
        raise Refused(f"field '{name}': a field's name is lowerCamelCase, of at most 40 letters and digits (A to Z, "
                      f"a to z, 0 to 9){hint}")
    if name in KEYWORDS:
        raise Refused(f"field '{name}': '{name}' is a keyword of Swift; choose another name")
    if name in TAKEN:
        raise Refused(f"field '{name}': '{name}' {TAKEN[name]}; choose another name")
    if any(field.name == name for field in fields):
        raise Refused(f"field '{name}': this name occurs twice; give each field its own name")


def check_kind(name, kind):
    if kind == "choice" or kind in KINDS:
        return
    known = f"known are {', '.join(KINDS)}, and a choice lists its texts, as in {name}:Low|High"
    if kind in UNKEPT:
        raise Refused(f"field '{name}': records keep no {UNKEPT[kind]} (kind '{kind}'); {known}")
    near = get_close_matches(kind, KINDS, 1)
    hint = f"; did you mean '{near[0]}'? K{known[1:]}" if near else f"; {known}"
    raise Refused(f"field '{name}': there is no kind '{kind}'{hint}")


def make_field(name, kind, choices, isFirst):
    if kind == "choice":
        shown = tuple(text for _, text in choices[:2])
        samples = tuple(f".{escaped(case)}" for case, _ in choices[:2])
        last = choices[-1][1]
        argument = last if re.fullmatch(r"\w+", last) else f"'{last}'"
        made = Kind(name[0].upper() + name[1:], "{}.rawValue", samples, tuple(map(quoted, shown)), shown, argument)
        return Field(**vars(made), name=name, kind=kind, choices=choices)
    made = Field(**vars(KINDS[kind]), name=name, kind=kind)
    if kind in ("text", "lines"):
        ending = "" if isFirst else f" {made.title.lower()}"
        more = "\nin two lines" if kind == "lines" else ""
        made.shown = tuple(f"{word}{ending}{more}" for word in ("First", "Second"))
        made.samples = made.values = tuple(map(quoted, made.shown))
        made.rule = ", length: 1...80" if isFirst else ", length: 0...200"
        if kind == "lines":
            made.rule = ", length: 0...2000, lines: 1...40"
    return made


def escaped(case):
    return f"`{case}`" if case in KEYWORDS else case


def declared(fields):
    """Returns the declarations of the fields."""
    return [f'static let {field.name} = Field<{field.type}>("{field.name}", "{field.title}"{field.rule})'
            for field in fields]


def properties(fields):
    """Returns the properties of the model, and the enumerations of its choices."""
    made = []
    for field in fields:
        made += [f"/// {'Yes or no:' if field.kind == 'boolean' else 'The'} {field.noun}.",
                 f"public var {field.name}: {field.type}"]
    for field in fields:
        if field.choices:
            made += ["", f"/// The values that the {field.noun} can have.",
                     f"public enum {field.type}: String, CaseIterable, Codable, FieldType {{"]
            made += [f"    case {escaped(case)}" + ("" if case == shown else f' = "{shown}"')
                     for case, shown in field.choices]
            made.append("}")
    return made


def columns(fields, sort):
    """Returns the columns of the list. Texts with several lines are only on the page of an entry."""
    made = [f'ListElement.Column(.title, title: "{fields[0].title}", sort: {sort(fields[0])}),']
    for field in fields[1:]:
        if field.kind != "lines":
            kind = "" if field.kind in ("text", "choice") else f", kind: .{field.kind}"
            made.append(f'.init(name: "{field.name}", title: "{field.title}"{kind}, sort: {sort(field)}),')
    return made


def fill(text, fields, names):
    """Returns a template with the code of the fields inserted, and with the given names in place of others."""
    filters = [field for field in fields if field.is_filter]
    name, first = names["Example"], fields[0]
    blocks = {
        "FIELDS": declared(fields), "PROPERTIES": properties(fields),
        "SAMPLE": [f'{name}(id: "{i + 1}", {", ".join(f"{field.name}: {field.samples[i]}" for field in fields)}),'
                   for i in range(2)],
        "COLUMNS": columns(fields, lambda field: f"{name}Feature.browsing.sort(by: {name}.{field.name})"),
        "EXPECTED": columns(fields, lambda field: f'sort("{field.name}")')}
    words = {
        "NAMES": ", ".join(field.name for field in fields), "TITLE": first.title_text.format(f"entry.record.{first.name}"),
        "FIRST": ", ".join(f'"{field.name}": {field.values[0]}' for field in fields),
        "SECOND": ", ".join(f'"{field.name}": {field.values[1]}' for field in fields),
        "SHOWN1": first.shown[0], "SHOWN2": first.shown[1]}
    if filters:
        listed = ", ".join(f"{name}.{field.name}" for field in filters)
        names = {"RecordBrowsing(of: Example.self)": f"RecordBrowsing(of: {name}.self, filters: [{listed}])", **names}
        words["FILTERS"] = ", ".join(
            f'("{field.name}", {f".texts([{field.values[0]}])" if field.choices else field.values[0]})' for field in filters)
        text = re.sub(r"^ *// (FILTER|END)\n", "", text, flags=re.MULTILINE)
    else:
        text = re.sub(r"^ *// FILTER\n.*?^ *// END\n", "", text, flags=re.MULTILINE | re.DOTALL)

    def made(match):
        indentation, block, word, other = match.groups()
        if block:
            return "".join(f"{indentation}{line}\n" for line in blocks[block])
        return words[word] if word else names[other]

    # Replace everything at once, so that no name and no text of a field is taken for a marker.
    return re.sub(rf"^( *)// ({'|'.join(blocks)})\n|\b({'|'.join(words)})\b|({'|'.join(map(re.escape, names))})",
                  made, text, flags=re.MULTILINE)
