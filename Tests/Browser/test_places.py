"""Tests the addresses of pages: every way of arriving at one, with and without scripts."""

import re
from urllib.parse import parse_qs, urlsplit, urlunsplit

import pytest
from playwright.sync_api import expect

from pages import adopt, adopting, ask, form, has_no_violation, is_marked, leave, mark, press, row, wait_settled, wait_state

LIST = "/features/doggy?source=sample"
SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])


def sessions(host):
    """The ids of the running sessions."""
    return {each["session"] for each in host._json("GET", "/api/sessions")}


def session_of(page):
    """The id of the session in the address of a page."""
    return parse_qs(urlsplit(page.url).query)["session"][0]


def place(page):
    """The address of a page without its host and its session."""
    return place_in(page.url)


def place_in(address):
    parts = urlsplit(address)
    query = "&".join(pair for pair in parts.query.split("&") if not pair.startswith("session="))
    return urlunsplit(("", "", parts.path, query, ""))


def wait_place(page, wanted):
    page.wait_for_url(lambda url: place_in(url) == wanted)


def loaded(page, scripts):
    if scripts:
        wait_state(page, "live", 30)
    else:
        wait_settled(page)


def heading(page):
    return page.get_by_role("heading", level=1)


def follow(page, name):
    page.get_by_role("link", name=name, exact=True).click()


class Visit:
    """A browser with the list of its own copy of the sample. The copy has one more dog, Rex."""

    def __init__(self, host, open_page, scripts):
        self.host, self.open_page, self.scripts = host, open_page, scripts
        self.page = open_page(host.address + LIST, java_script_enabled=scripts)
        loaded(self.page, scripts)
        adopt(self.page, "Rex")
        expect(row(self.page, "Rex Bulldog")).to_be_visible()
        # The stream may show the dog before the answer to the form arrives.
        expect(self.page.locator("[data-busy]")).to_have_count(0)
        self.session, self.address = session_of(self.page), self.page.url
        self.before = sessions(host)
        assert self.before == {self.session}
        assert place(self.page) == LIST

    def other_browser(self):
        return self.open_page(java_script_enabled=self.scripts)

    def open_record(self):
        follow(self.page, "Rex Bulldog")
        expect(heading(self.page)).to_have_text("Rex Bulldog")
        loaded(self.page, self.scripts)
        return self.page

    def come_from_another_site(self, page, address):
        """Follows a link on a page of another site."""
        page.goto(f"data:text/html,<a href='{address.replace('&', '%26amp;')}'>Dogs</a>")
        follow(page, "Dogs")
        page.wait_for_url(lambda url: url.startswith("http:"))
        return page

    # ------------------------------------------------------------ the ways; each returns the page at the end

    def typed(self):
        self.page.goto(self.host.address + LIST)
        return self.page

    def bookmark(self):
        return self.open_page(self.address, context=self.page.context)

    def back(self):
        self.open_record().go_back()
        return self.page

    def forward(self):
        self.back()
        expect(heading(self.page)).to_have_text("Doggies")
        self.page.go_forward()
        return self.page

    def reload(self):
        self.page.reload()
        return self.page

    def reload_of_a_record(self):
        self.open_record().reload()
        return self.page

    def shared_link(self):
        page = self.other_browser()
        page.goto(self.address)
        return page

    def other_site(self):
        return self.come_from_another_site(self.other_browser(), self.host.address + LIST)

    def other_site_with_a_shared_link(self):
        return self.come_from_another_site(self.other_browser(), self.address)

    def other_site_with_the_own_address(self):
        return self.come_from_another_site(self.page, self.address)

    def restart(self):
        self.host.kill()
        self.host.start()
        self.before = set()
        return self.begun_anew()

    def end(self):
        self.host.close(self.session)
        self.before = set()
        return self.begun_anew()

    def begun_anew(self):
        """A script begins a new session by itself. Without scripts the person reloads the page."""
        if not self.scripts:
            self.page.reload()
        self.page.wait_for_url(lambda url: self.session not in url, timeout=30_000)
        return self.page

    def id_of_another_person(self):
        page = self.other_browser()
        page.goto(self.host.address + LIST)
        loaded(page, self.scripts)
        self.before = sessions(self.host)
        page.goto(f"{self.host.address}{LIST}&session={self.session}")
        return page

    def invented_id(self):
        self.page.goto(f"{self.host.address}{LIST}&session={'0' * 32}")
        return self.page


