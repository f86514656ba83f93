"""Tests the program on a terminal, together with a browser on the same records."""

import pytest
from playwright.sync_api import expect

from host import BINARY, eventually
from pages import ask, press, row, wait_state
from terminals import TERMINALS


@pytest.fixture(params=TERMINALS)
def launch(request, host):
    """Returns a function that launches a feature on a terminal. The feature uses the host's records."""
    terminals = []

    def launch(*arguments, **size):
        environment = host.environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
        terminals.append(request.param([str(BINARY), "launch", *arguments], environment, **size))
        return terminals[-1]

    yield launch
    for terminal in terminals:
        terminal.close()


def shows(terminal, text, is_there=True):
    eventually(lambda: (text in terminal.text()) == is_there,
               f"the terminal {'shows' if is_there else 'no longer shows'} {text!r}: {terminal.text()}")


def test_a_dog_adopted_in_the_terminal_is_shown_in_a_browser_and_can_be_released(launch, host, open_page):
    terminal = launch("doggy")
    shows(terminal, "Lucky Labrador")
    terminal.press(":")
    shows(terminal, "Everything")
    terminal.press("adopt")
    shows(terminal, "❯ Adopt a dog")
    terminal.press("Enter")
    shows(terminal, "Text of 1 to 40 characters")
    terminal.press("Max", "Tab", "d", "Tab", "4", "C-s")
    shows(terminal, "Max Doberman")
    page = open_page(f"{host.address}/features/doggy")
    wait_state(page, "live")
    place = row(page, "Max Doberman")
    ask(place, "Release")
    press(place, "release")
    expect(place).to_have_count(0)
    shows(terminal, "Max Doberman", is_there=False)
    terminal.press("q")
    assert terminal.exit_status() == 0


def test_the_screen_fits_any_size_of_the_terminal(launch):
    terminal = launch("house")
    shows(terminal, "House Lannister")
    for columns, lines in [(40, 12), (20, 5), (100, 30), (80, 24)]:
        terminal.resize(columns, lines)
        eventually(lambda: all(len(line) <= columns for line in terminal.text().split("\n")), "no line is too wide")
        shows(terminal, "House Targaryen" if columns >= 40 else "House")
    terminal.press("C-c")
    assert terminal.exit_status() == 0


def test_enter_opens_a_record_and_escape_comes_back_to_its_row(launch):
    terminal = launch("doggy")
    shows(terminal, "Lucky Labrador")
    terminal.press("Down", "Enter")
    shows(terminal, "Doggies › Vinny Doberman")
    shows(terminal, "Breed")
    terminal.press("Escape")
    shows(terminal, "Lucky Labrador")
    shows(terminal, "❯ Vinny Doberman")
    assert "›" not in terminal.text().split("\n")[0]
    terminal.press("q")
    assert terminal.exit_status() == 0


def test_escape_on_the_page_of_a_record_goes_up_to_the_list(launch):
    terminal = launch("doggy", "--set", "source=sample", "--set", "id=2")
    shows(terminal, "Doggies › Vinny Doberman")
    terminal.press("Escape")
    shows(terminal, "Lucky Labrador")
    terminal.press("q")
    assert terminal.exit_status() == 0


def test_a_dog_is_edited_on_its_page_while_another_person_changes_it(launch, host):
    terminal = launch("doggy", "--set", "id=2")
    shows(terminal, "Doggies › Vinny Doberman")
    assert "Revision" not in terminal.text() and "Key" not in terminal.text()
    terminal.press("Tab", "Tab", "l")
    shows(terminal, "(•) Labrador")
    host.perform(host.open("doggy"), "edit", id="2", name="Vincent", age=6)
    shows(terminal, "Doggies › Vincent Doberman")
    shows(terminal, "(•) Labrador")
    terminal.press("C-s")
    shows(terminal, "Vincent Labrador was changed.")
    assert host.rows(host.open("doggy"))[1] == ("Vincent Labrador", "6")
    terminal.press("C-c")
    assert terminal.exit_status() == 0
