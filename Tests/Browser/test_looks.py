"""Tests the size, the layout and the accessibility of pages: on a phone, in dark mode and with assistive technology."""

import gzip

import pytest
from playwright.sync_api import expect

from pages import adopt, adopting, ask, form, has_no_violation, press, row, rows, wait_frames, wait_state

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def refused_form(page, host):
    page.goto(host.page_of(host.open("doggy", source="sample")))
    page.evaluate("document.querySelectorAll('form').forEach(form => form.noValidate = true)")
    adopting(page).get_by_label("Age").fill("99")
    press(page, "adopt")
    expect(page.get_by_role("alert").first).to_be_visible()


def opened_row(page, host):
    page.goto(host.page_of(host.open("doggy", source="sample")))
    ask(row(page, "Vinny Doberman"), "Edit")


def opened_question(page, host):
    page.goto(host.page_of(host.open("doggy", source="sample")))
    ask(row(page, "Vinny Doberman"), "Release")


def opened_menu(page, host):
    page.goto(host.page_of(host.open("doggy", source="sample")))
    row(page, "Vinny Doberman").get_by_role("button", name="More for").click()


def catalogue(page, host):
    # The catalogue shows the numbers of records after a launch has filled the store.
    for feature in ["doggy", "house", "user"]:
        host.ask("GET", f"/api/features/{feature}/screen")
    page.goto(host.address)


def opened_options(page, host):
    catalogue(page, host)
    for summary in page.get_by_text("Options").all():
        summary.click()


def opened_document(page, host):
    page.goto(host.address + "/docs")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


def opened_feature_document(page, host):
    page.goto(host.address + "/docs/doggy")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


def started_game(page, host):
    session = host.open("game")
    host.perform(session, "start")
    page.goto(host.page_of(session))


def goes(path):
    return lambda page, host: page.goto(host.address + path)


def shows(feature, **options):
    return lambda page, host: page.goto(host.page_of(host.open(feature, **options)))


PAGES = {
    "catalogue": catalogue, "catalogue with options": opened_options, "unknown page": goes("/nowhere"),
    "ended session": goes("/sessions/0123"), "refused options": goes("/features/user?latency=soon"),
    "document of the API": opened_document, "document of a feature": opened_feature_document,
    "loading": goes("/features/doggy?source=sample&latency=30s"),
    "doggy": shows("doggy", source="sample"), "doggy with an open form": opened_row, "doggy with a question": opened_question,
    "doggy with an open menu": opened_menu, "refused form": refused_form,
    "empty doggy": shows("doggy", source="empty"), "game": shows("game"), "started game": started_game,
    "house": shows("house", source="sample"), "empty house": shows("house", source="empty"),
    "user": shows("user", source="sample"), "empty user": shows("user", source="empty"),
    "user of Seoul": shows("user", roster="seoul", source="sample"),
}


@pytest.mark.parametrize("name", PAGES)
def test_the_accessibility_checker_axe_finds_no_violation_in_a_page(open_page, shared, name):
    page = open_page(reduced_motion="reduce")
    PAGES[name](page, shared)
    has_no_violation(page)


WIDE = """() => {
    const scrolls = each => each && (each.matches('.spoken')
        || ['auto', 'scroll', 'hidden'].includes(getComputedStyle(each).overflowX) || scrolls(each.parentElement));
    return [...document.querySelectorAll('body *')]
        .filter(each => each.getBoundingClientRect().right > innerWidth + 0.5 && each.checkVisibility() && !scrolls(each))
        .map(each => each.outerHTML.slice(0, 120));
}"""
"""The elements that overflow the window, except elements inside a scrollable one."""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_the_width_of_the_window(open_page, shared, name):
    page = open_page(viewport={"width": 320, "height": 700})
    PAGES[name](page, shared)
    for width in [320, 360, 1600]:
        page.set_viewport_size({"width": width, "height": 700})
        wide = page.evaluate(WIDE)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, wide
        assert not wide, f"elements overflow at {width} pixels"


SMALL = """() => [...document.querySelectorAll('a[href], button, summary, input, select, textarea')]
    .filter(each => each.checkVisibility() && !each.matches('.skip, [type=hidden]'))
    // WCAG 2.5.5 excepts the links of a sentence.
    .filter(each => !each.matches('p a, li > a') || each.textContent.trim() === each.closest('p, li').textContent.trim())
    // A label belongs to its box, and an entry of the catalogue to its link.
    .map(each => each.closest('label') ?? (each.matches('h2 a') ? each.closest('li') : each))
    .filter(each => { const { width, height } = each.getBoundingClientRect(); return width && Math.min(width, height) < 43.5; })
    .map(each => each.outerHTML.slice(0, 120))"""
