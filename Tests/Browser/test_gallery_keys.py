"""Tests the 7GUIs tasks of Tests/ExampleHost in the interactive terminal. Keys perform the steps of the scripts. The screen
must show the parts that the scripts expect."""

import json
import os
import re
import time

import pytest

import gallery as scripts
from host import ROOT, Host, eventually
from terminals import PyteTerminal

DELETE_ALL, UP_TO_PAGE, FIRST_ROW, DOWN, END, HOME, DELETE = "\x15", "\x07", "g", "\x1b[B", "\x1b[F", "\x1b[H", "\x1b[3~"
FIRST_COLUMN = 3
"""The column of the page's text. The columns before it have the cursor."""


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    """The program `gallery`. Its commands need no server."""
    binary = os.environ.get("GALLERY_BINARY") or ROOT / ".build" / "debug" / "gallery"
    return Host(tmp_path_factory.mktemp("gallery"), binary=binary)


class Keyboard:
    """A task in the interactive view of the command `launch`. Like a person, it finds the parts of the screen by their
    texts."""

    def __init__(self, gallery, feature):
        actions = json.loads(gallery.run("describe", feature, "--json"))["actions"]
        self.fields = {field["name"]: field for action in actions for field in action["fields"]}
        screen = json.loads(gallery.run("launch", feature, "--json"))["screen"]
        names = {action["name"]: [field["name"] for field in action["fields"]] for action in actions}
        self.forms = {each["id"]: names[each["action"]] for each in scripts.elements(screen["elements"])
                      if each["kind"] == "form"}
        self.questions = {each["title"] for each in screen["buttons"] if each.get("role") == "destructive"}
        environment = gallery.environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.terminal = PyteTerminal([str(gallery.binary), "launch", feature], environment, columns=100, lines=40)
        # Keys that are pressed before the first screen do not reach the view.
        eventually(lambda: any(line.strip() for line in self.lines()[-3:]), "the first screen is shown")
        self.refused = set()
        """The names of the refused fields. They keep their typed text."""

    # -------------------------------------------------------- reading

    def lines(self):
        return self.terminal.text().split("\n")

    def cell(self, line, column):
        with self.terminal.lock:
            return self.terminal.screen.buffer[line][column]

    def place(self, field):
        """The line of a field and its text."""
        title = self.fields[field]["title"]
        for number, line in enumerate(self.lines()):
            found = re.match(rf".{{{FIRST_COLUMN}}}{re.escape(title)} +(.*)", line)
            if found:
                return number, re.sub("^‹ (.*) ›$", r"\1", found[1].strip())
        return None, None

    def rows(self):
        """The rows as pairs: the title, and whether the row is selected."""
        found = [re.match(r".{3}([✓ ]) (\S[^│✗]*, \S+) *[›]? *$", line) for line in self.lines()]
        return [(each[2], each[1] == "✓") for each in found if each]

    def titles(self):
        return [title for title, _ in self.rows()]

    def key(self, title):
        """The key of a button, and whether the button is enabled."""
        for number, line in enumerate(self.lines()[-3:], len(self.lines()) - 3):
            found = re.search(rf"(\w) {re.escape(title)}(  |$)", line)
            if found:
                return found[1], self.cell(number, found.start(1)).fg != "default"
        return None, False

    # -------------------------------------------------------- doing

    def do(self, step):
        if "press" in step:
            self.terminal.press(self.key(step["press"])[0], "y" if step["press"] in self.questions else "")
        elif "select" in step:
            eventually(lambda: step["select"] in self.titles(), f"the row is shown on {self.terminal.text()}")
            self.terminal.press(FIRST_ROW, DOWN * self.titles().index(step["select"]), "\r")
        else:
            for field, text in step["type"].items():
                self.focus(field)
                self.enter(field, text or "", field in step.get("refused", []))
            # An empty field is checked when the person leaves it. The next keys then act on the page.
            self.terminal.press(UP_TO_PAGE)
            eventually(self.has_left, "no field has the focus")
            self.refused = self.refused - set(step["type"]) | set(step.get("refused", []))

    def focus(self, field):
        for _ in range(len(self.fields) + 3):
            before = self.focused()
            if before is not None and before == self.place(field)[0]:
                return
            self.terminal.press("\t")
            eventually(lambda: self.focused() != before, f"the focus moves on {self.terminal.text()}")
        raise LookupError(f"no field {field!r} in {self.terminal.text()}")

    def focused(self):
        """The line with the cursor."""
        return next((number for number, line in enumerate(self.lines()) if line[1:2] == "❯"), None)

    def has_left(self):
        """Whether the cursor is in no field."""
        return self.focused() is None or self.focused() not in [self.place(field)[0] for field in self.fields]

    def enter(self, field, text, is_refused):
        shown = self.place(field)[1]
        if self.fields[field]["kind"] == "choice":
            while self.place(field)[1] != text:
                before = self.place(field)[1]
                self.terminal.press(text[0])
                eventually(lambda: self.place(field)[1] != before, "another choice is shown")
            return
        if not text:
            return self.terminal.press(END, DELETE_ALL)
        # The new text follows the old text, which is then deleted. A text that is refused is pasted, because the
        # beginning of that text may be valid, and the form sends each valid text.
        self.terminal.press(END, f"\x1b[200~{text}\x1b[201~" if is_refused else text, HOME, DELETE * len(shown))

    # -------------------------------------------------------- checking

    def wait_for(self, statement, step):
        """Waits until the screen shows the parts that a statement expects."""
        end = time.monotonic() + 10
        while faults := self.faults(statement, step):
            assert time.monotonic() < end, f"after {step}: {'; '.join(faults)}\n{self.terminal.text()}"
            time.sleep(0.02)

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
                shown = self.place(name)[1] or None
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
        for title, is_enabled in statement.get("buttons", {}).items():
            state(f"{title!r} is enabled", is_enabled, self.key(title)[1])
        for text in step.get("says", []):
            state(text, True, text in screen)
        for name in step.get("refused", []):
            line = self.place(name)[0]
            state(f"{name} has an error", True, line is not None and "✗" in self.lines()[line + 1])
        return found

    def is_open(self, field):
        """Whether a field can be edited: it has the background of an input field."""
        line = self.place(field)[0]
        return line is not None and any(self.cell(line, column).bg != "default" for column in range(FIRST_COLUMN, 80))


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return text


@pytest.mark.parametrize("feature, script", scripts.scripts(), ids=scripts.names())
def test_keys_in_the_interactive_terminal_follow_the_script(gallery, feature, script):
    person, statement = Keyboard(gallery, feature), scripts.copied(script["shows"])
    try:
        for step in [{}, *script["steps"]]:
            if step:
                person.do(step)
                scripts.add(statement, step.get("shows"))
            person.wait_for(statement, step)
        person.terminal.press("\x07", "q")
        assert person.terminal.exit_status() == 0
    finally:
        person.terminal.close()
