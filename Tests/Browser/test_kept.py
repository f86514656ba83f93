"""Tests that drafts are kept until they are sent or discarded, and that messages are visible."""

import contextlib
import json
import sqlite3

import pytest
from playwright.sync_api import expect

from host import eventually
from pages import (
    ROW, adopt, adopting, ask, filling, form, has_no_violation, leave, press, row, rows, until, wait_frames, wait_settled,
    wait_state, watch_posts)

SAMPLE = [("Alfred Labrador", "1"), ("Vinny Doberman", "5"), ("Lucky Labrador", "3")]
IN_SIGHT = """each => {
    const box = each.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && each.contains(top);
}"""


@pytest.fixture
def page(shared, dogs, open_page):
    # Reduced motion turns animations off, so that axe can check the final colours.
    page = open_page(shared.page_of(dogs), reduced_motion="reduce")
    wait_state(page, "live")
    return page


def type_name(page, title, name):
    """Types into the form that edits a dog, and keeps the focus in the form."""
    place = row(page, title)
    ask(place, "Edit")
    place = filling(place)
    place.get_by_label("Name", exact=True).fill(name)
    return place


def focused(page):
    return page.evaluate("[document.activeElement.tagName, document.activeElement.innerText.split(/[\\n\\t]/)[0]]")


# ------------------------------------------------------------ removed rows and ended sessions


def test_a_row_removed_during_typing_does_not_move_the_focus_to_a_button(shared, dogs, page):
    type_name(page, "Vinny Doberman", "Vin")
    shared.perform(dogs, "release", id="2")
    eventually(lambda: rows(page) == [SAMPLE[0], SAMPLE[2]], "the row is removed")
    # A key that was meant for the dialog must not act on another row.
    assert focused(page)[0] == "H1"
    sent = watch_posts(page)
    for key in ["Enter", "Space", "x"]:
        page.keyboard.press(key)
    wait_frames(page)
    assert not sent
    assert rows(page) == shared.rows(dogs) == [SAMPLE[0], SAMPLE[2]]
    # After the last row, the focus moves to the previous row. After the only row, it moves to the heading.
    row(page, "Lucky Labrador").get_by_role("button", name="More for").focus()
    shared.perform(dogs, "release", id="3")
    eventually(lambda: rows(page) == [SAMPLE[0]], "the row is removed")
    assert focused(page) == ["TR", "Alfred Labrador"]
    shared.perform(dogs, "release", id="1")
    expect(page.get_by_text("No dogs")).to_be_visible()
    assert focused(page)[0] == "H1"


def test_a_draft_for_a_removed_record_stays_visible_until_it_is_dismissed(shared, dogs, page):
    type_name(page, "Vinny Doberman", "Vin the kept")
    shared.perform(dogs, "release", id="2")
    card = page.get_by_role("alert").filter(has_text="No longer in this list")
    expect(card).to_contain_text("Vinny Doberman")
    expect(card).to_contain_text("Vin the kept")
    assert card.evaluate(IN_SIGHT)
    has_no_violation(page)
    page.reload()
    wait_state(page, "live")
    expect(card).to_contain_text("Vin the kept")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert card.evaluate(IN_SIGHT)
    card.get_by_role("button", name="Dismiss").click()
    expect(card).to_have_count(0)
    assert focused(page)[0] == "H1"
    page.reload()
    wait_state(page, "live")
    shared.perform(dogs, "birthday", id="1")
    eventually(lambda: rows(page)[0] == ("Alfred Labrador", "2"), "the page shows a later change")
    expect(card).to_have_count(0)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_an_answer_shows_the_draft_for_a_removed_record(shared, dogs, open_page, scripts):
    page = open_page(java_script_enabled=scripts)
    # Without its stream, the page does not know that the record was removed.
    page.route("**/live?*", lambda route: route.abort())
    page.goto(shared.page_of(dogs))
    place = type_name(page, "Vinny Doberman", "Too late")
    shared.perform(dogs, "release", id="2")
    press(place, "edit")
    expect(row(page, "Vinny Doberman")).to_have_count(0)
    expect(page.get_by_text("Too late", exact=True)).to_be_visible()
    expect(page.get_by_role("alert").first).to_be_visible()


