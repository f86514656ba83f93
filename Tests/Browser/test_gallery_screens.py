"""Compares the screens of the 7GUIs tasks in the interactive terminal with the golden files in Golden/terminal, at three
sizes. A file has the screens of a script that do not change by themselves: the first screen, and the screens during and
after each step.

FEATUREHOST_RECORD_GOLDEN=1 records the files anew. Look at each recorded screen before it is committed.
"""

import os
import re
import time
from pathlib import Path

import pytest

import gallery as scripts
from gallery_terminal import Keyboard
from host import eventually

GOLDEN = Path(__file__).with_name("Golden") / "terminal"
SIZES = [(80, 24), (120, 36), (44, 14)]
IS_RECORDING = os.environ.get("FEATUREHOST_RECORD_GOLDEN") == "1"
STILL = 0.7
"""The time without a change after which a screen is recorded, in seconds. A comparison waits for the golden screen."""


class Screens(Keyboard):
    """A task whose screens are compared with a golden file, or recorded there."""

    def __init__(self, gallery, feature, script, path, columns, lines):
        super().__init__(gallery, feature, columns=columns, lines=lines)
        self.statement, self.path, self.recorded = scripts.copied(script["shows"]), path, []
        self.expected = [] if IS_RECORDING else re.split("(?m)^(?=== )", path.read_text())[1:]

    def look(self, title):
        """Compares the next screen, or records it. A screen that changes by itself has no picture."""
        if self.changes():
            return self.wait_for({part: self.statement.get(part, {}) for part in ["progress", "work"]}, {})
        if IS_RECORDING:
            self.recorded.append(self.still(title))
            return
        assert self.expected, f"the file has no screen {title!r}:\n{self.picture(title)}"
        expected, end = self.expected.pop(0), time.monotonic() + 10
        while (found := self.picture(title)) != expected and time.monotonic() < end:
            time.sleep(0.02)
        assert found == expected

    def changes(self):
        """Whether the expected screen changes by itself: some work is running, or a bar is growing."""
        ranges = self.statement.get("progress", {}).values()
        return any(self.statement.get("work", {}).values()) or any(low < high for low, high in ranges)

    def picture(self, title):
        # The mark of a row that has just changed disappears after some seconds, so it is left out.
        return f"== {title}\n" + "".join(f"|{re.sub('^~', ' ', line)}|\n" for line in self.lines())

    def still(self, title):
        """Waits until the screen no longer changes, and returns it."""
        before, since = None, time.monotonic()
        while time.monotonic() < since + STILL:
            if (found := self.picture(title)) != before:
                before, since = found, time.monotonic()
            time.sleep(0.02)
        return before

    def finish(self):
        if IS_RECORDING:
            self.path.parent.mkdir(exist_ok=True)
            self.path.write_text("".join(self.recorded))
        assert not self.expected, f"the file has more screens: {self.expected}"

    def do(self, step):
        scripts.add(self.statement, step.get("shows"))
        if "press" not in step:
            super().do(step)
        else:
            self.press(step["press"])
        self.look(f"after {self.words(step)}")
        # A notice disappears after some seconds. The next screens must not depend on the speed of the machine.
        eventually(lambda: not any(line.startswith(" ✓ ") for line in self.lines()[-4:]), "notices disappear", seconds=20)

    def words(self, step):
        texts = [f"{field}: {text or 'nothing'}" for field, text in step.get("type", {}).items()]
        if "cell" in step:
            return f"{''.join(reversed(step['cell'])).upper()}: {step['text'] or 'nothing'}"
        if "cancel" in step:
            return f"the end of {step['cancel']}"
        return step.get("press") or "tap" in step and "a tap" or step.get("select") or ", ".join(texts)

    def press(self, title):
        key, _ = self.key(title)
        if key is None:
            self.terminal.press("m")
            eventually(lambda: self.digit(title), f"the menu has {title} on {self.terminal.text()}")
            self.look(f"the menu with {title}")
            key = self.digit(title)
        self.terminal.press(key)
        if title in self.questions:
            self.look(f"the question of {title}")
            self.terminal.press("y")

    def look_at(self, step):
        self.look(f"the editor of {self.words(step)}")

    def digit(self, title):
        """The key of an entry of the open menu."""
        found = re.search(rf"(\d)  {re.escape(title)} ", self.terminal.text())
        return found and found[1]

    def enter(self, field, text, is_refused):
        super().enter(field, text, is_refused)
        self.look(f"{text or 'nothing'} in {self.fields[field]['title']}")


def golden(feature, script, columns, lines):
    words = re.sub("[^a-z]+", "-", script["name"].lower())
    return GOLDEN / f"{feature}-{words}-{columns}x{lines}.txt"


@pytest.mark.parametrize("columns, lines", SIZES, ids=lambda size: str(size))
@pytest.mark.parametrize("feature, script", scripts.scripts(), ids=scripts.names())
def test_every_screen_of_a_task_equals_the_golden_file(gallery, feature, script, columns, lines):
    person = Screens(gallery, feature, script, golden(feature, script, columns, lines), columns, lines)
    try:
        person.look("begin")
        for step in script["steps"]:
            person.do(step)
        person.finish()
    finally:
        person.terminal.close()


def test_every_golden_file_belongs_to_a_script():
    expected = {golden(feature, script, *size) for feature, script in scripts.scripts() for size in SIZES}
    assert set(GOLDEN.iterdir()) == expected
