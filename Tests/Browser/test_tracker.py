"""Tests the tracker of Tests/ExampleHost at every front end: the same person reports an incident, comments on it, hands it
on, closes it and takes that back, and sees the same everywhere."""

import json
import os
import re
import subprocess
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from gallery import elements
from host import Host, ROOT, Refused, eventually
from pages import ask, form, press, wait_settled, wait_state
from terminals import PyteTerminal
from test_gallery import Conversation

STEPS = [
    ("report", ("High", "Alan Bradley"), {"status": "Open"}),
    ("comment", ("Looking\nnow",), {"comments": ["Looking\nnow"]}),
    ("change", ("In progress", "Ed Dilinger"), {"status": "In progress", "assignee": "Ed Dilinger"}),
    ("refuse", ("Nobody Known",), {}),
    ("close", (), {"status": "Closed"}),
    ("undo", (), {"status": "In progress"}),
]
"""The steps: what the person does, with what, and what is then different."""


@pytest.fixture(scope="module")
def tracker(tmp_path_factory):
    """The program `gallery` with a database."""
    binary = os.environ.get("GALLERY_BINARY") or ROOT / ".build" / "debug" / "gallery"
    folder = tmp_path_factory.mktemp("tracker")
    host = Host(folder, "--database", str(folder / "records.sqlite"), binary=binary).start()
    yield host
    host.stop()


def told(text):
    """What the text of a screen says outside of the forms, whose controls name every choice, and of the history."""
    comments = re.split(r"\n\s*Comments *\n", text)[-1]
    return re.split(r"\n\s*Title  ", text)[0] + "\n" + re.split(r"\n\s*History *\n", comments)[0]


class Door:
    """A way to use the tracker, and the incident that the person reports."""

    def __init__(self, host, title):
        self.host, self.title, self.key = host, title, None

    def begin(self):
        """Opens the page of the incident."""

    def end(self):
        """Leaves the tracker."""

    def screen(self):
        """What the API says about the incident."""
        return json.loads(self.host.ask("GET", f"/api/features/incidents/screen?id={self.key}")[2])["screen"]

    def find(self):
        address = f"/api/features/incidents/screen?search={quote(self.title)}"
        rows = [row for each in elements(json.loads(self.host.ask("GET", address)[2])["screen"]["elements"])
                for row in each.get("rows", [])]
        self.key = next(row["id"] for row in rows if row["title"] == self.title)


class OneShot(Door):
    """Calls of the API without a session."""

    def act(self, action, **arguments):
        path = f"/api/features/incidents/actions/{action}"
        status, _, text = self.host.ask("POST", path, arguments)
        answer = json.loads(text)
        if status >= 300:
            raise Refused(status, answer["errors"])
        self.last = answer.get("change")

    def report(self, severity, assignee):
        self.act("report", title=self.title, severity=severity, assignee=assignee)

    def comment(self, text):
        self.act("comment", id=self.key, text=text)

    def change(self, status, assignee):
        self.act("edit", id=self.key, status=status, assignee=assignee)

    def refuse(self, assignee):
        with pytest.raises(Refused, match=f"assignee.*{assignee}"):
            self.act("edit", id=self.key, assignee=assignee)

    def close(self):
        self.act("close", ids=[self.key])

    def undo(self):
        self.act("undo", change=self.last)

    def sees(self):
        return json.dumps(self.screen())


class InSession(OneShot):
    """A session of the API."""

    session = None

    def begin(self):
        self.session = self.host.open("incidents", id=self.key)

    def act(self, action, **arguments):
        session = self.session or self.host.open("incidents")
        self.last = self.host.perform(session, action, **arguments).get("change")
        if session != self.session:
            self.host.close(session)

    def sees(self):
        return json.dumps(self.host.screen(self.session))

    def end(self):
        self.host.close(self.session)


class Command(OneShot):
    """The commands `perform`, `undo` and `launch`."""

    def run(self, *arguments):
        database = ["--database", str(self.host.folder / "records.sqlite")]
        return subprocess.run(
            [self.host.binary, *arguments, *database], env=self.host.environment, cwd=self.host.folder,
            capture_output=True, text=True, timeout=30)

    def act(self, action, **arguments):
        given = [f"{name}={value[0] if isinstance(value, list) else value}" for name, value in arguments.items()]
        done = self.run("perform", "incidents", action, *given, "--json")
        if done.returncode:
            raise Refused(done.returncode, done.stderr)
        self.last = json.loads(done.stdout).get("change")

    def undo(self):
        assert self.run("undo", "incidents", str(self.last)).returncode == 0

    def sees(self):
        return told(self.run("launch", "incidents", "--set", f"id={self.key}").stdout)


