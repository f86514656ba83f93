"""Tests the 7GUIs tasks of Tests/ExampleHost: every front end must show the parts that the tasks' scripts expect."""

import json
import os
import re
import subprocess
import time
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

import gallery as scripts
from host import ROOT, Host, eventually
from pages import wait_state
from terminals import PyteTerminal

EACH_SCRIPT = pytest.mark.parametrize("feature, script", scripts.scripts(), ids=scripts.names())


@pytest.fixture(scope="module")
def gallery(tmp_path_factory):
    binary = os.environ.get("GALLERY_BINARY") or ROOT / ".build" / "debug" / "gallery"
    host = Host(tmp_path_factory.mktemp("gallery"), binary=binary).start()
    yield host
    host.stop()


def manifest(gallery, feature):
    return json.loads(gallery.ask("GET", f"/api/features/{feature}")[2])


def path(start, action, form):
    return f"{start}/actions/{action}" + (f"?form={quote(form)}" if form else "")


def outcome(status, body):
    """The notices, the refused fields and the screen of an answer; no screen if the call was refused."""
    if status == 200:
        return [notice["text"] for notice in body["notices"]], set(), body["screen"]
    assert status == 422, body
    return [], set(body["errors"]), None


@EACH_SCRIPT
def test_a_session_of_the_api_follows_the_script(gallery, feature, script):
    known, session = manifest(gallery, feature), gallery.open(feature)
    screen, statement = gallery.screen(session), scripts.copied(script["shows"])
    assert scripts.shown(screen, statement) == statement
    for step in script["steps"]:
        action, arguments, form = scripts.call(screen, step, known)
        status, _, text = gallery.ask("POST", path(f"/api/sessions/{session}", action, form), arguments)
        said, refused, _ = outcome(status, json.loads(text))
        assert (said, refused) == (step.get("says", []), set(step.get("refused", [])))
        scripts.add(statement, step.get("shows"))
        screen = gallery.screen(session)
        assert scripts.shown(screen, statement) == statement
    gallery.close(session)


@EACH_SCRIPT
def test_an_action_without_a_session_follows_the_first_step_of_the_script(gallery, feature, script):
    """Each call launches the feature anew, so the test performs only the first step of a script."""
    screen = json.loads(gallery.ask("GET", f"/api/features/{feature}/screen")[2])["screen"]
    statement, step = scripts.copied(script["shows"]), script["steps"][0]
    assert scripts.shown(screen, statement) == statement
    action, arguments, form = scripts.call(screen, step, manifest(gallery, feature))
    status, _, text = gallery.ask("POST", path(f"/api/features/{feature}", action, form), arguments)
    said, refused, screen = outcome(status, json.loads(text))
    assert (said, refused) == (step.get("says", []), set(step.get("refused", [])))
    scripts.add(statement, step.get("shows"))
    assert screen is None or scripts.shown(screen, statement) == statement


@EACH_SCRIPT
def test_the_perform_command_follows_the_first_step_of_the_script(gallery, feature, script):
    """Each command launches the feature anew, so the test performs only the first step of a script."""
    screen = json.loads(gallery.run("launch", feature, "--json"))["screen"]
    statement, step = scripts.copied(script["shows"]), script["steps"][0]
    assert scripts.shown(screen, statement) == statement
    action, arguments, form = scripts.call(screen, step, manifest(gallery, feature))
    # The command names no form, so it also passes the values of the form's other fields.
    given = scripts.find(screen, "form", form)["values"] | arguments if form else arguments
    # Python could format a number in another way, so the test passes the typed text.
    given = {name: text for name, text in (given | step.get("type", {})).items() if text is not None}
    run = subprocess.run(
        [gallery.binary, "perform", feature, action, *(f"{name}={text}" for name, text in given.items()), "--json"],
        env=gallery.environment, cwd=gallery.folder, capture_output=True, text=True, timeout=30)
    refused = step.get("refused", [])
    assert run.returncode == (65 if refused else 0), run.stderr
    assert all(re.search(f"^  {name}: ", run.stderr, re.MULTILINE) for name in refused)
    assert all(text in run.stderr for text in step.get("says", []))
    scripts.add(statement, step.get("shows"))
    assert refused or scripts.shown(json.loads(run.stdout)["screen"], statement) == statement


# ------------------------------------------------------------ pages


def is_number(text):
    return re.fullmatch(r"-?[0-9]+([.][0-9]+)?", text) is not None