def test_a_form_of_an_ended_session_shows_the_draft_without_scripts(shared, dogs, open_page):
    page = open_page(java_script_enabled=False)
    page.goto(shared.page_of(dogs))
    shared.close(dogs)
    adopt(page, "Half")
    expect(page.get_by_role("heading", level=1)).to_have_text("This session has ended")
    expect(page.get_by_text("Half", exact=True)).to_be_visible()


def test_the_page_of_an_ended_session_is_inert_and_shows_a_visible_message(shared, dogs, page):
    for number in range(20):
        shared.perform(dogs, "adopt", name=f"Dog {number}", breed="Bulldog", age=1)
    row(page, "Dog 19 Bulldog").scroll_into_view_if_needed()
    shared.close(dogs)
    wait_state(page, "ended")
    assert page.locator("#ended").evaluate(IN_SIGHT)
    place = row(page, "Dog 19 Bulldog")
    place.get_by_role("button", name="Birthday").evaluate("each => each.focus()")
    assert page.evaluate("document.activeElement === document.body")
    again = page.get_by_role("link", name="again")
    for _ in range(20):
        page.keyboard.press("Tab")
        assert not page.evaluate("document.activeElement.closest('#shown')")
        if again.evaluate("each => each === document.activeElement"):
            break
    expect(again).to_be_focused()


# ------------------------------------------------------------ drafts


def test_a_draft_can_be_discarded(shared, dogs, page):
    place = type_name(page, "Vinny Doberman", "Vin")
    shared.perform(dogs, "edit", id="2", name="Vincent")
    eventually(lambda: rows(page)[1][0] == "Vincent Doberman", "the other change shows")
    place = row(page, "Vincent Doberman")
    expect(place.get_by_label("Name", exact=True)).to_have_value("Vin")
    expect(page.locator("[aria-haspopup][data-typed]")).to_have_count(1)
    place.get_by_role("button", name="Cancel").click()
    expect(place.get_by_label("Name", exact=True)).to_have_value("Vincent")
    expect(page.locator("[aria-haspopup][data-typed]")).to_have_count(0)
    # The discarded draft does not come back, and the next draft is based on the current record.
    page.reload()
    wait_state(page, "live")
    expect(page.locator("[aria-haspopup][data-typed]")).to_have_count(0)
    ask(place, "Edit")
    place.get_by_label("Name", exact=True).fill("Vince")
    press(place, "edit")
    eventually(lambda: rows(page)[1][0] == "Vince Doberman", "the edit is done")


def test_a_refused_draft_is_discarded_with_its_errors(page):
    fields = adopting(page)
    fields.evaluate("form => form.noValidate = true")
    adopt(page, "Rex", age="99")
    expect(fields.get_by_label("Age")).to_have_attribute("aria-invalid", "true")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(fields.get_by_label("Age")).to_have_value("")
    expect(page.locator("[aria-invalid]")).to_have_count(0)


def test_a_form_corrected_by_keyboard_is_empty_after_it_is_accepted(shared, dogs, page):
    fields = adopting(page)
    fields.evaluate("form => form.noValidate = true")
    fields.get_by_label("Name").fill("Rex")
    fields.get_by_role("radio", name="Bulldog").check()
    age = fields.get_by_label("Age")
    age.fill("99")
    age.press("Enter")
    expect(age).to_have_attribute("aria-invalid", "true")
    age.fill("9")
    age.press("Enter")
    eventually(lambda: rows(page)[-1] == ("Rex Bulldog", "9"), "the dog is adopted")
    expect(age).to_have_value("")
    expect(page.get_by_role("button", name="Adopt a dog")).to_be_focused()


