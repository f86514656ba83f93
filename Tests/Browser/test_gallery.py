"""Tests the 7GUIs tasks of Tests/ExampleHost: every front end must show the parts that the tasks' scripts expect."""

import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest

import gallery as scripts
from host import eventually
from terminals import PyteTerminal

EACH_SCRIPT = pytest.mark.parametrize("feature, script", scripts.scripts(), ids=scripts.names())


def manifest(gallery, feature):
    return json.loads(gallery.ask("GET", f"/api/features/{feature}")[2])


def path(start, action, form):
    return f"{start}/actions/{action}" + (f"?form={quote(form)}" if form else "")


def outcome(status, body):
    """The notices, the refused fields and the frame of an answer; no frame if the call was refused."""
    if status == 200:
        return [notice["text"] for notice in body["notices"]], set(), body
    assert status == 422, body
    return [], set(body["errors"]), None


def seconds_to_wait(step):
    """How long the effect of a step may take. Most steps have their effect before they end."""
    return 10 if "seconds" in step or "begin" in step else 0


class Client:
    """A client of the API, which performs a task in a session."""

    def __init__(self, gallery, feature):
        self.gallery, self.manifest, self.session = gallery, manifest(gallery, feature), gallery.open(feature)
        self.threads, self.begun = ThreadPoolExecutor(), {}

    def ask(self, method, address, body=None):
        status, _, text = self.gallery.ask(method, f"/api/sessions/{self.session}{address}", body)
        return status, json.loads(text)

    def frame(self):
        return self.ask("GET", "")[1]

    def work(self, title):
        """The running work with a title, or None."""
        return next((each for each in self.frame().get("work", []) if each["title"] == title), None)

    def do(self, step):
        """Performs a step, and returns the notices and the refused fields."""
        if "cancel" in step:
            work = eventually(lambda: self.work(step["cancel"]), "the work is running")
            assert self.ask("POST", f"/work/{work['id']}/cancel")[0] == 200
            assert self.begun.pop(step["cancel"]).result(timeout=10)[0] == 409
            return [], set()
        action, arguments, form = scripts.call(self.frame()["screen"], step, self.manifest)
        if "begin" in step:
            self.begun[step["begin"]] = self.threads.submit(self.ask, "POST", path("", action, form), arguments)
            return [], set()
        return outcome(*self.ask("POST", path("", action, form), arguments))[:2]

    def close(self):
        self.gallery.close(self.session)
        self.threads.shutdown()


@EACH_SCRIPT
def test_a_session_of_the_api_follows_the_script(gallery, feature, script):
    client, statement = Client(gallery, feature), scripts.copied(script["shows"])
    assert scripts.shown(client.frame(), statement) == statement
    for step in script["steps"]:
        assert client.do(step) == (step.get("says", []), set(step.get("refused", [])))
        scripts.add(statement, step.get("shows"))
        eventually(lambda: scripts.shown(client.frame(), statement) == statement,
                   lambda: f"after {step}: {scripts.shown(client.frame(), statement)}", seconds_to_wait(step))
    client.close()


@EACH_SCRIPT
def test_an_action_without_a_session_follows_the_first_step_of_the_script(gallery, feature, script):
    """Each call launches the feature anew, so the test performs only the first step of a script."""
    frame = json.loads(gallery.ask("GET", f"/api/features/{feature}/screen")[2])
    statement, step = scripts.copied(script["shows"]), script["steps"][0]
    assert scripts.shown(frame, statement) == statement
    action, arguments, form = scripts.call(frame["screen"], step, manifest(gallery, feature))
    status, _, text = gallery.ask("POST", path(f"/api/features/{feature}", action, form), arguments)
    said, refused, frame = outcome(status, json.loads(text))
    assert (said, refused) == (step.get("says", []), set(step.get("refused", [])))
    scripts.add(statement, step.get("shows"))
    assert frame is None or scripts.shown(frame, statement) == statement


@EACH_SCRIPT
def test_the_perform_command_follows_the_first_step_of_the_script(gallery, feature, script):
    """Each command launches the feature anew, so the test performs only the first step of a script."""
    frame = json.loads(gallery.run("launch", feature, "--json"))
    statement, step = scripts.copied(script["shows"]), script["steps"][0]
    assert scripts.shown(frame, statement) == statement
    action, arguments, form = scripts.call(frame["screen"], step, manifest(gallery, feature))
    # The command names no form, so it also passes the values of the form's other fields.
    given = scripts.find(frame["screen"], "form", form)["values"] | arguments if form else arguments
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
    assert refused or scripts.shown(json.loads(run.stdout), statement) == statement


# ------------------------------------------------------------ line by line


