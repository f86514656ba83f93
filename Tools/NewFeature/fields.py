"""Parses the fields of a new feature's model and generates their Swift code."""

import re
from dataclasses import dataclass

DEFAULT_FIELDS = "name:text,note:text"
FIELD_LIMIT = 20

KEYWORDS = set(
    """Any Self Type actor as associatedtype async await break case catch class continue default defer deinit do dynamic
    else enum extension fallthrough false fileprivate final for func get guard if import in indirect infix init inout
    internal is lazy let mutating nil nonisolated open operator optional override package postfix precedencegroup prefix
    private protocol public repeat required rethrows return self set some static struct subscript super switch throw
    throws true try typealias unowned var weak where while willSet didSet borrowing consuming macro""".split())

# Names that a field cannot have. Every record already has a member with such a name, or the model declares one.
TAKEN = {"id": "is the entry's key, which every entry has",
         **dict.fromkeys(
             ["fields", "sample", "collection", "uniqueKey", "values", "flatValues", "hashValue", "hash", "encode",
              "allCases", "description"], "is a member of every record")}


class Refused(Exception):
    """The error for invalid input of the user."""


@dataclass
class Kind:
    """A kind of field: its type, its rule, two sample values in Swift and as shown to people, and its format."""

    type: str
    rule: str
    samples: tuple
    shown: tuple
    text: str
    argument: str


KINDS = {
    "text": Kind("String", "", (), (), "{}", "Third"),
    "integer": Kind("Int", "", ("1", "2"), ("1", "2"), r'"\({})"', "3"),
    "decimal": Kind("Double", "", ("1.5", "2.5"), ("1.5", "2.5"), r'"\({})"', "3.5"),
    "boolean": Kind("Bool", "", ("true", "false"), ("yes", "no"), '{} ? "yes" : "no"', "true"),
    "choice": Kind("", "", (), (), "{}.rawValue", ""),
    # The value is optional, because three numbers may not form a valid date.
    "date": Kind("CalendarDate?", "",
                 ("CalendarDate(year: 2026, month: 1, day: 1)", "CalendarDate(year: 2026, month: 12, day: 31)"),
                 ("2026-01-01", "2026-12-31"), '{}.map(\\.description) ?? "no date"', "2026-06-30"),
    "instant": Kind("Instant?", "", ('Instant("2026-01-01T09:00:00Z")', 'Instant("2026-12-31T18:30:00Z")'),
                    ("2026-01-01T09:00:00.000Z", "2026-12-31T18:30:00.000Z"),
                    '{}.map(\\.description) ?? "no time"', "2026-06-30T12:00:00Z"),
    "duration": Kind("Duration", "", (".seconds(90)", ".seconds(3600)"), ("90s", "1h"), "{}.fieldText", "2s"),
}


@dataclass
class Field(Kind):
    """A field with the Swift code of its kind."""

    name: str
    kind: str
    choices: list

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


def parse_choices(name, text):
    """Returns the texts of a choice, each with the name of its enumeration case."""
    given = [part.strip() for part in (text or "").split("|")]
    if len(given) < 2 or not all(given):
        raise Refused(f"field '{name}': a choice lists at least two texts, as in {name}:choice(Clear|Cloudy); got "
                      f"'{name}:choice{f'({text})' if text is not None else ''}'")
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
    """Parses a list of fields such as `name:text,degrees:decimal`."""
    fields = []
    for part in split(text) if text.strip() else [""]:
        match = re.fullmatch(r"\s*([^:()]*?)\s*:\s*([^:()]*?)\s*(?:\((.*)\))?\s*", part)
        if not match:
            raise Refused(f"expected fields as NAME:KIND, such as {DEFAULT_FIELDS}; got '{part.strip()}'")
        name, kind, choices = match.groups()
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
        if kind not in KINDS:
            raise Refused(f"field '{name}': there is no kind '{kind}'; known are {', '.join(KINDS)}")
        if choices is not None and kind != "choice":
            raise Refused(f"field '{name}': only a choice names its texts in parentheses; got '{part.strip()}'")
        fields.append(make_field(name, kind, choices, isFirst=not fields))
    if len(fields) > FIELD_LIMIT:
        raise Refused(f"a feature begins with at most {FIELD_LIMIT} fields; got {len(fields)}")
    types = [field.type for field in fields if field.kind == "choice"]
    if clash := sorted(set(types) & {
            feature, "String", "Int", "Double", "Bool", "Duration", "Self", "Type", "Field", "Record", "CalendarDate", "Instant",
            "Example"}):
        raise Refused(f"the choice would become the enumeration {clash[0]}, but this type already exists; choose "
                      "another name")
    return fields