"""The targets that are smaller than 44 by 44 pixels."""


@pytest.mark.parametrize("name", PAGES)
def test_the_targets_on_a_phone_are_large_enough_for_fingers(open_page, shared, name):
    page = open_page(**PHONE)
    PAGES[name](page, shared)
    assert not page.evaluate(SMALL)


@pytest.mark.parametrize("name, back", {
    "doggy": "Features", "game": "Features", "document of the API": "Features", "document of a feature": "API"}.items())
def test_a_page_on_a_phone_names_the_page_to_which_it_leads_back(open_page, shared, name, back):
    page = open_page(**PHONE)
    PAGES[name](page, shared)
    link = page.get_by_role("navigation", name="Breadcrumb").get_by_role("link")
    expect(link).to_have_text(back)
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(back)


def box(place):
    return place.bounding_box()


def bottom(place):
    return box(place)["y"] + box(place)["height"]


def right(place):
    return box(place)["x"] + box(place)["width"]


def middle(place):
    return box(place)["x"] + box(place)["width"] / 2, box(place)["y"] + box(place)["height"] / 2


def test_a_phone_shows_the_heading_and_the_primary_button_in_one_line_and_the_search_in_another(open_page, shared):
    page = open_page(f"{shared.address}/features/doggy?source=sample&search=a", **PHONE)
    heading, primary = page.get_by_role("heading", level=1), page.get_by_role("button", name="Adopt a dog")
    search, clear = page.get_by_role("main").get_by_role("searchbox"), page.get_by_role("link", name="Clear")
    assert abs(middle(heading)[1] - middle(primary)[1]) <= 1
    for part in [clear, *(page.get_by_role("checkbox", name=name, exact=True) for name in ["Bulldog", "Labrador"])]:
        assert abs(middle(search)[1] - middle(part)[1]) <= 3
    # The button that ends a search is in sight, although the filters take more than the width.
    assert right(clear) <= 360
    page.set_viewport_size({"width": 360, "height": 320})
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(primary).to_be_in_viewport(ratio=1)


def test_dialogs_and_menus_of_a_phone_stand_at_its_lower_edge(open_page, shared):
    page = open_page(reduced_motion="reduce", **PHONE)
    for name in ["doggy with an open form", "doggy with a question", "doggy with an open menu"]:
        PAGES[name](page, shared)
        sheet = page.locator("dialog:modal, .menu:popover-open")
        assert (box(sheet)["x"], right(sheet), bottom(sheet)) == (0, 360, 740), name


def test_the_button_that_dismisses_a_message_is_beside_its_text(open_page, shared):
    for options in [{}, PHONE]:
        page = open_page(shared.page_of(shared.open("doggy", source="sample")), reduced_motion="reduce", **options)
        adopt(page, "Rex")
        notice = page.locator(".notice").filter(has_text="Rex Bulldog was adopted.")
        assert abs(middle(notice)[1] - middle(notice.get_by_role("button", name="Dismiss"))[1]) <= 1


def test_the_parts_of_a_wide_page_use_its_width_and_line_up(open_page, shared):
    page = open_page(viewport={"width": 1920, "height": 1080})
    address = f"{shared.address}/features/doggy?source=sample"
    page.goto(f"{address}&id=2")
    edge = right(page.locator("#top"))
    assert right(page.locator("#title")) <= edge
    page.goto(f"{address}&search=zebra")
    assert abs(middle(page.get_by_text("Nothing matches"))[0] - middle(page.get_by_role("link", name="Show all"))[0]) <= 1
    for path in ["/", "/docs"]:
        page.goto(shared.address + path)
        assert max(map(right, page.get_by_role("main").locator(".catalogue > li, .card").all())) >= edge, path
    page.goto(shared.address + "/docs/doggy")
    assert box(page.get_by_role("navigation", name="On this page"))["x"] - right(page.locator(".card").first) < 40


def columns(page):
    return [round(box(each)["x"]) for each in page.locator("thead th").all()]


def test_columns_stay_in_their_place_whatever_the_rows_contain(open_page, shared):
    for width in [700, 1440, 1920]:
        places = []
        for name in ["A", "Maximilian the Third of a Very Long Lane"]:
            session = shared.open("house", source="sample")
            shared.perform(session, "found", name=name, motto=name * 4, sigil="")
            page = open_page(shared.page_of(session), viewport={"width": width, "height": 900})
            expect(row(page, name)).to_be_visible()
            places.append(columns(page))
        assert places[0] == places[1], width
        assert right(page.locator("table")) <= right(page.locator("#top")) + 0.5


