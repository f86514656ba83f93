"""Tests the pages of a list that a person searches, filters and sorts, with and without scripts."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from pages import ask, form, has_no_violation, is_marked, leave, mark, press, row, rows
from test_places import heading, loaded, place, session_of, sessions, wait_place

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
HERD = "/features/herd"


@pytest.fixture
def herd(trials, open_page):
    def open_herd(scripts, query=""):
        page = open_page(trials.address + HERD + query, java_script_enabled=scripts)
        loaded(page, scripts)
        return page

    return open_herd


def search_of(page):
    return page.get_by_role("searchbox", name="Search")


def total(page):
    return page.locator("caption")


def header(page, name):
    return page.get_by_role("columnheader", name=name)


def sort_by(page, name):
    header(page, name).get_by_role("link").click()


def search(page, words):
    search_of(page).fill(words)
    search_of(page).press("Enter")
    expect(total(page)).not_to_contain_text("503")


def first(page):
    return rows(page)[0][0]


# ------------------------------------------------------------ both ways


@SCRIPTS
def test_search_stays_in_the_session_and_has_an_address(herd, trials, scripts):
    page = herd(scripts)
    own, before = session_of(page), sessions(trials)
    expect(total(page)).to_have_text("1–50 of 503")
    search(page, "labelle 1")
    wait_place(page, f"{HERD}?search=labelle%201")
    expect(search_of(page)).to_have_value("labelle 1")
    expect(row(page, "Labelle 100")).to_be_visible()
    assert all(title.startswith("Labelle") for title, _ in rows(page))
    page.go_back()
    wait_place(page, HERD)
    expect(search_of(page)).to_have_value("")
    expect(total(page)).to_have_text("1–50 of 503")
    page.go_forward()
    expect(search_of(page)).to_have_value("labelle 1")
    expect(row(page, "Labelle 100")).to_be_visible()
    assert session_of(page) == own and sessions(trials) == before


@SCRIPTS
def test_headings_sort_and_say_how(herd, trials, scripts):
    page = herd(scripts, "?search=otto&breed=Llama")
    own = session_of(page)
    link = header(page, "Age").get_by_role("link")
    expect(link).to_have_attribute("href", re.compile(r"^/features/herd\?search=otto&order=age&breed=Llama&session="))
    sort_by(page, "Age")
    wait_place(page, f"{HERD}?search=otto&order=age&breed=Llama")
    expect(header(page, "Age")).to_have_attribute("aria-sort", "ascending")
    expect(header(page, "Age")).to_contain_text("▲")
    smallest = [int(each) for each in page.locator("td.number").all_text_contents()]
    assert smallest == sorted(smallest) and len(set(smallest)) > 3
    sort_by(page, "Age")
    wait_place(page, f"{HERD}?search=otto&order=age&descending=true&breed=Llama")
    expect(header(page, "Age")).to_have_attribute("aria-sort", "descending")
    expect(search_of(page)).to_have_value("otto")
    assert header(page, "Name").get_attribute("aria-sort") is None
    page.go_back()
    expect(header(page, "Age")).to_have_attribute("aria-sort", "ascending")
    page.go_back()
    wait_place(page, f"{HERD}?search=otto&breed=Llama")
    expect(header(page, "Age")).not_to_have_attribute("aria-sort", "ascending")
    assert session_of(page) == own


@SCRIPTS
def test_filters_are_sent_with_the_order_of_the_headings_and_taken_back(herd, scripts):
    page = herd(scripts, "?size=60&order=age&descending=true")
    # The headings set the order, so the form has no controls for it.
    expect(page.get_by_label("Order")).to_have_count(0)
    page.get_by_label("Breed").select_option("Vicuña")
    if not scripts:
        page.get_by_role("button", name="Search").click()
    wait_place(page, f"{HERD}?order=age&descending=true&breed=Vicu%C3%B1a&size=60")
    expect(total(page)).to_have_text("1–20 of 20")
    page.get_by_label("Breed").select_option("")
    if not scripts:
        page.get_by_role("button", name="Search").click()
    wait_place(page, f"{HERD}?order=age&descending=true&size=60")
    expect(total(page)).to_have_text("1–50 of 60")


@SCRIPTS
def test_shared_address_begins_a_session_with_the_same_search(herd, trials, open_page, scripts):
    page = herd(scripts)
    search(page, "otto")
    other = open_page(page.url, java_script_enabled=scripts)
    loaded(other, scripts)
    expect(search_of(other)).to_have_value("otto")
    expect(total(other)).to_have_text(total(page).text_content())
    assert place(other) == place(page) and session_of(other) != session_of(page)


@SCRIPTS
@pytest.mark.parametrize("query, field, words", [
    ("order=nonsense", "Order", "Choose an order."),
    ("search=1+2+3+4+5+6+7+8+9", "Search", "expected at most 8 words, got 9"),
], ids=["order", "words"])
def test_address_with_a_wrong_option_says_so(herd, trials, open_page, scripts, query, field, words):
    page = herd(scripts, "?search=otto")
    own, before = session_of(page), sessions(trials)
    answer = page.goto(f"{trials.address}{HERD}?{query}&session={own}")
    assert answer.status == 422
    expect(page.get_by_text(words).first).to_be_visible()
    expect(page.get_by_label(field)).to_have_attribute("aria-invalid", "true")
    assert sessions(trials) == before
    # A new session refuses the same options.
    answer = open_page(java_script_enabled=scripts).goto(f"{trials.address}{HERD}?{query}")
    assert answer.status == 422 and "Please correct the options" in answer.text()
    assert sessions(trials) == before


@SCRIPTS
def test_record_opens_from_a_search_and_leads_back(herd, scripts):
    page = herd(scripts, "?search=otto&order=age")
    title = first(page)
    page.get_by_role("link", name=title).click()
    expect(heading(page)).to_have_text(title)
    page.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name="Herd").click()
    expect(search_of(page)).to_have_value("otto")
    page.go_back()
    expect(heading(page)).to_have_text(title)
    page.go_back()
    expect(search_of(page)).to_have_value("otto")
    assert place(page) == f"{HERD}?search=otto&order=age"


@SCRIPTS
def test_search_that_finds_nothing_or_very_much_says_so(herd, scripts):
    page = herd(scripts, "?size=12000")
    expect(total(page)).to_have_text("1–50 of at least 10,000")
    search(page, "nobody")
    expect(page.get_by_text("No animal matches.")).to_be_visible()
    expect(total(page)).to_have_text("0 of 0")


def test_shared_page_browses_by_calls(trials, open_page):
    session = trials.open("herd")
    for scripts in [True, False]:
        page = open_page(trials.page_of(session), java_script_enabled=scripts)
        loaded(page, scripts)
        address = page.url
        search_of(page).fill("pepe")
        search_of(page).press("Enter")
        expect(total(page)).to_have_text("1–50 of 72")
        header(page, "Age").get_by_role("button").click()
        expect(header(page, "Age")).to_have_attribute("aria-sort", "ascending")
        assert page.url == address
        trials.perform(session, "browse", search=None, order=None)


@SCRIPTS
def test_a_page_for_wrong_options_asks_about_them_alone_and_keeps_the_others(trials, open_page, scripts):
    page = open_page(java_script_enabled=scripts)
    page.goto(f"{trials.address}{HERD}?search=otto&order=nonsense&breed=Llama&color=red")
    expect(page.get_by_label("Order")).to_be_visible()
    expect(page.get_by_label("Search")).to_have_count(0)
    page.get_by_label("Order").select_option("age")
    page.get_by_role("button", name="Start").click()
    loaded(page, scripts)
    assert place(page) == f"{HERD}?search=otto&order=age&breed=Llama"


@SCRIPTS
def test_a_search_with_hits_can_be_cleared(herd, scripts):
    page = herd(scripts)
    clear = page.get_by_role("link", name="Clear")
    expect(clear).to_have_count(0)
    search(page, "otto")
    expect(clear).to_be_visible()
    sort_by(page, "Age")
    wait_place(page, f"{HERD}?search=otto&order=age")
    clear.click()
    wait_place(page, HERD)
    expect(total(page)).to_have_text("1–50 of 503")
    expect(search_of(page)).to_have_value("")
    expect(header(page, "Age")).not_to_have_attribute("aria-sort", "ascending")
    expect(clear).to_have_count(0)


@SCRIPTS
def test_a_search_of_a_shared_page_can_be_cleared(trials, open_page, scripts):
    page = open_page(trials.page_of(trials.open("herd", search="otto", breed="Llama")), java_script_enabled=scripts)
    loaded(page, scripts)
    clear = page.get_by_role("button", name="Clear")
    header(page, "Age").get_by_role("button").click()
    expect(header(page, "Age")).to_have_attribute("aria-sort", "ascending")
    clear.click()
    expect(total(page)).to_have_text("1–50 of 503")
    expect(search_of(page)).to_have_value("")
    expect(page.get_by_label("Breed")).to_have_value("")
    expect(header(page, "Age")).not_to_have_attribute("aria-sort", "ascending")
    expect(clear).to_have_count(0)
    search(page, "otto")
    expect(clear).to_be_visible()


def test_pages_have_no_violation(herd):
    has_no_violation(herd(True, "?search=otto&order=age&size=20"))


# ------------------------------------------------------------ with scripts


def test_typing_adds_one_step_and_enter_ends_it(herd):
    page = herd(True)
    mark(page)
    count = page.evaluate("history.length")
    search_of(page).press_sequentially("otto")
    wait_place(page, f"{HERD}?search=otto")
    expect(total(page)).to_have_text("1–50 of 72")
    assert page.evaluate("history.length") == count + 1
    # Further letters begin no step of their own, even after a pause. The Enter key adds none.
    search_of(page).press("Backspace")
    wait_place(page, f"{HERD}?search=ott")
    search_of(page).press("o")
    wait_place(page, f"{HERD}?search=otto")
    search_of(page).press("Enter")
    search_of(page).press("Enter")
    expect(search_of(page)).to_be_focused()
    assert page.evaluate("history.length") == count + 1
    search_of(page).press_sequentially(" 1")
    wait_place(page, f"{HERD}?search=otto%201")
    assert page.evaluate("history.length") == count + 2
    page.go_back()
    expect(search_of(page)).to_have_value("otto")
    page.go_back()
    # The field has had the focus all the time, and its typed text is gone.
    expect(search_of(page)).to_have_value("")
    expect(search_of(page)).to_be_focused()
    expect(total(page)).to_have_text("1–50 of 503")
    assert place(page) == HERD and is_marked(page)


def test_each_chosen_filter_adds_a_step(herd):
    page = herd(True)
    count, breed = page.evaluate("history.length"), page.get_by_label("Breed")
    for name in ["Vicuña", "Llama"]:
        breed.select_option(name)
        wait_place(page, f"{HERD}?breed={quote(name)}")
    assert page.evaluate("history.length") == count + 2
    page.go_back()
    expect(breed).to_have_value("Vicuña")
    page.go_back()
    expect(breed).to_have_value("")
    expect(total(page)).to_have_text("1–50 of 503")
    wait_place(page, HERD)


def test_the_way_back_from_a_record_leads_to_the_search_and_then_to_the_whole_list(herd):
    page = herd(True)
    search_of(page).press_sequentially("otto")
    wait_place(page, f"{HERD}?search=otto")
    page.locator("tbody th a").first.click()
    expect(search_of(page)).to_have_count(0)
    page.go_back()
    expect(search_of(page)).to_have_value("otto")
    page.go_back()
    expect(search_of(page)).to_have_value("")
    wait_place(page, HERD)


def test_words_typed_without_a_pause_are_one_search(herd):
    page, calls = herd(True), []
    page.on("request", lambda request: calls.append(request.url) if "/actions/browse" in request.url else None)
    search_of(page).press_sequentially("labelle", delay=30)
    wait_place(page, f"{HERD}?search=labelle")
    assert len(calls) == 1


def test_heading_pressed_during_a_search_keeps_the_search(herd):
    page = herd(True)
    page.evaluate("""() => {
        const send = window.fetch;
        window.fetch = (...call) => new Promise(done => setTimeout(done, 400)).then(() => send(...call));
    }""")
    search_of(page).press_sequentially("labelle 1")
    sort_by(page, "Age")
    expect(header(page, "Age")).to_have_attribute("aria-sort", "ascending")
    expect(search_of(page)).to_have_value("labelle 1")
    wait_place(page, f"{HERD}?search=labelle%201&order=age")


def test_heading_keeps_its_focus_and_the_position_of_the_page(herd):
    page = herd(True)
    page.set_viewport_size({"width": 800, "height": 400})
    link = header(page, "Age").get_by_role("link")
    link.scroll_into_view_if_needed()
    link.focus()
    top = page.evaluate("scrollY")
    count = page.evaluate("history.length")
    link.press("Enter")
    expect(header(page, "Age")).to_have_attribute("aria-sort", "ascending")
    expect(link).to_be_focused()
    assert page.evaluate("scrollY") == top and page.evaluate("history.length") == count + 1


def test_draft_survives_searching_and_sorting(herd):
    page = herd(True)
    ask(page, "Adopt")
    name = form(page, "adopt").get_by_label("Name")
    name.fill("Half")
    leave(page)
    search(page, "otto")
    sort_by(page, "Name")
    expect(header(page, "Name")).to_have_attribute("aria-sort", "ascending")
    expect(name).to_have_value("Half")
    ask(page, "Adopt")
    press(page, "adopt")
    expect(name).to_have_value("")
    page.go_back()
    expect(header(page, "Name")).not_to_have_attribute("aria-sort", "ascending")
    expect(name).to_have_value("")


def test_back_during_a_search_wins(herd):
    page = herd(True)
    search(page, "otto")
    wait_place(page, f"{HERD}?search=otto")
    search_of(page).press_sequentially(" 12")
    page.go_back()
    expect(search_of(page)).to_have_value("")
    expect(total(page)).to_have_text("1–50 of 503")
    wait_place(page, HERD)


def test_refused_words_are_said_beside_the_field(herd):
    page = herd(True)
    search_of(page).fill("1 2 3 4 5 6 7 8 9")
    expect(page.get_by_text("expected at most 8 words, got 9")).to_be_visible()
    expect(total(page)).to_have_text("1–50 of 503")
    search_of(page).fill("otto")
    expect(page.get_by_text("expected at most 8 words, got 9")).to_have_count(0)
    expect(total(page)).to_have_text("1–50 of 72")


# ------------------------------------------------------------ without scripts


def test_form_without_scripts_keeps_other_options_and_redirects_once(herd):
    page = herd(False, "?size=60&breed=Llama")
    seen = []
    page.on("response", lambda answer: seen.append((answer.status, place_path(answer.url))))
    search(page, "otto")
    assert place(page) == f"{HERD}?search=otto&breed=Llama&size=60"
    assert [status for status, path in seen if path == HERD] == [303, 200]


def place_path(address):
    return "/" + address.split("?")[0].split("/", 3)[3]
