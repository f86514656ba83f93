"""Performs the 7GUIs tasks of Tests/ExampleHost in the interactive terminal by keys; gallery_mouse.py by the mouse."""

import json
import re

import gallery as scripts
from host import eventually
from terminals import PyteTerminal

FIRST_ROW = "g"
CURSOR = "❯"
"""The sign of the cursor, two columns before the part that has the focus."""


class Keyboard:
    """A task in the interactive view of the command `launch`. Like a person, the class finds parts by their texts."""

    def __init__(self, gallery, feature, kind=PyteTerminal, columns=100, lines=40):
        actions = json.loads(gallery.run("describe", feature, "--json"))["actions"]
        self.fields = {field["name"]: field for action in actions for field in action["fields"]}
        screen = json.loads(gallery.run("launch", feature, "--json"))["screen"]
        names = {action["name"]: [field["name"] for field in action["fields"]] for action in actions}
        self.forms = {each["id"]: names[each["action"]] for each in scripts.elements(screen["elements"])
                      if each["kind"] == "form"}
        self.questions = {each["title"] for each in screen["buttons"] if each.get("role") == "destructive"}
        environment = gallery.environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.terminal = kind([str(gallery.binary), "launch", feature], environment, columns, lines)
        # Keys that are pressed before the first screen do not reach the view.
        eventually(lambda: any(line.strip() for line in self.lines()[-3:]), "the first screen is shown")
        self.refused = set()
        """The names of the refused fields. They keep their typed text."""

    # -------------------------------------------------------- reading

    def lines(self):
        return self.terminal.text().split("\n")

    def title(self, field):
        """The number of the line with the title of a field, and the match of the title, which a narrow screen shortens."""
        whole = self.fields[field]["title"]
        titles = [re.escape(whole), *(re.escape(whole[:end]) + "…" for end in range(len(whole)))]
        for number, line in enumerate(self.lines()):
            if found := re.search(rf"(?<= [ {CURSOR}] )(?:{'|'.join(titles)})(?= |$)", line):
                return number, found
        return None, None

    def place(self, field):
        """The line and the column of a field."""
        number, title = self.title(field)
        return title and (number, title.start())

    def text(self, field):
        """The text of a field; None if the field is not shown."""
        _, title = self.title(field)
        if title is None:
            return None
        text = title.string[title.end():].strip()
        # The slider of a number follows it.
        text = re.sub("  +━*●─*[ ┃│]*$", "", text)
        radios = re.search(r"\(•\) (.*?)(?:  |$)", text)
        if radios or text.startswith("( )"):
            return radios[1].strip() if radios else ""
        return re.sub("^‹ (.*) ›$", r"\1", text).removesuffix(" – not now")

    def rows(self):
        """The rows as pairs: the title, and whether the row is selected."""
        found = [re.match(r".{3}([✓ ]) (\S[^│✗]*?, \S+)(?:  |$| *›)", line) for line in self.lines()]
        return [(each[2], each[1] == "✓") for each in found if each]

    def titles(self):
        return [title for title, _ in self.rows()]

    def key(self, title):
        """The key of a button, and whether the button is enabled."""
        for number, line in enumerate(self.lines()[-3:], len(self.lines()) - 3):
            found = re.search(rf"([\w↵]) \(?{re.escape(title)}…?\)?(  |$)", line)
            if found:
                return found[1].replace("↵", "Enter"), self.terminal.cells(number)[found.start(1)].fg != "default"
        return None, False

    def message(self, title):
        """The message at the end of the bar below a title, or an empty text."""
        bars = zip(self.lines(), self.lines()[1:])
        return next((re.split("  +", bar.strip())[-1] for line, bar in bars if line.strip() == title and "▕" in bar), "")

    # -------------------------------------------------------- drawings and cells

    def frame(self):
        """The place of the frame of the drawing, as its upper line, its left column, its rows and its columns."""
        lines = self.lines()
        top = next(number for number, line in enumerate(lines) if "┌" in line)
        bottom = next(number for number, line in enumerate(lines) if "└" in line)
        left = lines[top].index("┌")
        return top, left, bottom - top - 1, lines[top].index("┐") - left - 1

    def cell(self, x, y):
        """The line and the column of a place on the drawing, which is 400 wide and 300 high."""
        top, left, rows, columns = self.frame()
        # A row is as high as two columns are wide.
        scale = min(2 * columns / 400, 4 * rows / 300)
        return top + 1 + int(y * scale / 4), left + 1 + int(x * scale / 2)

    def cross(self):
        """The line and the column of the cross."""
        return next((number, line.index("+")) for number, line in enumerate(self.lines()) if "+" in line)

    def tap(self, x, y):
        for _ in range(5):
            if self.focused() and "┌" in self.lines()[self.focused()[0]]:
                break
            before = self.focused()
            self.terminal.press("Tab")
            eventually(lambda: self.focused() != before, f"the focus moves on {self.terminal.text()}")
        eventually(lambda: "+" in self.terminal.text(), "the cross is shown")
        here, there = self.cross(), self.cell(x, y)
        self.terminal.press(*["Down" if there[0] > here[0] else "Up"] * abs(there[0] - here[0]))
        self.terminal.press(*["Right" if there[1] > here[1] else "Left"] * abs(there[1] - here[1]))
        eventually(lambda: self.cross() == there, f"the cross is at {there} on {self.terminal.text()}")
        self.terminal.press("Enter")

    def is_dotted(self, x, y):
        """Whether there is a dot near a place."""
        line, column = self.cell(x, y)
        return any("⠁" <= sign <= "⣿" for sign in self.lines()[line][column - 1:column + 2])

    def cursor_row(self):
        """The title of the row with the cursor: its sign stands before the row, or before a cell of it."""
        line = self.lines()[self.focused()[0]]
        return re.match(rf"[~ ✓{CURSOR}]*(\w+)", line)[1]

    def cursor_column(self):
        """The title of the column of the cell with the cursor; None if the cursor is on the row as a whole."""
        number, column = self.focused()
        heading = next(line for line in self.lines() if "Row " in line)
        return column > 4 and heading[column] != " " and heading[column] or None

    def cells(self, title):
        """The texts of the cells in sight of a row, by the titles of their columns."""
        heading = next((line for line in self.lines() if "Row " in line), "")
        line = next((line for line in self.lines() if re.match(rf"[~ ✓{CURSOR}]*{title} ", line)), None)
        if line is None:
            return {}
        starts = [found.start() for found in re.finditer(r"(?<= )[A-Z](?= )", heading)]
        ends = starts[1:] + [starts[-1] + 9]
        return {heading[start]: line[start:end].replace(CURSOR, " ").strip() for start, end in zip(starts, ends)}

    def go_to(self, title, column):
        self.terminal.press(FIRST_ROW, *["Down"] * (int(title) - 1))
        eventually(lambda: self.cursor_row() == title, f"the cursor is in row {title} on {self.terminal.text()}")
        here = ord(self.cursor_column() or "@")
        steps = ord(column.upper()) - here
        self.terminal.press(*["Right" if steps > 0 else "Left"] * abs(steps))
        eventually(lambda: self.cursor_column() == column.upper(), f"the cursor is at {column} on {self.terminal.text()}")

    def edit(self, step):
        self.go_to(*step["cell"])
        self.terminal.press("Enter", "C-u", step["text"] or "")
        self.look_at(step)
        self.terminal.press("Enter")
        eventually(lambda: "Esc cancel" not in self.lines()[-1], f"the editor has closed on {self.terminal.text()}")

    # -------------------------------------------------------- doing

    def look_at(self, step): """Lets a test look at the editor of a cell."""

    def do(self, step):
        if "cell" in step:
            self.edit(step)
        elif "tap" in step:
            self.tap(*step["tap"])
            eventually(lambda: "┌" in self.lines()[(self.focused() or [0])[0]], "the drawing has the focus")
            self.leave()
            eventually(lambda: self.focused() is None, "the drawing has left the focus")
        elif "cancel" in step:
            assert "^C cancel" in self.lines()[-1]
            self.terminal.press("C-c")
        elif title := step.get("press") or step.get("begin"):
            self.terminal.press(self.key(title)[0], "y" if title in self.questions else "")
        elif "select" in step:
            eventually(lambda: step["select"] in self.titles(), f"the row is shown on {self.terminal.text()}")
            self.terminal.press(FIRST_ROW, *["Down"] * self.titles().index(step["select"]), "Enter")
        else:
            for field, text in step["type"].items():
                self.focus(field)
                self.enter(field, text or "", field in step.get("refused", []))
            # An empty field is checked when the person leaves it. The next keys then act on the page.
            self.leave()
            eventually(self.has_left, "no field has the focus")
            self.refused = self.refused - set(step["type"]) | set(step.get("refused", []))

    def leave(self):
        self.terminal.press("C-g")

    def focus(self, field):
        for _ in range(len(self.fields) + 3):
            before = self.focused()
            if before is not None and before == self.place(field):
                return
            self.terminal.press("Tab")
            eventually(lambda: self.focused() != before, f"the focus moves on {self.terminal.text()}")
        raise LookupError(f"no field {field!r} in {self.terminal.text()}")

    def focused(self):
        """The line and the column of the part with the cursor."""
        found = ((number, line.find(CURSOR)) for number, line in enumerate(self.lines()))
        return next(((number, column + len(CURSOR) + 1) for number, column in found if column >= 0), None)

    def has_left(self):
        """Whether the cursor is in no field."""
        return self.focused() is None or self.focused() not in [self.place(field) for field in self.fields]

    def enter(self, field, text, is_refused):
        shown = self.text(field)
        if self.fields[field]["kind"] == "choice":
            while self.text(field) != text:
                before = self.text(field)
                self.terminal.press(text[0])
                eventually(lambda: self.text(field) != before, "another choice is shown")
            return
        if self.fields[field].get("slider"):
            steps = round((float(text) - float(shown)) / self.fields[field].get("step", 1))
            return self.terminal.press(*["Right" if steps > 0 else "Left"] * abs(steps))
        if not text:
            return self.terminal.press("End", "C-u")
        # The new text follows the old text, which is then deleted. A text that is refused is pasted, because the
        # beginning of that text may be valid, and the form sends each valid text.
        self.terminal.press("End")
        (self.terminal.paste if is_refused else self.terminal.press)(text)
        self.terminal.press("Home", *["DC"] * len(shown))

    # -------------------------------------------------------- checking

    def wait_for(self, statement, step):
        """Waits until the screen shows the parts that a statement expects."""
        eventually(lambda: not self.faults(statement, step),
                   lambda: f"after {step}: {'; '.join(self.faults(statement, step))}\n{self.terminal.text()}")

    def faults(self, statement, step):
        """The differences between the screen and the expectations after a step."""
        found, screen = [], self.terminal.text()

        def state(what, stated, shown):
            if stated != shown:
                found.append(f"{what} should be {stated!r}, but is {shown!r}")

        for text in statement.get("texts", {}).values():
            state(text, True, text in [line.strip() for line in self.lines()])
        for fields in statement.get("fields", {}).values():
            for name, value in fields.items():
                shown = self.text(name) or None
                if name not in self.refused:
                    state(name, value, number(shown) if isinstance(value, (int, float)) else shown)
        for form, names in statement.get("closed", {}).items():
            closed = [name for name in self.forms[form] if not self.is_open(name)]
            state(f"disabled fields of {form}", names, closed)
        for problems in statement.get("problems", {}).values():
            state("problems", sorted(problems.values()), sorted(re.findall("✗ (.*?) *(?:\n|$)", screen))
                  if not self.refused else sorted(problems.values()))
        for titles in statement.get("rows", {}).values():
            state("rows", titles, self.titles())
        for title in statement.get("selected", {}).values():
            state("selected row", [title] if title else [], [title for title, is_chosen in self.rows() if is_chosen])
        for circles in statement.get("shapes", {}).values():
            state("any circle", bool(circles), any("⠁" <= sign <= "⣿" for sign in screen))
            for x, y, radius, is_filled in circles:
                state(f"edges at {x}, {y}", [True, True], [self.is_dotted(x - radius, y), self.is_dotted(x + radius, y)])
                state(f"filled at {x}, {y}", is_filled, "⣿" in self.lines()[self.cell(x, y)[0]])
        for rows in statement.get("cells", {}).values():
            for title, cells in rows.items():
                shown = self.cells(title)
                state(f"cells of {title}", cells, {column: shown.get(column.upper()) for column in cells})
        for label, value in statement.get("values", {}).items():
            state(label, True, any(re.fullmatch(rf" *{label}  +{value} *", line) for line in self.lines()))
        for title, stated in statement.get("progress", {}).items():
            state(title, stated, scripts.within(stated, self.message(title)))
        for title, is_running in statement.get("work", {}).items():
            said = re.search(rf"[⠁-⣿] {title}( \d+ % · | *$)", self.lines()[0])
            state(f"{title!r} is running", is_running, said is not None)
        for title, is_enabled in statement.get("buttons", {}).items():
            state(f"{title!r} is enabled", is_enabled, self.key(title)[1])
        for text in step.get("says", []):
            state(text, True, text in screen)
        for name in step.get("refused", []):
            place = self.place(name)
            state(f"{name} has an error", True, place is not None and "✗" in self.lines()[place[0] + 1])
        return found

    def is_open(self, field):
        """Whether a field can be edited: it has the background of an input field, or choices to press."""
        place = self.place(field)
        if place is None or any(sign in self.lines()[place[0]] for sign in ["(•)", "( )"]):
            return place is not None
        return any(cell.bg != "default" for cell in self.terminal.cells(place[0])[place[1]:])


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return text
