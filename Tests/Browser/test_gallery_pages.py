"""Tests the 7GUIs tasks on pages: with scripts and without, by keyboard, enlarged, in a narrow window and in forced
colours. In each of these ways, a person performs the same steps and reads the same results."""

import pytest
from playwright.sync_api import expect

import gallery as scripts
from gallery_page import KeyboardPage, Page
from pages import has_no_violation, wait_state

UNREACHABLE = """() => [...document.querySelectorAll('.bar :is(a, button, input), main :is(button, input, select, summary)')]
    .filter(each => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[type=hidden]'))
    .filter(each => {
        each.scrollIntoView({ block: 'center' });
        const target = each.closest('label') ?? each, box = target.getBoundingClientRect();
        // While a message moves to its place, its position is a fraction, and the size has a rounding error.
        if (box.width < 23.99 || box.height < 23.99) return true;
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !target.contains(top) && !top?.contains(target);
    }).map(each => each.outerHTML.slice(0, 120))"""
"""The visible controls that are smaller than 24 pixels, or that another part covers, or that are out of the window.

A label around a control belongs to the control: a press on the label presses the control."""

FADED = """() => [...document.querySelectorAll('main :is(button, input, select)')]
    .filter(each => each.checkVisibility() && !/hidden|checkbox|radio/.test(each.type) && !each.closest('.pick'))
    .filter(each => {
        const style = getComputedStyle(each), around = getComputedStyle(document.body).backgroundColor;
        const border = style.borderTopStyle !== 'none' && parseFloat(style.borderTopWidth) >= 1;
        return !(border && style.borderTopColor !== around) && style.backgroundColor === around;
    }).map(each => each.outerHTML.slice(0, 120))"""
"""The visible controls without a visible edge.

Browsers themselves draw boxes and radio buttons. The button that selects a row has the look of the row's title."""

ALIVE = """() => {
    const sample = document.body.appendChild(document.createElement('span'));
    sample.style.color = 'GrayText';
    const grey = getComputedStyle(sample).color;
    sample.remove();
    return [...document.querySelectorAll('main button:disabled')].filter(each => getComputedStyle(each).color !== grey)
        .map(each => each.outerHTML.slice(0, 120));
}"""
"""The disabled buttons that look enabled."""


def fits(page):
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"the page is {wide} pixels wider than the window"
    assert not page.evaluate(UNREACHABLE)


def is_seen_in_forced_colours(page):
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    assert not page.evaluate(FADED)
    assert not page.evaluate(ALIVE)
    for bar in page.locator("progress").all():
        assert bar.evaluate("each => getComputedStyle(each).borderTopStyle") == "solid", "a bar has no edge"
    for row in page.locator("main [aria-current=true]").all():
        assert row.evaluate("each => getComputedStyle(each).outlineStyle") != "none", "the selected row looks like others"


def nothing(page):
    pass


MODES = {
    "with scripts": (Page, {}, nothing),
    "without scripts": (Page, {"java_script_enabled": False}, nothing),
    "by keyboard": (KeyboardPage, {}, nothing),
    "at 200 percent": (Page, {"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2}, fits),
    "320 pixels wide": (Page, {"viewport": {"width": 320, "height": 640}}, fits),
    "in forced colours": (Page, {"forced_colors": "active"}, is_seen_in_forced_colours),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("feature, script", scripts.scripts(), ids=scripts.names())
def test_a_page_follows_the_script(gallery, open_page, feature, script, mode):
    make, options, check = MODES[mode]
    scripted = options.get("java_script_enabled", True)
    page = open_page(gallery.page_of(gallery.open(feature)), **options)
    if scripted:
        wait_state(page, "live")
    person, statement = make(page), scripts.copied(script["shows"])
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
        check(page)


@pytest.mark.parametrize("feature", sorted({feature for feature, _ in scripts.scripts()}))
def test_the_accessibility_checker_axe_finds_no_violation_in_a_task(gallery, open_page, feature):
    page = open_page(gallery.page_of(gallery.open(feature)), reduced_motion="reduce")
    wait_state(page, "live")
    has_no_violation(page)


def test_a_press_waits_for_the_texts_that_were_typed_before_it(gallery, open_page):
    page, held, sent = open_page(gallery.page_of(gallery.open("crud"))), [], []
    wait_state(page, "live")
    person = Page(page)
    person.do({"select": "Mustermann, Max", "in": "people"})
    update = page.get_by_role("button", name="Update", exact=True)
    expect(update).to_be_enabled()
    page.on("request", lambda request: sent.append(request.url) if "/actions/" in request.url else None)
    page.route("**/actions/*form=person*", lambda route: held.append(route), times=1)
    with page.expect_request("**/actions/*form=person*"):
        person.control("person", "name").fill("Erika")
    update.click()
    # The browser has handled the press when it answers.
    page.evaluate("() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))")
    assert len(sent) == 1
    held[0].continue_()
    person.wait_for({"rows": {"people": ["Emil, Hans", "Mustermann, Erika", "Tisch, Roman"]}}, "Update")