OWN, NEW, NONE = "the same session", "a session of its own", "no session"
ARRIVALS = [
    # way, whose session, number of sessions that begin, heading, whether Rex is there
    ("typed", NEW, 1, "Doggies", False),
    ("bookmark", OWN, 0, "Doggies", True),
    ("back", OWN, 0, "Doggies", True),
    ("forward", OWN, 0, "Rex Bulldog", True),
    ("reload", OWN, 0, "Doggies", True),
    ("reload_of_a_record", OWN, 0, "Rex Bulldog", True),
    ("shared_link", NEW, 1, "Doggies", False),
    ("other_site", NONE, 0, "Doggies", False),
    ("other_site_with_a_shared_link", NONE, 0, "Doggies", False),
    ("other_site_with_the_own_address", OWN, 0, "Doggies", True),
    ("restart", NEW, 1, "Doggies", False),
    ("end", NEW, 1, "Doggies", False),
    ("id_of_another_person", NEW, 1, "Doggies", False),
    ("invented_id", NEW, 1, "Doggies", False),
]


@SCRIPTS
@pytest.mark.parametrize("way, whose, begun, title, has_rex", ARRIVALS, ids=[each[0] for each in ARRIVALS])
def test_arrival(host, open_page, scripts, way, whose, begun, title, has_rex):
    visit = Visit(host, open_page, scripts)
    page = getattr(visit, way)()
    expect(heading(page)).to_have_text(title)
    if whose == NONE:
        expect(page.get_by_role("button", name="Start Doggies")).to_be_visible()
        assert "session=" not in page.url or visit.session in page.url
    else:
        loaded(page, scripts)
        assert (session_of(page) == visit.session) == (whose == OWN)
        expect(page.get_by_role("main").get_by_text("Rex Bulldog", exact=True)).to_have_count(int(has_rex))
    now = sessions(host)
    assert len(now - visit.before) == begun
    if whose == NEW:
        assert now - visit.before == {session_of(page)}
    # No id is in a title or in the address of another place.
    assert not re.search("[0-9a-f]{32}", page.title())


# ------------------------------------------------------------ places of one session


@SCRIPTS
def test_record_of_a_copy_opens_in_its_session(host, open_page, scripts):
    visit = Visit(host, open_page, scripts)
    page = visit.open_record()
    key = host.screen(visit.session)["address"]["id"]
    assert place(page) == f"{LIST}&id={key}"
    expect(page).to_have_title("Rex Bulldog – Doggies · featurehost")
    press(page, "birthday")
    expect(form(page, "edit").get_by_label("Age")).to_have_value("3")
    assert place(page) == f"{LIST}&id={key}"
    page.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name="Doggies").click()
    expect(heading(page)).to_have_text("Doggies")
    expect(row(page, "Rex Bulldog")).to_contain_text("3")
    page.go_back()
    expect(heading(page)).to_have_text("Rex Bulldog")
    if not scripts:
        # The answer to the form is an entry of its own in the history.
        page.go_back()
        expect(heading(page)).to_have_text("Rex Bulldog")
    page.go_back()
    expect(heading(page)).to_have_text("Doggies")
    expect(row(page, "Rex Bulldog")).to_contain_text("3")
    assert sessions(host) == {visit.session} == {session_of(page)}


@SCRIPTS
def test_a_deletion_leads_up_and_the_page_of_the_deleted_record_says_so(host, open_page, scripts):
    visit = Visit(host, open_page, scripts)
    page = visit.open_record()
    address = page.url
    ask(page, "Release")
    press(page, "release")
    # The person goes to the list, which says the success.
    expect(heading(page)).to_have_text("Doggies")
    if scripts:
        expect(page.get_by_text("Rex Bulldog was released.")).to_be_visible()
    page.goto(address)
    if scripts:
        expect(page.get_by_text("Rex Bulldog was released.")).to_have_count(0)
    expect(page.get_by_text("Rex was deleted.")).to_be_visible()
    expect(page.get_by_role("link", name="Back to Doggies")).to_be_visible()
    # The history of the record is still there, and its last entry brings the record back.
    page.get_by_role("button", name="Bring back").click()
    expect(heading(page)).to_have_text("Rex Bulldog")
    page.get_by_role("link", name="Doggies").first.click()
    expect(row(page, "Rex Bulldog")).to_be_visible()