@pytest.mark.parametrize("kept", [
    '{"b:0:name": "Rex"}', '{"typed": {"b:adopt:name": "Rex"}, "lost": []}',
    '{"PLACE": {"typed": {"b:adopt:name": true, "b:adopt:breed": {}, "title": "x"}, "lost": []}}',
    '{"PLACE": {"typed": {}, "lost": [null, 1, {}, {"fields": [null]}]}}', '{"PLACE": {"typed": null}}',
    '{"PLACE": "typed"}', "null", "{",
])
def test_a_page_works_with_drafts_that_another_version_stored(shared, dogs, page, kept):
    name = adopting(page).get_by_label("Name")
    name.fill("Rex")
    kept = kept.replace("PLACE", "/features/doggy?source=sample")
    page.evaluate("kept => sessionStorage.setItem(sessionStorage.key(0), kept)", kept)
    page.reload()
    wait_state(page, "live")
    expect(name).to_have_value("")
    adopting(page)
    name.fill("Max")
    page.reload()
    wait_state(page, "live")
    expect(name).to_have_value("Max")


# ------------------------------------------------------------ visible answers


def test_the_refusals_and_notices_of_an_action_are_visible(shared, dogs, page):
    for number in range(40):
        shared.perform(dogs, "adopt", name=f"Dog {number}", breed="Bulldog", age=30 if number == 38 else 1)
    place = row(page, "Dog 38 Bulldog")
    press(place, "birthday")
    assert page.evaluate("scrollY") > 500
    refusal = page.get_by_role("alert").filter(has_text="the maximum age")
    expect(refusal).to_be_visible()
    assert refusal.evaluate(IN_SIGHT)
    refusal.get_by_role("button", name="Dismiss").click()
    expect(refusal).to_have_count(0)


def test_an_unknown_action_does_not_end_the_session(page):
    form(page, "refresh").evaluate("form => form.setAttribute('action', form.getAttribute('action').replace('refresh', 'refrsh'))")
    page.keyboard.press("r")
    expect(page.locator(".notice").filter(has_text="did you mean 'refresh'?")).to_be_visible()
    wait_state(page, "live")


# ------------------------------------------------------------ failed requests


def test_a_form_changed_after_a_lost_answer_is_a_new_request(shared, dogs, page):
    lost = []

    def lose(route):
        if lost:
            return route.continue_()
        lost.append(route.fetch())
        route.abort()

    page.route("**/actions/adopt*", lose)
    adopt(page, "Rex")
    expect(page.get_by_text("Not sent")).to_be_visible()
    adopt(page, "Max")
    eventually(lambda: rows(page) == SAMPLE + [("Rex Bulldog", "2"), ("Max Bulldog", "2")], "both were adopted")
    assert "Idempotency" not in page.locator("body").inner_text()


def test_a_form_keeps_its_text_and_acts_once_if_a_proxy_replaced_the_answer(shared, dogs, page):
    answers = []

    def replace(route):
        answers.append(route.fetch())
        route.fulfill(status=502, content_type="application/json", body='{"message": "Bad Gateway"}')

    page.route("**/actions/adopt*", replace, times=1)
    adopt(page, "Rex")
    expect(page.get_by_text("Not sent")).to_be_visible()
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("Rex")
    press(page, "adopt")
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("")
    assert answers[0].status == 200
    assert shared.rows(dogs) == SAMPLE + [("Rex Bulldog", "2")]


def test_a_form_changed_and_sent_again_without_scripts_is_a_new_request(shared, dogs, open_page):
    page = open_page(java_script_enabled=False)
    page.goto(shared.page_of(dogs))
    values = dict(form(page, "adopt").evaluate("form => [...new FormData(form)]"))
    address = form(page, "adopt").evaluate("form => form.getAttribute('action')")
    for name in ["Rex", "Rex", "Max"]:
        sent = values | {"f.name": name, "f.breed": "Bulldog", "f.age": "2"}
        answer = page.request.post(shared.address + address, form=sent, headers={"Origin": shared.address})
        assert answer.status == 200, answer.text()
    assert shared.rows(dogs) == SAMPLE + [("Rex Bulldog", "2"), ("Max Bulldog", "2")]