def make_field(name, kind, choices, isFirst):
    field = Field(**vars(KINDS[kind]), name=name, kind=kind, choices=[])
    if kind == "text":
        field.rule = ", length: 1...80" if isFirst else ", length: 0...200"
        field.shown = tuple(word if isFirst else f"{word} {field.title.lower()}" for word in ("First", "Second"))
        field.samples = tuple(f'"{text}"' for text in field.shown)
    if kind == "choice":
        field.choices = parse_choices(name, choices)
        field.type = name[0].upper() + name[1:]
        field.samples = tuple(f".{escaped(case)}" for case, _ in field.choices[:2])
        field.shown = tuple(text for _, text in field.choices[:2])
        text = field.choices[-1][1]
        field.argument = text if re.fullmatch(r"\w+", text) else f"'{text}'"
    return field


def escaped(case):
    return f"`{case}`" if case in KEYWORDS else case


def lines(marker, made, text):
    """Replaces a marker line with lines of the same indentation."""
    return re.sub(rf"^( *)// {marker}\n", lambda match: "".join(f"{match[1]}{line}\n" for line in made), text,
                  flags=re.MULTILINE)


def value(field, entry="entry"):
    return field.text.format(f"{entry}.{field.name}")


def interpolated(field):
    """Returns the field's value as part of a text."""
    inner = re.fullmatch(r'"(\\\(.*\))"', value(field))
    return inner[1] if inner else rf"\({value(field)})"


def fill(text, fields):
    """Returns a template with the code of the fields inserted."""
    first, rest = fields[0], fields[1:]
    if len(rest) == 1:
        detail = value(rest[0])
    else:
        detail = '"' + ", ".join(map(interpolated, rest)) + '"'
    properties, samples = [], []
    for field in fields:
        properties += [f"/// {'Yes or no:' if field.kind == 'boolean' else 'The'} {field.noun}.", f"public var {field.name}: {field.type}"]
    for field in fields:
        if field.choices:
            properties += ["", f"/// What the {field.noun} can be.",
                           f"public enum {field.type}: String, CaseIterable, Codable, FieldType {{"]
            for case, shown in field.choices:
                properties.append(f"    case {escaped(case)}" + ("" if case == shown else f' = "{shown}"'))
            properties.append("}")
    for index in range(2):
        values = ", ".join(f"{field.name}: {field.samples[index]}" for field in fields)
        samples.append(f'Example(id: "{index + 1}", {values}),')
    shown = "; ".join(f"{first.shown[i]} / {', '.join(field.shown[i] for field in rest)}" for i in range(2))
    declared = [f'Field<{field.type}>("{field.name}", "{field.title}"{field.rule}),' for field in fields]
    text = lines("FIELDS", declared, text)
    text = lines("SAMPLE", samples, text)
    text = lines("PROPERTIES", properties, text)
    sort = "sort: ExampleFeature.browsing.sort(by: "
    columns = [f'ListElement.Column(.title, title: "{first.title}", {sort}"{first.name}")),']
    if rest:
        heading = f'"{rest[0].title}", {sort}"{rest[0].name}")' if len(rest) == 1 else '"Details"'
        columns.append(f"ListElement.Column(.detail, title: {heading}),")
    text = lines("COLUMNS", columns, text)
    text = text.replace("title: TITLE", f"title: {value(first)}").replace('"SHOWN"', f'"{shown}"')
    return text.replace("detail: DETAIL, ", f"detail: {detail}, " if rest else "")