def test_back_does_not_lead_to_a_record_that_the_person_has_deleted(host, open_page):
    page = open_page(f"{host.address}/features/doggy")
    loaded(page, True)
    follow(page, "Vinny Doberman")
    loaded(page, True)
    ask(page, "Release")
    press(page, "release")
    expect(heading(page)).to_have_text("Doggies")
    expect(page.get_by_text("Vinny Doberman was released.")).to_be_visible()
    page.go_back()
    expect(heading(page)).to_have_text("Doggies")


def test_a_missing_record_has_a_title_of_its_own_and_leads_up(host, open_page):
    page = open_page(f"{host.address}/features/doggy?id=nope")
    expect(heading(page)).to_have_text("Not found")
    page.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name="Doggies").click()
    expect(heading(page)).to_have_text("Doggies")


@SCRIPTS
def test_stored_record_opens_in_a_session_of_its_own(host, open_page, scripts):
    page = open_page(f"{host.address}/features/doggy", java_script_enabled=scripts)
    loaded(page, scripts)
    first = session_of(page)
    follow(page, "Vinny Doberman")
    expect(heading(page)).to_have_text("Vinny Doberman")
    loaded(page, scripts)
    assert session_of(page) != first and place(page).startswith("/features/doggy?id=")
    page.go_back()
    expect(heading(page)).to_have_text("Doggies")
    assert session_of(page) == first
    if scripts:
        expect(row(page, "Vinny Doberman").get_by_role("link")).to_be_focused()


def test_a_click_on_a_row_opens_its_record(host, open_page):
    page = Visit(host, open_page, True).page
    # Beside the title, because a click on the age edits it.
    head = row(page, "Rex Bulldog").get_by_role("rowheader")
    head.click(position={"x": head.bounding_box()["width"] - 5, "y": 8})
    expect(heading(page)).to_have_text("Rex Bulldog")


def test_a_page_without_scripts_stays_at_the_row_of_an_action(host, open_page):
    page = Visit(host, open_page, False).page
    press(row(page, "Vinny Doberman"), "birthday")
    expect(row(page, "Vinny Doberman")).to_contain_text("6")
    assert page.evaluate("document.querySelector(':target').textContent.includes('Vinny')")


def test_places_of_the_session_need_no_page_load(host, open_page):
    page = Visit(host, open_page, True).page
    mark(page)
    count = page.evaluate("history.length")
    follow(page, "Rex Bulldog")
    expect(heading(page)).to_have_text("Rex Bulldog")
    expect(page).to_have_title("Rex Bulldog – Doggies · featurehost")
    assert page.evaluate("history.length") == count + 1
    page.go_back()
    expect(heading(page)).to_have_text("Doggies")
    expect(page).to_have_title("Doggies · featurehost")
    page.go_forward()
    expect(heading(page)).to_have_text("Rex Bulldog")
    assert is_marked(page)
    has_no_violation(page)


def test_back_returns_to_the_row_that_was_opened(host, open_page):
    page = open_page(f"{host.address}{LIST}", viewport={"width": 1000, "height": 500})
    wait_state(page, "live")
    for number in range(60):
        host.perform(session_of(page), "adopt", name=f"Dog {number}", breed="Bulldog", age=1)
    mark(page)
    link = row(page, "Dog 40 Bulldog").get_by_role("link")
    link.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    link.click()
    expect(heading(page)).to_have_text("Dog 40 Bulldog")
    # The stream can show the record a moment before the answer comes, after which the page scrolls up.
    page.wait_for_function("() => scrollY === 0")
    assert before > 0
    page.go_back()
    expect(heading(page)).to_have_text("Doggies")
    expect(link).to_be_focused()
    assert page.evaluate("scrollY") == before
    assert is_marked(page)


def test_place_that_changes_by_itself_replaces_the_address(host, open_page):
    visit = Visit(host, open_page, True)
    page, key = visit.page, host.key(visit.session, "Rex Bulldog")
    count = page.evaluate("history.length")
    host.perform(visit.session, "visit", id=key)
    expect(heading(page)).to_have_text("Rex Bulldog")
    wait_place(page, f"{LIST}&id={key}")
    assert page.evaluate("history.length") == count