def test_a_failed_next_page_of_a_list_is_requested_again_only_by_a_button(start_host, open_page, tmp_path):
    file = tmp_path / "dogs.csv"
    file.write_text("name,breed,age\n" + "".join(f"Dog {number},Bulldog,1\n" for number in range(120)))
    host = start_host()
    host.run("import", "doggy", str(file))
    session = host.open("doggy")
    page, asked = open_page(), []
    page.on("request", lambda request: asked.append(request) if "/actions/more" in request.url else None)
    page.goto(host.page_of(session))
    wait_state(page, "live")
    rename_table(host, "record", "mislaid")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    until(page, lambda: asked, "the page requests the next rows")
    expect(page.locator(".notice.critical")).to_have_count(1)
    is_at_end = "() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1"
    is_away = "() => scrollY + innerHeight < document.documentElement.scrollHeight - 1"
    for _ in range(10):
        page.mouse.wheel(0, -400)
        page.wait_for_function(is_away)
        wait_frames(page)
        page.mouse.wheel(0, 2000)
        page.wait_for_function(is_at_end)
        wait_frames(page)
    assert len(asked) == 1
    expect(page.locator(".notice.critical")).to_have_count(1)
    before = len(rows(page))
    rename_table(host, "mislaid", "record")
    page.locator(".notice.critical").get_by_role("button", name="Dismiss").click()
    page.get_by_role("button", name="Show more").click()
    eventually(lambda: len(rows(page)) > before, "the next rows are shown")
    # After the button has loaded the next rows, the list loads further pages automatically again.
    eventually(lambda: [page.mouse.wheel(0, 3000), len(rows(page)) >= 120][1], "all rows are shown")


def rename_table(host, table, name):
    with contextlib.closing(sqlite3.connect(host.folder / "records.sqlite", timeout=10)) as records:
        records.execute(f"ALTER TABLE {table} RENAME TO {name}")
        records.commit()


# ------------------------------------------------------------ line breaks


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_stored_line_break_is_shown_and_stays_unchanged(host, open_page, scripts):
    host.open("doggy")
    host.stop()
    with contextlib.closing(sqlite3.connect(host.folder / "records.sqlite", timeout=10)) as records:
        (values,) = records.execute('SELECT "values" FROM record WHERE "values" LIKE ?', ["%Vinny%"]).fetchone()
        broken = json.dumps(json.loads(values) | {"name": "Vin\nny"})
        records.execute('UPDATE record SET "values" = ? WHERE "values" = ?', [broken, values])
        records.commit()
    host.start()
    session = host.open("doggy")
    page = open_page(java_script_enabled=scripts)
    page.goto(host.page_of(session))
    if scripts:
        wait_state(page, "live")
    place = page.locator(ROW).nth(1)
    ask(place, "Edit")
    place = filling(place)
    name = place.get_by_label("Name", exact=True)
    expect(name).to_have_value("Vin\nny")
    assert name.evaluate("each => each.tagName") == "TEXTAREA"
    expect(place).to_contain_text("This text has line breaks")
    if scripts:
        name.press("End")
        name.press_sequentially("x")
        page.reload()
        wait_state(page, "live")
        assert name.input_value().count("\n") == 1
        ask(place, "Edit")
    name.fill("Vincent")
    press(place, "edit")
    eventually(lambda: rows(page)[1][0] == "Vincent Doberman", "the edit is done")
    assert host.rows(session)[1][0] == "Vincent Doberman"


# ------------------------------------------------------------ loading


def test_a_loading_page_offers_a_refresh_without_scripts(start_host, open_page):
    host = start_host("--answer-limit", "200ms")
    session = host.open("doggy", source="sample", latency="1500ms")
    page = open_page(java_script_enabled=False)
    page.goto(host.page_of(session))
    press(page, "refresh")
    again = page.get_by_role("link", name="Check again").first
    expect(again).to_be_visible()
    expect(page.get_by_text("“Refresh” is still running.")).to_be_visible()
    eventually(lambda: host.screen(session)["phase"]["kind"] == "ready", "the session has loaded")
    wait_settled(page)
    page.goto(host.page_of(session))
    expect(page.get_by_text("is still running")).to_have_count(0)
    assert rows(page) == SAMPLE
