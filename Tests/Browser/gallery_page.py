"""Performs the steps of the 7GUIs tasks on a page, with the pointer or with the keyboard."""

import re

import gallery as scripts
from host import eventually

# The names of refused fields and the texts of the errors beside them, read in one go: a patch may come between two reads.
PROBLEMS = """all => all.map(each => {
    const error = (each.getAttribute("aria-describedby") ?? "").split(" ").find(id => id.endsWith("-error"))
    return [each.name.slice(2), document.getElementById(error)?.querySelector("bdi")?.innerText ?? null]
})"""


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
        """The control of a field; among radio buttons, the checked one."""
        return self.form(form).locator(f"[name='f.{field}']:visible:is(:not([type=radio]), :checked)")

    def rows(self, name):
        return self.page.locator(f"[id='l:{name}'] > :is(li, tr)")

    def circles(self, name):
        """The circles of a drawing, in the order of its list, whose words are for everybody."""
        texts = self.page.locator(f"[id='i:{name}'] > li").all_text_contents()
        found = [re.search(r"Circle at (.*), (.*), radius ([^,]*)(, filled)?$", text) for text in texts]
        return [[*(round(float(number)) for number in each.groups()[:3]), each[4] is not None] for each in found]

    def tap(self, drawing, x, y):
        if self.page.locator("html[data-live]").count():
            picture = self.page.locator(f"[id='e:{drawing}'] [data-tap]")
            picture.scroll_into_view_if_needed()
            box, width = picture.bounding_box(), float(picture.get_attribute("viewBox").split()[2])
            return self.page.mouse.click(box["x"] + x * box["width"] / width, box["y"] + y * box["width"] / width)
        # A dialog takes the place.
        part = self.page.locator(f"[id='p:{drawing}']")
        part.get_by_role("button").first.click()
        for name, number in [("x", x), ("y", y)]:
            part.locator(f"[name='f.{name}']").fill(str(number))
        part.locator("dialog .foot .primary").click()

    def cell(self, name, title, column):
        """The button that edits a cell."""
        row = self.page.locator(f"[id='l:{name}'] > tr").filter(has=self.page.get_by_role("rowheader", name=title, exact=True))
        return row.locator(f"button[form$=':.{column}']")

    def edit(self, step):
        self.cell(step["in"], *step["cell"]).click()
        field = self.page.locator(f"dialog[open] [name='f.{step['cell'][1]}']")
        field.fill(step["text"] or "")
        field.press("Enter")

    def pressed(self, step):
        """The title of the button that a step presses, or None."""
        return f"Cancel “{step['cancel']}”" if "cancel" in step else step.get("press") or step.get("begin")

    def do(self, step):
        if "tap" in step:
            self.tap(step["in"], *step["tap"])
        elif "cell" in step:
            self.edit(step)
        elif title := self.pressed(step):
            plain = self.page.get_by_role("button", name=title, exact=True)
            asking = self.page.locator("button", has_text=re.compile(f"^{title}…$"))
            plain.or_(asking).click()
            if asking.count():
                self.page.get_by_role("alertdialog").get_by_role("button", name=title).click()
        elif "select" in step:
            self.rows(step["in"]).get_by_role("button", name=step["select"]).click()
        else:
            for field, text in step["type"].items():
                self.fill(self.control(step["in"], field), text or "")
                self.refused.discard((step["in"], field))
            self.refused |= {(step["in"], field) for field in step.get("refused", [])}
            # Without scripts, the form has a button. The button that ends a search belongs to another form.
            for button in self.form(step["in"]).locator("button:visible:not([form])").all():
                button.click()

    def fill(self, control, text):
        if control.get_attribute("type") == "radio":
            control.locator("xpath=ancestor::fieldset").get_by_role("radio", name=text, exact=True).check()
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
        eventually(lambda: not self.faults(statement) or self.renew(statement),
                   lambda: f"after {step}: {'; '.join(self.faults(statement))}")

    def renew(self, statement):
        """Reloads a page without scripts if the statement has parts that change by themselves."""
        if {"progress", "work"} & statement.keys() and not self.page.locator("html[data-live]").count():
            self.page.reload()

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
                    for said in self.form(form).locator(f"output[for$=':{field}']").all_inner_texts():
                        state(f"the number beside the slider {field}", text, said)
                    state(f"{form}.{field}", value, float(text) if isinstance(value, (int, float)) and text else text or None)
        for form, fields in statement.get("closed", {}).items():
            shown = self.form(form).locator("[name]:visible:disabled").evaluate_all("all => all.map(each => each.name.slice(2))")
            state(f"disabled fields of {form}", fields, shown)
        for form, problems in statement.get("problems", {}).items():
            shown = self.form(form).locator("[aria-invalid=true]").evaluate_all(PROBLEMS)
            state(f"problems of {form}", problems, dict(shown))
        for name, titles in statement.get("rows", {}).items():
            state(f"rows of {name}", titles, self.rows(name).locator(".title").all_inner_texts())
        for name, title in statement.get("selected", {}).items():
            chosen = self.page.locator(f"[id='l:{name}'] > li[aria-current=true] .title").all_inner_texts()
            state(f"selected row of {name}", [title] if title else [], chosen)
        for name, circles in statement.get("shapes", {}).items():
            shown = self.circles(name)
            # A pixel can be larger than the unit of the drawing.
            is_near = len(circles) == len(shown) and all(
                abs(one[0] - other[0]) <= 2 and abs(one[1] - other[1]) <= 2 and one[2:] == other[2:]
                for one, other in zip(circles, shown))
            state(f"circles of {name}", circles, circles if is_near else shown)
        for name, rows in statement.get("cells", {}).items():
            for title, cells in rows.items():
                shown = {column: self.cell(name, title, column).inner_text() for column in cells}
                state(f"cells of {title}", cells, shown)
        for label, value in statement.get("values", {}).items():
            item = self.page.locator("dl > div", has=self.page.get_by_text(label, exact=True))
            state(label, value, item.locator("dd").inner_text())
        for title, stated in statement.get("progress", {}).items():
            part = self.page.locator(".element", has=self.page.get_by_role("progressbar", name=title, exact=True))
            state(title, stated, scripts.within(stated, part.locator(".detail").inner_text()))
        for title, is_running in statement.get("work", {}).items():
            running = self.page.get_by_role("region", name="Running")
            state(f"{title!r} is running", is_running,
                  running.get_by_role("progressbar", name=title, exact=True).count() == 1)
        for title, is_enabled in statement.get("buttons", {}).items():
            plain = self.page.get_by_role("button", name=title, exact=True)
            asking = self.page.locator("button", has_text=re.compile(f"^{title}…$"))
            shown = asking.count() == 1 and asking.is_enabled() or plain.count() == 1 and plain.is_enabled()
            state(f"{title!r} is enabled", is_enabled, shown)
        return found


