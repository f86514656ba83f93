"""Parses the HTML of screens as browsers do: texts stay texts, and no text becomes an element, an attribute or an id."""

import json
import random
import re
import subprocess

import html5lib
import pytest

from host import BINARY

ELEMENTS = set("""a article bdi button caption dd details dialog div dl dt fieldset
    figcaption figure form h1 h2 h3 h4 h5 h6 i img input label
    legend li nav noscript ol option output p path pre progress section select span summary svg table tbody td template text
    textarea th thead tr ul""".split())

ATTRIBUTES = set("""action alt aria-controls aria-current aria-describedby aria-haspopup aria-hidden aria-invalid
    aria-keyshortcuts aria-label aria-labelledby aria-live aria-required aria-sort autocomplete autofocus checked class
    closedby d data-form data-key data-label data-preset data-question data-submit data-title
    data-values dir disabled enterkeyhint fill fill-opacity for form formaction formmethod height hidden href id inputmode max method min minlength
    name opacity open overflow pattern placeholder popover popovertarget preserveAspectRatio rel required role rows scope selected src step
    stroke stroke-dasharray stroke-linecap stroke-width tabindex text-anchor title type value vector-effect viewBox width x
    y""".split())

SVG = "{http://www.w3.org/2000/svg}"
"""The namespace of the elements of a picture."""

IDS = re.compile(r"(up|shown|screen|top|title|summary|phase|elements|end|presses|asks|steps)$|[a-z]:[-A-Za-z0-9._~%:+]*$|retry")

HOSTILE = [
    "<script>alert(1)</script>", "</textarea><img src=x onerror=alert(1)>", "\"><b id=evil>", "' onmouseover='x",
    "&lt;b&gt;&amp;amp;", "&#x3C;b>", "</title></style></script>", "<!--", "-->", "]]>", "<![CDATA[x]]>", "`${x}`",
    "\"\u0301 onload=x", "a\u202eb\u2066c\u061cd", "\x00\x1b[31m\x7f\x85", "\r\n\n leading", "\ufeff\ufffe\U0010ffff",
    "javascript:alert(1)", "日本語 ‏עברית <>",
]
"""Texts that try to leave the place where they stand."""

KINDS = {
    "text": {"length": {"min": 0, "max": 2000}}, "integer": {}, "decimal": {}, "boolean": {}, "date": {},
    "duration": {}, "instant": {}, "secret": {"length": {"min": 1, "max": 9}}, "choice": {}, "choices": {}, "texts": {},
}


def visible(text):
    """A text as a page shows it: control characters and bidirectional controls are shown as such."""
    def shown(char):
        code = ord(char)
        if char in "\t\n\r":
            return char
        if code < 0x20:
            return chr(0x2400 + code)
        if code == 0x7f:
            return "␡"
        if 0x80 <= code < 0xa0:
            return "\ufffd"
        if code == 0x61c or 0x200e <= code <= 0x200f or 0x202a <= code <= 0x202e or 0x2066 <= code <= 0x2069:
            return f"\\u{{{code:X}}}"
        return char
    return "".join(map(shown, text)).replace("\r\n", "\n").replace("\r", "\n")