class Conversation:
    """A task in the command `launch --plain`, which asks for input line by line."""

    def __init__(self, gallery, feature, *options):
        self.manifest = manifest(gallery, feature)
        environment = gallery.environment | {"TERM": "dumb", "LANG": "C.UTF-8"}
        command = [str(gallery.binary), "launch", feature, "--plain", *options]
        self.terminal = PyteTerminal(command, environment, columns=120, lines=2000)
        self.wait_for("q to leave:")

    def text(self):
        return "\n".join(line.rstrip() for line in self.terminal.text().split("\n")).rstrip()

    def wait_for(self, end):
        eventually(lambda: self.text().endswith(end), f"{end!r} ends {self.text()}")

    def answer(self, text, end=":"):
        before = self.text()
        self.terminal.press(f"{text}\r")
        # The terminal echoes the answer. The next question follows the answer.
        answered = re.compile(f": ?{re.escape(text)}\n.*{re.escape(end)}$", re.DOTALL)
        eventually(lambda: answered.search(self.text()[len(before) - 1:]), lambda: f"{end!r} ends {self.text()}")

    def screens(self):
        """The texts that were written as a whole. They have the numbers of choices; a change of a screen has none."""
        return [text for text in self.text().split("q to leave:")[:-1] if re.search(r"^\d+\. ", text, re.MULTILINE)]

    def screen(self):
        """The lines of the screen, which the program writes as a whole only on demand."""
        count = len(self.screens())
        self.terminal.press("show\r")
        eventually(lambda: len(self.screens()) > count, lambda: f"the screen follows {self.text()}")
        return [line.strip() for line in self.screens()[-1].split("\n")]

    def choices(self, lines):
        """The number of each choice, by the words of the choice."""
        found = [re.fullmatch(r"(\d+)\. (.*?)(?: \([a-z]\))?", line) for line in lines]
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
        elif "begin" in step:
            self.choose(step["begin"], "Ctrl-C cancels it.")
        elif "cancel" in step:
            self.terminal.press("C-c")
            self.wait_for("q to leave:")
        elif "select" in step:
            self.choose(step["select"], "Enter to go back:")
            self.answer(self.choices(self.text().split("\n")[-4:])["Select"], "q to leave:")
        elif "cell" in step:
            # The numbers of the rows precede their words, and the choices of a row those of the page.
            title, name = step["cell"]
            number = next(line.split(".")[0] for line in self.screen() if re.match(rf"\d+\. Row: {title}(,|$)", line))
            self.answer(number, "Enter to go back:")
            self.answer(f"Change {name.upper()}", ":")
            self.answer("-" if step["text"] is None else step["text"], "q to leave:")
        elif "tap" in step:
            self.choose(scripts.find(screen, "drawing", step["in"])["tap"]["title"])
            for text in [*map(str, step["tap"]), ""]:
                self.answer(text, ":")
        else:
            self.fill(step, scripts.find(screen, "form", step["in"]))
        return self.text()[start:]

    def fill(self, step, form):
        action = next(each for each in self.manifest["actions"] if each["name"] == form["action"])
        asked = [field for field in action["fields"] if field["name"] not in form.get("disabled", [])]
        self.choose(f"Fill in: {form.get('title', action['title'])}")
        for field in asked:
            # A change of the screen may be written before the question.
            question = f"{field['title']} ("
            eventually(lambda: self.text().split("\n")[-1].startswith(question), f"{question!r} follows {self.text()}")
            text = step["type"].get(field["name"], "")
            self.answer("-" if text is None else text)
            if field["name"] in step.get("refused", []):
                self.answer(".", "q to leave:")
                return

    def faults(self, statement):
        """The differences between the last screen and a statement."""
        found = []

        def state(what, stated, shown):
            if stated != shown:
                found.append(f"{what} should be {stated!r}, but is {shown!r}")

        works = statement.get("work", {})
        for title, is_running in works.items():
            state(f"{title!r} is running", is_running, f"{title} is running." in self.text().split("q to leave:")[-1])
        if any(works.values()):
            return found  # The program does not ask for a choice before the work has ended.
        lines = self.screen()
        choices = self.choices(lines)
        for label, value in statement.get("values", {}).items():
            state(label, True, any(re.fullmatch(f"{label}  +{value}", line) for line in lines))
        for title, stated in statement.get("progress", {}).items():
            said = next(line for line in lines if line.startswith(f"{title}: "))
            state(title, stated, scripts.within(stated, re.sub(r"^.*: \d+ % · ", "", said)))
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
        for circles in statement.get("shapes", {}).values():
            words = [f"Circle at {x}, {y}, radius {radius}{', filled' * is_filled}" for x, y, radius, is_filled in circles]
            state("circles", words, [line for line in lines if line.startswith("Circle at ")])
        for rows in statement.get("cells", {}).values():
            for title, cells in rows.items():
                words = next(words for words in choices if words == f"Row: {title}" or words.startswith(f"Row: {title},"))
                shown = dict(part.split(": ", 1) for part in words.split(", ")[1:])
                state(f"cells of {title}", cells, {column: shown.get(column.upper(), "") for column in cells})
        for title, is_enabled in statement.get("buttons", {}).items():
            state(f"{title!r} is enabled", is_enabled, title in choices)
        return found


@EACH_SCRIPT
def test_the_line_by_line_dialogue_follows_the_script(gallery, feature, script):
    person, statement = Conversation(gallery, feature), scripts.copied(script["shows"])
    # A session of the API performs the same steps, because the test needs the ids of the forms.
    client = Client(gallery, feature)
    try:
        assert not person.faults(statement)
        for step in script["steps"]:
            said = person.do(step, client.frame()["screen"])
            client.do(step)
            scripts.add(statement, step.get("shows"))
            eventually(lambda: not person.faults(statement),
                       lambda: f"after {step}: {person.faults(statement)} {said}", seconds_to_wait(step))
            assert all(text in said for text in step.get("says", []))
            assert not step.get("refused") or "✗ " in said
            assert "cancel" not in step or f"'{step['cancel']}' was cancelled" in said
        person.terminal.press("q\r")
        assert person.terminal.exit_status() == 0
    finally:
        person.terminal.close()
        client.close()