class Page:
    """The page of a task. Like a person, this class finds controls by the texts of the page."""

    def __init__(self, page):
        self.page = page
        self.refused = set()
        """The refused fields as pairs (form, field). A refused field keeps its typed text."""

    def form(self, name):
        return self.page.locator(f"[id='e:{name}'] form")

    def control(self, form, field):
        return self.form(form).locator(f"[name='f.{field}']:visible")

    def rows(self, name):
        return self.page.locator(f"[id='l:{name}'] > li")

    def do(self, step):
        if "press" in step:
            plain = self.page.get_by_role("button", name=step["press"], exact=True)
            asking = self.page.locator("button", has_text=re.compile(f"^{step['press']}…$"))
            plain.or_(asking).click()
            if asking.count():
                self.page.get_by_role("alertdialog").get_by_role("button", name=step["press"]).click()
        elif "select" in step:
            self.rows(step["in"]).get_by_role("button", name=step["select"]).click()
        else:
            for field, text in step["type"].items():
                self.fill(self.control(step["in"], field), text or "")
                self.refused.discard((step["in"], field))
            self.refused |= {(step["in"], field) for field in step.get("refused", [])}
            # Without scripts, the form has a button.
            for button in self.form(step["in"]).get_by_role("button").all():
                button.click()

    def fill(self, control, text):
        if control.evaluate("each => each.tagName") == "SELECT":
            control.select_option(text)
        elif control.get_attribute("type") == "date" and text == "2014-02-30":
            # A date control accepts only dates that exist, so the test presses single keys: month, day and year.
            control.focus()
            control.press_sequentially("02302014")
        elif control.get_attribute("type") == "number" and text and not is_number(text):
            # A number control accepts only the letter e, for an exponent. The letter e alone is no number.
            control.fill("")
            control.press_sequentially("e")
        else:
            control.fill(text)

    def wait_for(self, statement, step):
        """Waits until the page shows the expected parts of a statement."""
        end = time.monotonic() + 10
        while faults := self.faults(statement):
            assert time.monotonic() < end, f"after {step}: {'; '.join(faults)}"
            self.page.wait_for_timeout(20)

    def faults(self, statement):
        """The differences between the page and a statement."""
        found = []

        def state(what, stated, shown):
            if stated != shown:
                found.append(f"{what} should be {stated!r}, but is {shown!r}")

        for name, text in statement.get("texts", {}).items():
            state(name, text, self.page.locator(f"[id='e:{name}']").inner_text().strip())
        for form, fields in statement.get("fields", {}).items():
            for field, value in fields.items():
                if (form, field) not in self.refused:
                    text = self.control(form, field).input_value()
                    state(f"{form}.{field}", value, float(text) if isinstance(value, (int, float)) and text else text or None)
        for form, fields in statement.get("closed", {}).items():
            shown = self.form(form).locator("[name]:visible:disabled").evaluate_all("all => all.map(each => each.name.slice(2))")
            state(f"disabled fields of {form}", fields, shown)
        for form, problems in statement.get("problems", {}).items():
            controls = self.form(form).locator("[aria-invalid=true]").all()
            state(f"problems of {form}", problems, {each.get_attribute("name")[2:]: self.problem(each) for each in controls})
        for name, titles in statement.get("rows", {}).items():
            state(f"rows of {name}", titles, self.rows(name).locator(".title").all_inner_texts())
        for name, title in statement.get("selected", {}).items():
            chosen = self.page.locator(f"[id='l:{name}'] > li[aria-current=true] .title").all_inner_texts()
            state(f"selected row of {name}", [title] if title else [], chosen)
        for title, is_enabled in statement.get("buttons", {}).items():
            plain = self.page.get_by_role("button", name=title, exact=True)
            asking = self.page.locator("button", has_text=re.compile(f"^{title}…$"))
            shown = asking.count() == 1 and asking.is_enabled() or plain.count() == 1 and plain.is_enabled()
            state(f"{title!r} is enabled", is_enabled, shown)
        return found

    def problem(self, control):
        """The text of the error beside a control."""
        for name in (control.get_attribute("aria-describedby") or "").split():
            if name.endswith("-error"):
                return self.page.locator(f"[id='{name}'] bdi").inner_text()
        return None


@pytest.mark.parametrize("scripted", [True, False], ids=["with scripts", "without scripts"])
@EACH_SCRIPT
def test_a_page_follows_the_script(gallery, open_page, feature, script, scripted):
    page = open_page(gallery.page_of(gallery.open(feature)), java_script_enabled=scripted)
    if scripted:
        wait_state(page, "live")
    person, statement = Page(page), scripts.copied(script["shows"])
    for step in [{}, *script["steps"]]:
        if step:
            person.do(step)
            scripts.add(statement, step.get("shows"))
        person.wait_for(statement, step)
        for text in step.get("says", []):
            expect(page.get_by_text(text)).to_be_visible()
        for field in step.get("refused", []):
            control = person.control(step["in"], field)
            if not scripted and not control.evaluate("each => each.validity.valid"):
                continue  # The browser itself refuses to send the form, and shows the reason.
            expect(control).to_have_attribute("aria-invalid", "true")
            remarks = [page.locator(f"[id='{name}']") for name in control.get_attribute("aria-describedby").split()]
            assert any(remark.is_visible() for remark in remarks)