def test_the_address_of_the_shared_page_can_be_copied(host, open_page):
    visit = Visit(host, open_page, True)
    visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for label in ["Watch together", "Shared"]:
        visit.page.get_by_role("button", name=label).click()
        copy = visit.page.get_by_role("dialog", name="Watch together").get_by_role("button")
        copy.click()
        expect(copy).to_have_text("Copied")
        assert visit.page.evaluate("navigator.clipboard.readText()") == host.page_of(visit.session)
        visit.page.goto(host.page_of(visit.session))
        loaded(visit.page, True)


@SCRIPTS
def test_tab_of_the_same_browser_shares_the_session(host, open_page, scripts):
    visit = Visit(host, open_page, scripts)
    tab = visit.bookmark()
    loaded(tab, scripts)
    press(row(tab, "Rex Bulldog"), "birthday")
    if not scripts:
        visit.page.reload()
    expect(row(visit.page, "Rex Bulldog")).to_contain_text("3")
    assert sessions(host) == {visit.session}


# ------------------------------------------------------------ shared pages, cookies


@SCRIPTS
def test_shared_page_is_one_session_for_all(host, open_page, scripts):
    visit = Visit(host, open_page, scripts)
    visit.page.get_by_role("button", name="Watch together").click()
    card = visit.page.get_by_role("dialog", name="Watch together")
    expect(card.get_by_text("they see what you see")).to_be_visible()
    address = card.get_by_role("textbox", name="Address").input_value()
    assert address == host.page_of(visit.session)
    card.get_by_role("link", name="Open the shared page").click()
    visit.page.wait_for_url(address)
    pages = [visit.page, visit.other_browser()]
    pages[1].goto(address)
    for number, page in enumerate(pages):
        loaded(page, scripts)
        expect(page.get_by_text("Shared session: everyone with this address sees and does the same.")).to_be_visible()
        adopt(page, f"Guest {number}")
        expect(row(page, f"Guest {number} Bulldog")).to_be_visible()
        assert page.url == address
    assert sessions(host) == {visit.session}


def test_cookie_tells_browsers_apart_and_nothing_else(host, open_page):
    visit = Visit(host, open_page, True)
    [cookie] = visit.page.context.cookies()
    assert cookie["name"] == f"featurehost-browser-{host.port}" and re.fullmatch("[0-9a-f]{32}", cookie["value"])
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["secure"], cookie["path"]) == (True, "Lax", False, "/")
    assert cookie["expires"] == -1
    visit.typed()
    assert visit.page.context.cookies() == [cookie]


# ------------------------------------------------------------ drafts


@pytest.mark.parametrize("way", ["restart", "end"])
def test_draft_survives_the_end_of_its_session(host, open_page, way):
    visit = Visit(host, open_page, True)
    adopting(visit.page).get_by_label("Name").fill("Half")
    page = getattr(visit, way)()
    loaded(page, True)
    expect(form(page, "adopt").get_by_label("Name")).to_have_value("Half")
    # The page says what has happened, and the dialog is open as before.
    expect(page.get_by_text("The session had ended. This is a new one.")).to_be_visible()
    expect(page.locator("dialog:modal").get_by_label("Name")).to_be_visible()
    page.reload()
    loaded(page, True)
    expect(page.get_by_text("The session had ended")).to_have_count(0)


def test_a_search_that_was_not_sent_survives_the_end_of_its_session(host, open_page):
    page = Visit(host, open_page, True).page
    host.stop()
    wait_state(page, "offline")
    search = page.get_by_role("searchbox", name="Search")
    search.fill("alf")
    expect(page.get_by_text("Not sent yet")).to_be_visible()
    host.start()
    expect(page.get_by_text("The session had ended. This is a new one.")).to_be_visible()
    expect(search).to_have_value("alf")
    wait_place(page, f"{LIST}&search=alf")
    # It is no draft: a reload without the search does not bring it back.
    page.goto(host.address + LIST)
    loaded(page, True)
    expect(search).to_have_value("")