class Screens:
    """Makes random screens, and remembers the texts that their pages must show."""

    def __init__(self, seed):
        self.random, self.number, self.texts = random.Random(seed), 0, []

    def text(self, is_shown=True):
        kind = self.random.random()
        if kind < 0.4:
            text = self.random.choice(HOSTILE)
        else:
            text = "".join(self.random.choice("ab <>&\"'=/\\\u0301é\u202e日") for _ in range(self.random.randint(1, 12)))
        text += f" {self.next()}"
        if is_shown:
            self.texts.append(text)
        return text

    def next(self):
        self.number += 1
        return self.number

    def id(self):
        return self.text(is_shown=False)

    def maybe(self, make, chance=0.5):
        return make() if self.random.random() < chance else None

    def one_of(self, *values):
        return self.random.choice(values)

    def manifest(self):
        """A feature with an action for each number of fields, and a field of each kind."""
        def field(kind, rule):
            return {"name": kind, "title": self.text(False), "kind": kind, "required": self.random.random() < 0.5,
                    "help": self.text(False), **rule} | (
                {"choices": [self.text(False) for _ in range(3)]} if kind in ("choice", "choices") else {})
        fields = [field(*each) for each in KINDS.items()]
        some = self.random.sample(fields, 3)
        actions = [{"name": "press", "title": self.text(False), "fields": []},
                   {"name": "fill", "title": self.text(False), "fields": fields},
                   {"name": "some", "title": self.text(False), "fields": some}]
        return {"id": "random", "title": "Random", "summary": "Random", "options": [], "actions": actions}

    def link(self):
        return {"feature": "other", "options": {"name": self.text(False)}}

    def button(self):
        role = self.one_of("normal", "primary", "destructive", "next", "previous")
        return {key: value for key, value in {
            "action": self.one_of("press", "fill", "some", "unknown"), "role": role,
            # The ways to the neighbours of a record are arrows, whose titles stand in attributes.
            "title": self.text(role not in ("next", "previous")),
            "arguments": self.maybe(lambda: {"text": self.text(False)}), "enabled": self.random.random() < 0.8,
            "confirm": self.maybe(lambda: self.text(False)),
            "values": self.maybe(lambda: {"text": self.text(False), "texts": [self.text(False)]}),
            "key": self.maybe(lambda: self.one_of(*"bcdiopwz"))}.items() if value is not None}

    def row(self, values):
        return {key: value for key, value in {
            "id": self.id(), "title": self.text(), "detail": self.maybe(self.text), "values": values,
            "tone": self.maybe(lambda: self.one_of("accent", "critical", "warning")),
            "buttons": [self.button() for _ in range(self.random.randint(0, 3))],
            "opens": self.maybe(self.link)}.items() if value is not None}

    def list(self):
        table = self.random.random() < 0.5
        rows = [self.row({"text": self.text(table)}) for _ in range(self.random.randint(0, 4))]
        columns = [{"part": "title", "title": self.text(table)}, {"part": "detail", "title": "Detail"},
                   {"name": "text", "title": "Text", "kind": "text"}]
        return {key: value for key, value in {
            "rows": rows, "columns": columns if table else None, "more": self.maybe(self.button),
            "select": self.maybe(lambda: "press"), "hint": self.text(not rows)}.items() if value is not None}

    def form(self):
        action = self.one_of("fill", "some")
        return {"action": action, "values": {"text": self.text(False), "texts": [self.text(False)]},
                "submits": self.one_of("button", "change"), "title": self.text(), "enabled": self.random.random() < 0.8,
                "problems": {"text": {"text": self.text(False), "theirs": self.text(False)}}}

    def element(self, depth=0):
        kind = self.one_of("text", "list", "fields", "placeholder", "progress", "chart", "image", "link", "form", "section", "future")
        element = {"kind": kind, "id": self.id()}
        if kind == "text":
            element |= {"text": self.text(), "style": self.one_of("body", "headline", "caption", "code", "future")}
        elif kind == "list":
            element |= self.list()
        elif kind == "fields":
            element |= {"style": self.one_of("table", "stats"), "items": [
                {"label": self.text(), "value": self.text(), "detail": self.text(), "opens": self.link(),
                 "trend": self.maybe(lambda: [self.random.uniform(-9, 9) for _ in range(self.random.randint(0, 5))])}]}
        elif kind == "placeholder":
            element |= {"text": self.text()}
        elif kind == "progress":
            element |= {"title": self.text(), "fraction": self.random.random(), "message": self.text()}
        elif kind == "chart":
            labels, count = [self.text() for _ in range(self.random.randint(1, 4))], self.random.randint(1, 5)
            values = lambda: [self.maybe(lambda: self.random.choice([-1, 0, 0.5, 7, 1e300])) for _ in labels]
            element |= {"title": self.text(), "style": self.one_of("bars", "lines", "future"), "labels": labels,
                        "series": [{"name": self.text(), "values": [1] + values()[1:]} for _ in range(count)],
                        "unit": self.text()}
        elif kind == "image":
            href = self.one_of("/a.png?v=1", "//evil.example/a", "/\\evil.example", "javascript:alert(1)", self.text(False))
            element |= {"file": {"name": self.text(False), "type": "image/png", "href": href}, "alt": self.text()}
        elif kind == "link":
            element |= {"title": self.text(), "opens": self.one_of(
                self.link(), "https://example.org/", "javascript:alert(1)", self.text(False))}
        elif kind == "form":
            element |= self.form()
        elif kind == "section" and depth < 2:
            element |= {"title": self.text(), "layout": self.one_of("stack", "columns", "tabs", "folded"),
                        "elements": [self.element(depth + 1) for _ in range(self.random.randint(1, 3))],
                        "buttons": [self.button()]}
        else:
            element |= {"kind": "future", "title": self.text(), "elements": []}
        return element

    def screen(self):
        phase = {"kind": "ready"}
        if self.random.random() < 0.2:
            phase = {"kind": "failed", "message": self.text(), "retry": self.button()}
        return {"title": self.text(), "tone": self.one_of("plain", "accent"), "phase": phase, "summary": self.text(),
                "elements": [self.element() for _ in range(self.random.randint(1, 4))],
                "buttons": [self.button() for _ in range(2)], "up": self.link() | {"title": self.text()}}