class KeyboardPage(Page):
    """The page of a task, used with the keys alone."""

    def tap(self, drawing, x, y):
        picture = self.page.locator(f"[id='e:{drawing}'] [data-tap]")
        self.tab_to(picture)
        for key, place, target in zip([("Left", "Right"), ("Up", "Down")], self.cross(picture), [x, y]):
            # An arrow key moves the cross by a hundredth of the width, and with the Shift key by a twentieth.
            steps = round((target - place) / 4)
            name = "Arrow" + key[steps > 0]
            for _ in range(abs(steps) // 5):
                self.page.keyboard.press(f"Shift+{name}")
            for _ in range(abs(steps) % 5):
                self.page.keyboard.press(name)
        self.page.keyboard.press("Enter")

    def cross(self, picture):
        """The place of the cross, which is in the middle at first."""
        cross = picture.locator(".cross")
        if cross.count():
            # The first arm begins at its left end, and is as long as twice the distance to the middle.
            left, y, length = (float(number) for number in re.findall("[0-9.]+", cross.get_attribute("d"))[:3])
            return left + length / 2, y
        width, height = (float(number) for number in picture.get_attribute("viewBox").split()[2:])
        return width / 2, height / 2

    def edit(self, step):
        name, (title, column) = step["in"], step["cell"]
        # The Tab key leads into the table, and the arrow keys lead from cell to cell.
        here = self.page.evaluate("document.activeElement.closest('td')?.parentElement.rowIndex")
        if not here:
            self.tab_to(self.rows(name).first.locator("button[form]").first)
            here = 1
        for _ in range(abs(int(title) - here)):
            self.page.keyboard.press("ArrowDown" if int(title) > here else "ArrowUp")
        self.page.keyboard.press("Home")
        for _ in range(ord(column) - ord("a")):
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")
        self.page.locator(f"dialog[open] [name='f.{column}']:focus").wait_for()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.type(step["text"] or "")
        self.page.keyboard.press("Enter")
        self.page.locator("dialog[open]").wait_for(state="hidden")

    def do(self, step):
        if title := self.pressed(step):
            plain = self.page.get_by_role("button", name=title, exact=True)
            asking = self.page.locator("button", has_text=re.compile(f"^{title}…$"))
            asks = asking.count() > 0
            self.tab_to(asking if asks else plain)
            self.page.keyboard.press("Enter")
            if asks:
                self.tab_to(self.page.get_by_role("alertdialog").get_by_role("button", name=title))
                self.page.keyboard.press("Space")
        elif "select" in step:
            self.tab_to(self.rows(step["in"]).get_by_role("button", name=step["select"]))
            self.page.keyboard.press("Enter")
        else:
            super().do(step)

    def fill(self, control, text):
        self.tab_to(control)
        keyboard, kind = self.page.keyboard, control.get_attribute("type")
        if kind == "radio":
            shown = control.locator("xpath=ancestor::fieldset").get_by_role("radio").evaluate_all(
                "all => all.map(each => each.value)")
            steps = shown.index(text) - shown.index(control.input_value())
            for _ in range(abs(steps)):
                keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")
        elif kind == "range":
            steps = round((float(text) - float(control.input_value())) / float(control.get_attribute("step") or 1))
            for _ in range(abs(steps)):
                keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        elif kind == "date":
            # The parts of a date follow each other: month, day and year. A typed digit replaces a part.
            year, month, day = text.split("-") if text else ("", "", "")
            keyboard.press("ArrowLeft")
            keyboard.press("ArrowLeft")
            keyboard.type(f"{month}{day}{year}")
            if not text:
                keyboard.press("Delete")
        else:
            keyboard.press("Control+a")
            keyboard.press("Delete")
            keyboard.type("e" if kind == "number" and text and not is_number(text) else text)

    def tab_to(self, wanted):
        """Presses Tab until an element has the focus, and checks that the focus is visible."""
        for _ in range(60):
            if wanted.evaluate("each => each === document.activeElement"):
                style = wanted.evaluate("each => getComputedStyle(each).outlineStyle")
                assert style != "none", f"the focus on {wanted} is not visible"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {wanted}")