class Lines(Door):
    """The command `launch --plain`."""

    person = None

    def open(self, *options):
        self.end()
        self.person = Conversation(
            self.host, "incidents", "--database", str(self.host.folder / "records.sqlite"), *options)

    def fill(self, words, texts):
        """Answers the questions of a form: the texts by the titles of their fields, and nothing new for the others."""
        self.person.choose(words)
        start = len(self.person.text())
        while not self.person.text().endswith("q to leave:"):
            assert len(self.person.text()) < 40_000, self.person.text()[start:start + 2_000]
            title = re.match(r"([A-Z]\w*) \(", self.person.text().split("\n")[-1])
            title = title[1] if title else None
            text = texts.get(title, "")
            for line in text.split("\n"):
                self.person.answer(line)
            if "\n" in text:
                # A full stop ends a text of several lines.
                self.person.answer(".")
            if "✗" in self.person.text()[start:]:
                return self.person.answer(".", "q to leave:")

    def report(self, severity, assignee):
        self.open("--set", "search=none")
        self.fill("Report an incident", {"Title": self.title, "Severity": severity, "Assignee": assignee})

    def begin(self):
        self.open("--set", f"id={self.key}")

    def comment(self, text):
        self.fill("Fill in: Comment", {"Comment": text})

    def change(self, status, assignee):
        self.fill("Fill in: Edit", {"Status": status, "Assignee": assignee})

    def refuse(self, assignee):
        self.fill("Fill in: Edit", {"Assignee": assignee})

    def close(self):
        self.person.choose("Close", "q to leave:")

    def undo(self):
        self.person.answer("u", "q to leave:")

    def sees(self):
        return told("\n".join(self.person.screen()))

    def end(self):
        if self.person:
            self.person.terminal.close()


class Terminal(Door):
    """The command `launch` on a terminal."""

    terminal = None

    def open(self, *options):
        self.end()
        command = [str(self.host.binary), "launch", "incidents", "--database",
                   str(self.host.folder / "records.sqlite"), *options]
        environment = self.host.environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.terminal = PyteTerminal(command, environment, 100, 44)
        eventually(lambda: "● live" in self.text() and "? help" in self.text(), self.text)

    def choose(self, assignee):
        """Takes a user from the list below the focused field."""
        self.terminal.press("C-u", assignee)
        # The list says the age too; a row of the page does not.
        eventually(lambda: f"{assignee}  Age" in self.text(), self.text)
        self.terminal.press("Down", "Enter")

    def leave(self):
        """Leaves a form. Keys that follow at once would belong to the escape key."""
        self.terminal.press("Escape")
        eventually(lambda: " e edit " in self.text(), self.text)

    def report(self, severity, assignee):
        self.open()
        self.terminal.press("n")
        eventually(lambda: "Cancel" in self.text(), self.text)
        self.terminal.press(self.title, "Tab", severity[0].lower(), "Tab")
        self.choose(assignee)
        self.terminal.press("C-s")
        eventually(lambda: f"{self.title} was reported" in self.text(), self.text)

    def begin(self):
        self.open("--set", f"id={self.key}")

    def comment(self, text):
        self.terminal.press("e", *["Tab"] * 7, *"\r".join(text.split("\n")), "C-s")
        eventually(lambda: "has a new comment" in self.text(), self.text)
        self.leave()

    def change(self, status, assignee):
        self.terminal.press("e", "Tab", "Tab", status[0].lower(), "Tab")
        self.choose(assignee)
        self.terminal.press("C-s")
        eventually(lambda: f"{self.title} was changed" in self.text(), self.text)
        self.leave()

    def refuse(self, assignee):
        self.terminal.press("e", "Tab", "Tab", "Tab", "C-u", assignee, "C-s")
        eventually(lambda: f"called \"{assignee}\"" in self.text().replace("\n", " "), self.text)
        self.open("--set", f"id={self.key}")

    def close(self):
        self.terminal.press("1")

    def undo(self):
        self.terminal.press("u")

    def text(self):
        return self.terminal.text()

    def sees(self):
        return told(self.text())

    def end(self):
        if self.terminal:
            self.terminal.close()


