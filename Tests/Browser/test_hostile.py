"""Tests that hostile text in records has no effect on a page."""

import contextlib
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from host import Refused, eventually
from pages import ROW, adopting, ask, form, leave, press, row, rows, wait_state

NAMES = {
    "script": "<script>window.hit=1</script>",
    "image": "<img src=x onerror=window.hit=1>",
    "attribute": "\" autofocus onfocus=\"window.hit=1",
    "attribute with an accent on its end": "\"\u0301 onfocus=\"\u0301window.hit=1 autofocus",
    "apostrophe": "' onclick='window.hit=1",
    "end of the title": "</title><svg onload=window.hit=1>",
    "end of a text": "</textarea></bdi></li></ul><h1>Owned",
    "template": "{{name}} {{{name}}} ${name}",
    "address": "javascript:window.hit=1",
    "entity": "&lt;b&gt; &amp; &#x3c;",
    "comment": "<!-- --><!--",
    "style": "<style>body{display:none}</style>",
    "base": "<base href=//example.org/>",
    "refresh": "<meta http-equiv=refresh content=0>",
    "escape": "\u001b[31mred\u001b]0;owned\u0007",
    "controls": "a\u0008\u007f\u0085\u009bz",
    "right to left override": "abc\u202egnp.exe",
    "isolates": "\u2066\u2067\u2068abc",
    "marks of direction": "\u200f\u061c123",
    "forty wide letters": "W" * 40,
    "forty Chinese letters": "\u72ac" * 40,
    "forty letters with marks": "Z\u0351\u0352" * 40,
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 40,
    "line ends": "a\u2028b\u2029c",
    "nothing to see": "\u200b\u2060\ufeff",
}


@pytest.fixture(scope="module")
def adopted(shared):
    """A session with a dog for each hostile name that the host accepts, and the names that the host refused."""
    session, refused = shared.open("doggy", source="sample"), set()
    for key, name in NAMES.items():
        try:
            shared.perform(session, "adopt", name=name, breed="Bulldog", age=1)
        except Refused as error:
            assert error.status == 422, error
            refused.add(key)
    return session, refused


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_page_shows_hostile_names_as_text(open_page, shared, adopted, scripts, width):
    session, refused = adopted
    page = open_page(java_script_enabled=scripts, viewport={"width": width, "height": 700})
    page.goto(shared.page_of(session))
    taken = len(NAMES) - len(refused)
    expect(page.locator(ROW)).to_have_count(3 + taken)
    assert page.evaluate("window.hit") is None
    assert page.url == shared.page_of(session)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page).to_have_title("Doggies · featurehost")
    strangers = "main svg, img, style, base, meta[http-equiv], iframe, object, script:not([src])"
    assert page.locator(strangers).count() == 0
    assert page.locator("[onfocus], [onclick], [onerror], [onload]").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_live_page_shows_added_hostile_names_as_text(open_page, shared):
    session = shared.open("doggy", source="sample")
    page = open_page(shared.page_of(session))
    wait_state(page, "live")
    for name in NAMES.values():
        with contextlib.suppress(Refused):
            shared.perform(session, "adopt", name=name, breed="Bulldog", age=1)
            shared.perform(session, "edit", id="1", name=name)
    fresh = open_page(shared.page_of(session))
    eventually(lambda: rows(page) == rows(fresh), "the live page equals a newly loaded page")
    assert page.evaluate("window.hit") is None
    assert page.locator("main svg, img, style, base, iframe, object, script:not([src])").count() == 0
    assert page.locator("[onfocus], [onclick], [onerror], [onload]").count() == 0
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_a_page_shows_markup_as_it_was_typed(open_page, shared, adopted):
    session, refused = adopted
    page = open_page(shared.page_of(session))
    for key in ["script", "attribute", "template", "entity", "comment", "forty wide letters"]:
        assert key not in refused
        place = row(page, NAMES[key] + " Bulldog")
        expect(place).to_be_visible()
        ask(place, "Edit")
        expect(place.get_by_role("textbox", name="Name")).to_have_value(NAMES[key])
        leave(page)


def test_the_host_sends_no_control_characters_to_a_page(open_page, shared, adopted):
    session, _ = adopted
    page = open_page(shared.page_of(session))
    text = page.evaluate("document.body.innerHTML")
    assert not [hex(ord(letter)) for letter in text if ord(letter) < 32 and letter not in "\n\t\r"]
    assert not [hex(ord(letter)) for letter in text if 0x7F <= ord(letter) < 0xA0]


def test_the_direction_of_a_name_does_not_affect_other_words(open_page, shared, adopted):
    """A name that changes the writing direction must not move the other words of its row."""
    session, _ = adopted
    page = open_page(shared.page_of(session))
    loose = page.evaluate("""() => [...document.querySelectorAll('body *')].flatMap(each => [...each.childNodes])
        .filter(node => node.nodeType === 3 && /[\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f\\u061c]/.test(node.data))
        .filter(node => !['isolate', 'isolate-override', 'plaintext'].includes(
            getComputedStyle(node.parentElement).unicodeBidi)).map(node => node.parentElement.outerHTML)""")
    assert not loose


@pytest.mark.parametrize("key", ["right to left override", "isolates", "marks of direction"])
def test_the_words_after_a_name_are_shown_from_left_to_right(open_page, shared, adopted, key):
    """The name in a row's title must not reverse the breed after it."""
    session, refused = adopted
    assert key not in refused, "the host keeps the name, so a page must show it"
    page = open_page(shared.page_of(session))
    places = page.evaluate("""number => {
        const words = document.querySelectorAll('tbody > tr')[number].querySelector('th bdi').firstChild;
        const begin = words.data.lastIndexOf('Bulldog');
        return [0, 6].map(index => {
            const range = document.createRange();
            range.setStart(words, begin + index);
            range.setEnd(words, begin + index + 1);
            return range.getBoundingClientRect().left;
        });
    }""", 3 + [name for name in NAMES if name not in refused].index(key))
    assert places[0] < places[1], "the breed is shown backwards"


@pytest.mark.parametrize("key", ["script", "attribute", "attribute with an accent on its end", "apostrophe", "base"])
def test_a_page_shows_refused_input_again_as_it_was_typed(open_page, shared, key):
    page = open_page(shared.page_of(shared.open("doggy", source="sample")))
    fields = adopting(page)
    fields.evaluate("form => form.noValidate = true")
    fields.get_by_label("Name").fill(NAMES[key])
    fields.get_by_label("Age").fill("99")
    press(page, "adopt")
    expect(page.get_by_role("alert").first).to_be_visible()
    expect(form(page, "adopt").get_by_label("Name")).to_have_value(NAMES[key])
    assert page.evaluate("window.hit") is None
    assert page.locator("[onfocus], [onclick], [onerror], [onload]").count() == 0


def test_a_page_shows_refused_hostile_options_as_text(open_page, shared):
    page = open_page()
    for name in NAMES.values():
        page.goto(f"{shared.address}/features/user?latency={quote(name)}")
        expect(page.get_by_role("alert").first).to_be_visible()
        assert page.evaluate("window.hit") is None
        assert page.locator("main svg, img, base, iframe, script:not([src])").count() == 0
