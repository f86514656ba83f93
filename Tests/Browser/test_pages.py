"""Tests that pages work without scripts."""

import pytest
from playwright.sync_api import expect

from pages import adopt, adopting, ask, asked, form, press, row, rows, submit, wait_settled

SAMPLE = [("Alfred Labrador", "1"), ("Vinny Doberman", "5"), ("Lucky Labrador", "3")]
FEATURES = {"Doggies": "Alfred Labrador", "Game": "Paused", "Houses": "House Stark", "Users": "Kevin Flynn"}


@pytest.fixture
def plain(open_page):
    """Returns a function that opens a page in a browser without scripts."""

    def open(address):
        page = open_page(java_script_enabled=False)
        page.goto(address)
        return page

    return open


def open_sample(plain, host, feature="doggy", **options):
    return plain(host.page_of(host.open(feature, source="sample", **options)))


@pytest.mark.parametrize("title", FEATURES)
def test_the_catalogue_has_a_working_link_to_every_feature(plain, shared, title):
    page = plain(shared.address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Features")
    page.get_by_role("main").get_by_role("link", name=title).click()
    page.wait_for_url("**/features/*session=*")
    wait_settled(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    expect(page.get_by_text(FEATURES[title], exact=True)).to_be_visible()
    page.get_by_role("banner").get_by_role("link", name="featurehost").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Features")


def test_a_loading_page_refreshes_itself_until_it_has_loaded(plain, shared):
    page = plain(f"{shared.address}/features/doggy?source=sample&latency=1s")
    expect(page.get_by_role("progressbar")).to_be_visible()
    wait_settled(page)
    assert rows(page) == SAMPLE


def test_the_options_form_starts_a_session_with_the_entered_options(plain, shared):
    page = plain(shared.address)
    fields = page.locator('form[action="/features/user"]')
    page.locator("li").filter(has=fields).get_by_text("Options").click()
    fields.get_by_label("Roster").select_option("seoul")
    fields.get_by_role("button", name="Start").click()
    page.wait_for_url("**/features/*session=*")
    wait_settled(page)
    assert rows(page) == [("Mr. Kim", "15 years"), ("Mr. Park", "20 years"), ("Mr. Lee", "25 years")]


def test_a_form_shows_refused_options_with_the_error_beside_them(plain, shared):
    page = plain(f"{shared.address}/features/user?roster=seoul&latency=soon&source=sample")
    expect(page.get_by_role("alert")).to_contain_text("Enter a duration like 250ms, 2s or 1m.")
    latency = page.get_by_label("Latency")
    expect(latency).to_have_value("soon")
    assert "Enter a duration like 250ms, 2s or 1m." in described(page, latency)
    expect(latency).to_be_focused()
    # The form asks about the refused option alone, and keeps the others.
    expect(page.get_by_label("Roster")).to_have_count(0)
    latency.fill("10ms")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/features/*session=*")
    wait_settled(page)
    expect(page.get_by_text("Mr. Kim", exact=True)).to_be_visible()


def described(page, control):
    """The texts that describe a control according to its `aria-describedby`."""
    ids = (control.get_attribute("aria-describedby") or "").split()
    return " ".join(page.locator(f'[id="{id}"]').inner_text() for id in ids)


def test_a_form_adds_a_row(plain, shared):
    page = open_sample(plain, shared)
    adopt(page, "Rex")
    page.wait_for_url("**/sessions/*")
    assert rows(page) == SAMPLE + [("Rex Bulldog", "2")]
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("")


def test_the_browser_itself_refuses_invalid_input(plain, shared):
    page = open_sample(plain, shared)
    adopt(page, "Rex", age="31")
    assert form(page, "adopt").evaluate("form => form.checkValidity()") is False
    assert rows(page) == SAMPLE
    expect(form(page, "adopt").get_by_label("Age")).to_have_value("31")


def test_a_refused_form_keeps_its_text_and_shows_the_error_beside_its_field(plain, shared):
    page = open_sample(plain, shared)
    # The browser's own checks are turned off, so that the form reaches the host.
    page.evaluate("document.querySelectorAll('form').forEach(form => form.noValidate = true)")
    adopt(page, "x" * 41, "Doberman", "31")
    fields = adopting(page)
    name, age = fields.get_by_label("Name"), fields.get_by_label("Age")
    expect(name).to_have_value("x" * 41)
    expect(fields.get_by_role("radio", name="Doberman")).to_be_checked()
    expect(age).to_have_value("31")
    assert "Shorten this to 40 characters." in described(page, name)
    assert "0 to 30" in described(page, age)
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(fields.get_by_role("radiogroup", name="Breed")).not_to_have_attribute("aria-invalid", "true")
    expect(name).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("Name")
    expect(page).to_have_title("Refused: Doggies · featurehost")
    name.fill("Rex")
    age.fill("3")
    press(page, "adopt")
    assert rows(page)[-1] == ("Rex Doberman", "3")


def test_the_buttons_of_a_row_act_on_this_row(plain, shared):
    page = open_sample(plain, shared)
    press(row(page, "Vinny Doberman"), "birthday")
    assert rows(page)[1] == ("Vinny Doberman", "6")
    ask(row(page, "Lucky Labrador"), "Edit")
    # The rows behind the dialog cannot be pressed.
    expect(page.locator("[inert]").filter(has=row(page, "Lucky Labrador"))).to_have_count(1)
    asked(page).get_by_role("link", name="Cancel").click()
    expect(asked(page)).to_have_count(0)
    ask(row(page, "Lucky Labrador"), "Edit")
    asked(page).get_by_label("Name", exact=True).fill("Lucius")
    press(asked(page), "edit")
    assert rows(page)[2] == ("Lucius Labrador", "3")


def test_a_destructive_button_asks_before_it_acts(plain, shared):
    page = open_sample(plain, shared)
    confirmation = submit(page, "release")
    expect(confirmation).to_have_count(0)
    ask(row(page, "Vinny Doberman"), "Release")
    assert rows(page) == SAMPLE
    expect(confirmation).to_be_visible()
    confirmation.click()
    assert rows(page) == [SAMPLE[0], SAMPLE[2]]


def test_a_page_shows_the_refusal_of_a_presenter(plain, shared):
    session = shared.open("doggy", source="sample")
    shared.perform(session, "adopt", name="Argos", breed="Labrador", age=30)
    page = plain(shared.page_of(session))
    press(row(page, "Argos Labrador"), "birthday")
    expect(page.get_by_role("alert")).to_contain_text("Argos is 30, the maximum age")


def test_an_empty_screen_and_a_failed_screen_show_their_messages(plain, shared, host):
    expect(plain(shared.page_of(shared.open("doggy", source="empty"))).get_by_text("No dogs")).to_be_visible()
    (host.folder / "broken.csv").write_text("name,breed\nRex\n")
    page = plain(f"{host.address}/features/doggy?source=broken.csv")
    expect(page.get_by_role("alert")).to_be_visible()
    assert "/sessions/" not in page.url


def test_a_form_that_is_sent_twice_acts_once(plain, shared):
    page = open_sample(plain, shared)
    fields = adopting(page)
    fields.get_by_label("Name").fill("Rex")
    values = dict(fields.evaluate("form => [...new FormData(form)]")) | {"f.name": "Rex", "f.breed": "Bulldog", "f.age": "2"}
    address = page.evaluate("document.querySelector('form[action*=\"/adopt\"]').action")
    for _ in range(2):
        answer = page.request.post(address, form=values, headers={"Origin": shared.address})
        assert answer.status == 200, answer.text()
    page.reload()
    assert rows(page) == SAMPLE + [("Rex Bulldog", "2")]


def test_an_ended_session_offers_to_start_again(plain, shared):
    session = shared.open("doggy", source="sample")
    page = plain(shared.page_of(session))
    shared.close(session)
    adopt(page, "Rex")
    expect(page.get_by_role("heading", level=1)).to_have_text("This session has ended")
    page.get_by_role("link", name="Start Doggies again").click()
    page.wait_for_url("**/features/*session=*")
    wait_settled(page)
    assert rows(page) == SAMPLE


@pytest.mark.parametrize("path", ["/nowhere", "/features/cat", "/sessions/0123", "/features/doggy/../x"])
def test_an_unknown_page_has_a_link_to_the_catalogue(plain, shared, path):
    page = plain(shared.address)
    answer = page.goto(shared.address + path)
    assert answer.status == 404
    page.get_by_role("banner").get_by_role("link", name="featurehost").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Features")


def test_a_person_can_adopt_a_dog_by_keyboard_alone(plain, shared):
    page = plain(shared.address)
    tab_to(page, "a", "Doggies")
    page.keyboard.press("Enter")
    page.wait_for_url("**/features/*session=*")
    wait_settled(page)
    before = len(rows(page))
    tab_to(page, "[aria-haspopup=dialog]", "Adopt a dog")
    page.keyboard.press("Enter")
    # The dialog's first field has the focus.
    page.keyboard.type("Keys")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")  # from the first breed to the second
    page.keyboard.press("Tab")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(row(page, "Keys Doberman")).to_be_visible()
    assert len(rows(page)) == before + 1
    # A destructive button also works by keyboard, in two steps.
    tab_to(page, "", element=row(page, "Keys Doberman").get_by_role("button", name="More for"))
    page.keyboard.press("Enter")
    tab_to(page, "", element=row(page, "Keys Doberman").locator("button[name=row]").filter(has_text="Release"))
    page.keyboard.press("Enter")
    # The question begins with Cancel.
    expect(asked(page).get_by_role("link", name="Cancel")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(row(page, "Keys Doberman")).to_have_count(0)


def tab_to(page, selector, text="", element=None):
    """Presses Tab until an element has the focus, and checks that the focus is visible."""
    wanted = element or page.locator(selector).filter(has_text=text).first
    for _ in range(120):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            outline = wanted.evaluate("element => getComputedStyle(element).outlineStyle")
            assert outline != "none", "the focus is not visible"
            return
    raise AssertionError(f"Tab does not reach {selector} {text}")