# ------------------------------------------------------------ line by line


class Conversation:
    """A task in the command `launch --plain`, which asks for input line by line."""

    def __init__(self, gallery, feature):
        self.manifest = manifest(gallery, feature)
        environment = gallery.environment | {"TERM": "dumb", "LANG": "C.UTF-8"}
        command = [str(gallery.binary), "launch", feature, "--plain"]
        self.terminal = PyteTerminal(command, environment, columns=120, lines=500)
        self.wait_for("q to leave:")

    def text(self):
        return "\n".join(line.rstrip() for line in self.terminal.text().split("\n")).rstrip()

    def wait_for(self, end):
        eventually(lambda: self.text().endswith(end), f"{end!r} ends {self.text()}")

    def answer(self, text, end=":"):
        before = self.text()
        self.terminal.press(f"{text}\r")
        # The terminal echoes the answer. The next question follows the answer.
        eventually(lambda: len(self.text()) > len(before) + len(text) + 2 and self.text().endswith(end),
                   f"{end!r} ends {self.text()}")

    def screen(self):
        """The lines of the last screen."""
        return [line.strip() for line in self.text().split("q to leave:")[-2].split("\n")]

    def choices(self, lines):
        """The number of each choice, by the words of the choice."""
        found = [re.fullmatch(r"(\d+)\. (.*)", line) for line in lines]
        return {each[2].removesuffix(" (selected)"): each[1] for each in found if each}

    def choose(self, words, end=":"):
        self.answer(self.choices(self.screen())[words], end)

    def do(self, step, screen):
        """Performs a step, and returns the text that the program then prints."""
        start = len(self.text())
        if "press" in step:
            self.choose(step["press"])
            if self.text().endswith("y or n [n]:"):
                self.answer("y", "q to leave:")
        elif "select" in step:
            self.choose(step["select"], "Enter to go back:")
            self.answer(self.choices(self.text().split("\n")[-4:])["Select"], "q to leave:")
        else:
            self.fill(step, scripts.find(screen, "form", step["in"]))
        return self.text()[start:]

    def fill(self, step, form):
        action = next(each for each in self.manifest["actions"] if each["name"] == form["action"])
        asked = [field for field in action["fields"] if field["name"] not in form.get("disabled", [])]
        self.choose(f"Fill in: {form.get('title', action['title'])}")
        for field in asked:
            assert self.text().split("\n")[-1].startswith(f"{field['title']} (")
            text = step["type"].get(field["name"], "")
            self.answer("-" if text is None else text)
            if field["name"] in step.get("refused", []):
                self.answer(".", "q to leave:")
                return

    def faults(self, statement):
        """The differences between the last screen and a statement."""
        lines, found = self.screen(), []
        choices = self.choices(lines)

        def state(what, stated, shown):
            if stated != shown:
                found.append(f"{what} should be {stated!r}, but is {shown!r}")

        for name, text in statement.get("texts", {}).items():
            state(name, True, text in lines)
        for fields in statement.get("fields", {}).values():
            for name, value in fields.items():
                title = next(field["title"] for action in self.manifest["actions"] for field in action["fields"]
                             if field["name"] == name)
                shown = [each[1] for each in (re.match(f"{title}  +([^ ].*?)(  .*)?$", line) for line in lines) if each]
                shown = shown[0] if shown and shown[0] != "–" else None
                state(name, value, float(shown) if isinstance(value, (int, float)) and shown else shown)
        for problems in statement.get("problems", {}).values():
            for text in problems.values():
                state(text, True, any(text in line for line in lines))
        for titles in statement.get("rows", {}).values():
            state("rows", titles, [words for words in choices if ", " in words])
        for title in statement.get("selected", {}).values():
            chosen = [line.split(". ", 1)[1].removesuffix(" (selected)") for line in lines if line.endswith(" (selected)")]
            state("selected row", [title] if title else [], chosen)
        for title, is_enabled in statement.get("buttons", {}).items():
            state(f"{title!r} is enabled", is_enabled, title in choices)
        return found


@EACH_SCRIPT
def test_the_line_by_line_dialogue_follows_the_script(gallery, feature, script):
    person, statement = Conversation(gallery, feature), scripts.copied(script["shows"])
    # A session of the API performs the same steps, because the test needs the ids of the forms.
    known, session = manifest(gallery, feature), gallery.open(feature)
    try:
        assert not person.faults(statement)
        for step in script["steps"]:
            screen = gallery.screen(session)
            said = person.do(step, screen)
            action, arguments, form = scripts.call(screen, step, known)
            gallery.ask("POST", path(f"/api/sessions/{session}", action, form), arguments)
            scripts.add(statement, step.get("shows"))
            assert not person.faults(statement), f"after {step}: {said}"
            assert all(text in said for text in step.get("says", []))
            assert not step.get("refused") or "✗ " in said
    finally:
        person.terminal.close()