@pytest.fixture(scope="module")
def write():
    """Returns a function that writes the HTML of a screen."""
    process = subprocess.Popen([BINARY.parent / "PageWriter"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def write(screen, manifest):
        frame = {"session": "s", "feature": "random", "revision": 1, "screen": screen}
        process.stdin.write(json.dumps({"frame": frame, "manifest": manifest}) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        assert line, "PageWriter has ended"
        return json.loads(line)[0]

    yield write
    process.stdin.close()
    assert process.wait(10) == 0


def parsed(html):
    """All elements of HTML, with those of templates."""
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), namespaceHTMLElements=False)
    fragment = parser.parseFragment(html)
    return [element for element in fragment.iter() if isinstance(element.tag, str) and element.tag != "DOCUMENT_FRAGMENT"]


def check(elements, texts):
    shown = {visible("".join(element.itertext()) or element.get("alt", "")) for element in elements}
    for text in texts:
        assert any(visible(text) in each for each in shown), f"{text!r} is not shown"
    ids = [element.get("id") for element in elements if element.get("id") is not None]
    assert len(ids) == len(set(ids)), sorted(each for each in ids if ids.count(each) > 1)
    for element in elements:
        assert element.tag.removeprefix(SVG) in ELEMENTS, element.tag
        assert set(element.keys()) <= ATTRIBUTES, set(element.keys()) - ATTRIBUTES
        assert IDS.match(element.get("id", "title")), element.get("id")
        for name in ["href", "src", "action", "formaction"]:
            target = element.get(name, "/")
            assert re.match(r"[/?#]|https://", target) and not target.startswith("//"), target


@pytest.mark.parametrize("seed", range(200))
def test_a_random_screen_has_its_texts_and_no_markup_of_a_text(write, seed):
    screens = Screens(seed)
    manifest, screen = screens.manifest(), screens.screen()
    check(parsed(write(screen, manifest)), screens.texts)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_text_stays_a_text_in_every_place(write, text):
    """Each place of a screen and of a manifest has the same text."""
    screens = Screens(1)
    screens.text = lambda is_shown=True: text
    screens.id = lambda: f"{text} {screens.next()}"
    for seed in range(8):
        screens.random = random.Random(seed)
        check(parsed(write(screens.screen(), screens.manifest())), [text])


def test_the_parser_sees_markup_that_is_not_escaped(write):
    """The checks above can fail."""
    with pytest.raises(AssertionError):
        check(parsed("<p>" + HOSTILE[0] + "</p>"), [HOSTILE[0]])
    with pytest.raises(AssertionError):
        check(parsed('<p title="' + HOSTILE[3].replace("'", '"') + '"></p>'), [])