def test_a_secret_that_was_not_sent_does_not_survive_the_end_of_its_session(host, open_page):
    page = Visit(host, open_page, True).page
    search = page.get_by_role("searchbox", name="Search")
    search.evaluate("control => { control.type = 'password'; }")
    host.stop()
    wait_state(page, "offline")
    page.get_by_placeholder("Search").fill("alf")
    expect(page.get_by_text("Not sent yet")).to_be_visible()
    host.start()
    expect(page.get_by_text("The session had ended. This is a new one.")).to_be_visible()
    loaded(page, True)
    expect(search).to_have_value("")


def test_the_page_of_a_new_session_mentions_no_text_if_there_was_none(host, open_page):
    page = open_page(f"{host.address}/features/doggy")
    loaded(page, True)
    host.stop()
    wait_state(page, "offline")
    host.start()
    notice = page.locator(".notice").filter(has_text="The session had ended")
    expect(notice.locator("bdi")).to_have_text("The session had ended. This is a new one.")


def test_each_place_has_its_own_drafts(host, open_page):
    page = Visit(host, open_page, True).page
    name = adopting(page).get_by_label("Name")
    name.fill("Half")
    leave(page)
    follow(page, "Rex Bulldog")
    expect(heading(page)).to_have_text("Rex Bulldog")
    expect(page.get_by_text("Half")).to_have_count(0)
    form(page, "edit").get_by_label("Name").fill("Max")
    page.go_back()
    expect(heading(page)).to_have_text("Doggies")
    expect(name).to_have_value("Half")
    page.go_forward()
    expect(heading(page)).to_have_text("Rex Bulldog")
    expect(form(page, "edit").get_by_label("Name")).to_have_value("Max")
    press(page, "edit")
    expect(heading(page)).to_have_text("Max Bulldog")
    page.reload()
    expect(form(page, "edit").get_by_label("Name")).not_to_have_value("Max Bulldog Half")
    expect(page.get_by_text("Your text was not sent")).to_have_count(0)


# ------------------------------------------------------------ links and actions that lead elsewhere


@pytest.fixture
def towns(trials, open_page):
    def open_towns(scripts):
        page = open_page(f"{trials.address}/features/towns", java_script_enabled=scripts)
        loaded(page, scripts)
        return page

    return open_towns


@SCRIPTS
def test_action_opens_a_place(towns, scripts):
    page = towns(scripts)
    first = session_of(page)
    page.get_by_text("Travel").first.click()
    form(page, "travel").get_by_label("Reason").fill("Fjords")
    press(page, "travel")
    expect(heading(page)).to_have_text("Oslo")
    assert (place(page), session_of(page)) == ("/features/towns?town=Oslo", first)
    page.go_back()
    expect(heading(page)).to_have_text("Towns")
    # The text was sent, so it is no draft.
    expect(form(page, "travel").get_by_label("Reason")).to_have_value("")
    press(page, "leave")
    expect(heading(page)).to_have_text("Sent 0")
    assert place(page) == "/features/names" and session_of(page) != first
    page.go_back()
    expect(heading(page)).to_have_text("Towns")
    assert session_of(page) == first


@SCRIPTS
def test_own_action_adds_a_step_to_the_history(towns, scripts):
    page = towns(scripts)
    press(page, "next")
    expect(heading(page)).to_have_text("Bern")
    wait_place(page, "/features/towns?town=Bern")
    page.go_back()
    expect(heading(page)).to_have_text("Towns")
    assert place(page) == "/features/towns"


@SCRIPTS
def test_links_open_places(towns, trials, scripts):
    page = towns(scripts)
    first, before = session_of(page), sessions(trials)
    web = page.get_by_role("link", name="Atlas")
    expect(web).to_have_attribute("href", "https://example.org/")
    expect(web).to_have_attribute("rel", "noopener noreferrer")
    follow(page, "Visit Rome")
    expect(heading(page)).to_have_text("Rome")
    assert session_of(page) == first
    # A link in a new tab opens in the same session.
    with page.context.expect_page() as opened:
        page.get_by_role("navigation", name="Breadcrumb").get_by_role("link").click(modifiers=["ControlOrMeta"])
    expect(heading(opened.value)).to_have_text("Towns")
    assert session_of(opened.value) == first and sessions(trials) == before
