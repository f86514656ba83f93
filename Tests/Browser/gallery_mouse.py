"""Performs the 7GUIs tasks of Tests/ExampleHost in the interactive terminal by the mouse wherever something looks
pressable."""

import re

from gallery_terminal import CURSOR, Keyboard
from host import eventually

MOUSE_REPORTS = 1002 << 5
"""The private mode 1002, as pyte stores it."""


class Mouse(Keyboard):
    """The same person with a mouse. Only texts are typed on the keyboard."""

    def click(self, line, column):
        assert MOUSE_REPORTS in self.terminal.screen.mode, "the program has asked the terminal for mouse reports"
        self.terminal.press(f"\x1b[<0;{column + 1};{line + 1}M", f"\x1b[<0;{column + 1};{line + 1}m")

    def click_text(self, text, lines):
        """Clicks on a text in one of the given lines."""
        for number in lines:
            if (column := self.lines()[number].find(text)) >= 0:
                return self.click(number, column)
        raise LookupError(f"no {text!r} in {self.terminal.text()}")

    def tap(self, x, y):
        self.click(*self.cell(x, y))

    def edit(self, step):
        title, column = step["cell"]
        heading = next(line for line in self.lines() if "Row " in line)
        number = next(number for number, line in enumerate(self.lines()) if re.match(rf"[~ ✓{CURSOR}]*{title} ", line))
        place = number, heading.index(f" {column.upper()} ") + 1
        # The first click moves the cursor to the cell. A click on the cell with the cursor edits it.
        if self.focused() != place:
            self.click(*place)
            eventually(lambda: self.focused() == place, f"the cursor is at {place} on {self.terminal.text()}")
        self.click(*place)
        eventually(lambda: "Esc cancel" in self.lines()[-1], f"the editor is open on {self.terminal.text()}")
        self.terminal.press("C-u", step["text"] or "", "Enter")
        eventually(lambda: "Esc cancel" not in self.lines()[-1], f"the editor has closed on {self.terminal.text()}")

    def do(self, step):
        count = len(self.lines())
        if "tap" in step or "cell" in step:
            super().do(step)
        elif "cancel" in step:
            self.click_text(f"^C cancel {step['cancel']}", [count - 1])
        elif title := step.get("press") or step.get("begin"):
            self.click_text(f" {title}", range(count - 3, count))
            if title in self.questions:
                eventually(lambda: f"y {title}" in self.terminal.text(), "the question is asked")
                self.click_text(f"y {title}", range(count - 1))
        elif "select" in step:
            eventually(lambda: step["select"] in self.titles(), f"the row is shown on {self.terminal.text()}")
            line = next(number for number, text in enumerate(self.lines()) if step["select"] in text)
            # The first click moves the cursor to the row. A click on the cursor's row selects it.
            for _ in range(1 if CURSOR in self.lines()[line][:2] else 2):
                self.click(line, self.lines()[line].find(step["select"]))
        else:
            super().do(step)

    def leave(self):
        self.click_text("Esc leave", [len(self.lines()) - 1])

    def focus(self, field):
        eventually(lambda: self.place(field) is not None, f"{field} is shown on {self.terminal.text()}")
        place = self.place(field)
        self.click(*place)
        eventually(lambda: self.focused() == place, f"a click focuses {field} on {self.terminal.text()}")

    def enter(self, field, text, is_refused):
        if self.fields[field]["kind"] != "choice":
            return super().enter(field, text, is_refused)
        self.click_text(f") {text}", [self.place(field)[0]])
        eventually(lambda: self.text(field) == text, "the choice is shown")