class Page(Door):
    """A page."""

    scripts = True

    def __init__(self, host, title, open_page):
        super().__init__(host, title)
        self.open_page = open_page

    def open(self, query=""):
        self.page = self.open_page(f"{self.host.address}/features/incidents{query}", java_script_enabled=self.scripts)
        self.settle()

    def settle(self):
        wait_state(self.page, "live") if self.scripts else wait_settled(self.page)

    def report(self, severity, assignee):
        self.open()
        ask(self.page, "Report an incident")
        fields = form(self.page, "report")
        fields.get_by_label("Title").fill(self.title)
        fields.get_by_role("radio", name=severity).check()
        self.choose(fields, assignee)
        press(self.page, "report")
        expect(self.page.get_by_text(f"{self.title} was reported").first).to_be_visible()

    def choose(self, fields, assignee):
        control = fields.locator("input[name='f.assignee']:not([type=radio])")
        control.fill(assignee)
        if self.scripts:
            self.page.get_by_role("option", name=re.compile(f"^{assignee}")).click()

    def begin(self):
        self.open(f"?id={self.key}")

    def comment(self, text):
        form(self.page, "comment").get_by_role("textbox").fill(text)
        press(self.page, "comment")

    def change(self, status, assignee):
        fields = form(self.page, "edit")
        fields.get_by_role("radio", name=status).check()
        self.choose(fields, assignee)
        press(self.page, "edit")

    def refuse(self, assignee):
        control = form(self.page, "edit").locator("input[name='f.assignee']:not([type=radio])")
        control.fill(assignee)
        press(self.page, "edit")
        expect(self.page.get_by_text(f"There are no Users called \"{assignee}\"").first).to_be_visible()
        self.begin()

    def close(self):
        press(self.page, "close")

    def undo(self):
        self.page.locator("#notices").get_by_role("button", name="Undo").click()

    def sees(self):
        self.settle()
        comments = self.page.get_by_role("region", name="Comments", exact=True).all_inner_texts()
        return "\n".join([self.page.locator("main .stats").inner_text(), *comments])


class PlainPage(Page):
    """A page without scripts."""

    scripts = False


DOORS = {
    "calls of the API": OneShot, "a session of the API": InSession, "commands": Command, "line by line": Lines,
    "a terminal": Terminal, "a page": Page, "a page without scripts": PlainPage,
}


def stated(screen):
    """The values of the incident on its page, and its comments."""
    stats = next(each for each in elements(screen["elements"]) if each.get("style") == "stats")
    known = {item["label"].lower(): item["value"] for item in stats["items"]}
    count = known.pop("comments")
    section = next(each for each in elements(screen["elements"])
                   if each["kind"] == "section" and each.get("title") == "Comments")
    rows = [row for each in section["elements"] for row in each.get("rows", [])]
    assert count == str(len(rows))
    return known | {"comments": [row["title"] for row in rows]}


def contains(text, words):
    return all(word in text for word in words)


@pytest.mark.parametrize("name", DOORS)
def test_the_tracker_does_the_same_at_every_front_end(tracker, open_page, name):
    kind = DOORS[name]
    title = f"Boiler {list(DOORS).index(name)} is cold"
    door = kind(tracker, title, open_page) if issubclass(kind, Page) else kind(tracker, title)
    facts = {"severity": "High", "assignee": "Alan Bradley", "comments": []}
    try:
        for step, given, changed in STEPS:
            getattr(door, step)(*given)
            if door.key is None:
                eventually(lambda: door.find() or door.key, "the incident is found")
                door.begin()
            facts |= changed
            eventually(lambda: stated(door.screen()) == facts,
                       lambda: f"after {step}: {stated(door.screen())} should be {facts}")
            words = [facts["severity"], facts["status"], facts["assignee"],
                     *[line for text in facts["comments"] for line in text.split("\n")]]
            eventually(lambda: contains(door.sees(), words), lambda: f"{words} in {door.sees()}")
    finally:
        door.end()