def test_the_tab_key_follows_the_order_in_which_a_phone_shows_the_parts(open_page, shared):
    # The filters arrive after the page has begun to load.
    page = open_page(f"{shared.address}/features/doggy?source=sample&breed=Labrador&latency=500ms", **PHONE)
    wait_state(page, "live")
    # A chosen filter is in sight, beside the button that ends the search.
    chosen, clear = page.locator(".browse label").filter(has_text="Labrador"), page.get_by_role("link", name="Clear")
    expect(chosen).to_be_in_viewport(ratio=0.99)
    assert right(chosen) <= box(clear)["x"] and right(clear) <= 360
    page.get_by_role("button", name="Adopt a dog").focus()
    places = []
    for part in [page.get_by_role("main").get_by_role("searchbox"), *map(
            lambda name: page.get_by_role("checkbox", name=name, exact=True), ["Bulldog", "Doberman", "Labrador"]), clear]:
        page.keyboard.press("Tab")
        expect(part).to_be_focused()
        # The line scrolls, so that nothing covers the part with the focus.
        places.append(page.evaluate("""() => {
            const part = document.activeElement.closest(".browse label, a") ?? document.activeElement;
            const { x, y, width, height } = part.getBoundingClientRect();
            const top = document.elementFromPoint(x + width / 2, y + height / 2);
            return part.contains(top) || top.contains(part) ? x + document.querySelector(".browse").scrollLeft : "covered";
        }"""))
    assert "covered" not in places and places == sorted(places), places


def test_only_the_heading_of_a_phone_stays_in_sight(open_page, shared):
    options = {**PHONE, "viewport": {"width": 360, "height": 320}}
    page = open_page(f"{shared.address}/features/doggy?source=sample", **options)
    wait_state(page, "live")
    page.evaluate("scrollTo(0, 200)")
    assert box(page.locator("#top"))["y"] == 0
    expect(page.get_by_role("banner")).not_to_be_in_viewport()


def test_a_live_page_shows_no_button_that_reads_it_again(open_page, shared):
    address = shared.page_of(shared.open("doggy", source="sample"))
    page, refresh = open_page(address), lambda page: page.locator("form[action*='/actions/refresh'] button")
    wait_state(page, "live")
    expect(refresh(page)).to_be_hidden()
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(refresh(page)).to_be_visible()
    expect(refresh(open_page(address, java_script_enabled=False))).to_be_visible()


def test_a_question_says_what_the_action_takes_away(open_page, shared):
    for scripts in [True, False]:
        page = open_page(shared.page_of(shared.open("doggy", source="sample")), java_script_enabled=scripts)
        ask(row(page, "Vinny Doberman"), "Release")
        question = page.get_by_role("alertdialog", name="Release Vinny Doberman?")
        expect(question).to_contain_text("The dog leaves the list.")


def test_a_field_has_one_hint(open_page, shared):
    page = open_page(shared.page_of(shared.open("doggy", source="sample")))
    age = adopting(page).get_by_label("Age")
    expect(age).to_have_accessible_description("From 0 to 30. In years.")
    expect(form(page, "adopt").locator(".control:has([type=number]) .hint")).to_have_count(1)


def test_the_dark_scheme_is_dark_and_the_light_scheme_is_light(open_page, shared):
    brightness = {}
    for scheme in ["light", "dark"]:
        page = open_page(shared.address, color_scheme=scheme)
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        brightness[scheme] = sum(int(part) for part in colour.strip("rgb()").split(",")[:3]) / 3
    assert brightness["dark"] < 64 and brightness["light"] > 192, brightness


def test_the_first_load_of_doggy_is_small_and_readable_before_scripts_run(open_page, shared):
    page, loads = open_page(), []
    page.on("requestfinished", lambda request: loads.append(request.response()))
    address = shared.page_of(shared.open("doggy", source="sample"))
    page.goto(address)
    page.wait_for_load_state("load")
    wait_state(page, "live")
    wait_frames(page)
    assert page.locator("script[src]").count() == 1
    sizes = {load.url: len(gzip.compress(load.body())) for load in loads}
    assert 2 <= len(sizes) <= 3, sizes
    assert 0 < sum(sizes.values()) <= 32 << 10, sizes
    plain = open_page(address, java_script_enabled=False)
    assert rows(plain)[0] == ("Alfred Labrador", "1")


def test_the_reduced_motion_setting_stops_the_loading_bar_and_transitions(open_page, shared):
    page = open_page(reduced_motion="reduce")
    PAGES["loading"](page, shared)
    moving = page.evaluate("""() => document.getAnimations().filter(each =>
        each.effect.getComputedTiming().duration > 10).map(each => each.effect.target.outerHTML.slice(0, 80))""")
    assert not moving
