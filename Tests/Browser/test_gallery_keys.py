"""Tests the 7GUIs tasks of Tests/ExampleHost in the interactive terminal. Keys, or the mouse wherever something looks
pressable, perform the steps of the scripts. The screen must show the parts that the scripts expect."""

import pytest

import gallery as scripts
from gallery_mouse import Mouse
from gallery_terminal import Keyboard
from host import eventually
from terminals import TMUX


def in_tmux(gallery, feature):
    return Keyboard(gallery, feature, *TMUX.values, columns=80, lines=24)


PEOPLE = [
    pytest.param(Keyboard, id="keys"), pytest.param(Mouse, id="mouse"),
    pytest.param(in_tmux, id="keys in tmux", marks=TMUX.marks),
]


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("feature, script", scripts.scripts(), ids=scripts.names())
def test_keys_and_the_mouse_in_the_interactive_terminal_follow_the_script(gallery, feature, script, person):
    person, statement = person(gallery, feature), scripts.copied(script["shows"])
    try:
        for step in [{}, *script["steps"]]:
            if step:
                person.do(step)
                scripts.add(statement, step.get("shows"))
            person.wait_for(statement, step)
        has_text = any(person.text(name) for name in person.refused)
        person.terminal.press("C-g", "q")
        if has_text:
            # The program asks once about a text that was not sent.
            eventually(lambda: "q again quits" in person.terminal.text(), "the program asks about the refused text")
            person.terminal.press("q")
        assert person.terminal.exit_status() == 0
    finally:
        person.terminal.close()
