import FeatureKit

/// The lists of a screen and their rows.
extension ActionMaker {
    /// Writes a list.
    mutating func list(_ list: ListElement, _ context: ElementContext, to html: inout HTML) {
        let shape = ListShape(list, by: self)
        if shape.isTable {
            html.element("div") { html in
                html.attribute("class", shape.isSheet ? "sheet" : "wide")
                html.attribute("role", "group")
                html.attribute("aria-labelledby", context.heading)
                html.attribute("tabindex", "0")
                html.element("table") { html in
                    let caption = CaptionView(list)
                    html.attribute("aria-labelledby", words: context.heading, caption?.id)
                    if let caption { html.caption(caption) }
                    head(of: list, shape, to: &html)
                    html.element("tbody") { html in
                        html.attribute("id", PageID.rows(of: list.id))
                        rows(of: shape, to: &html)
                    }
                }
            }
        } else {
            if let caption = CaptionView(list) { html.caption(caption) }
            html.element("ul") { html in
                html.attribute("class", "rows")
                html.attribute("id", PageID.rows(of: list.id))
                html.attribute("aria-labelledby", context.heading)
                rows(of: shape, to: &html)
            }
        }
        html.hint(HintView(list, at: place.addresses))
        more(of: list, to: &html)
        bulk(of: list, to: &html)
        askers(of: shape, to: &html)
    }

    /// Writes the forms that open the dialogs of the rows' buttons.
    func askers(of shape: ListShape, to html: inout HTML) {
        html.element("div") { html in
            html.attribute("id", PageID.askers(of: shape.list.id))
            html.flag("hidden")
            for asker in shape.askers(among: self) {
                self.asker(asker.button, asker.place, key: asker.key, in: shape.list.id, to: &html)
            }
            for index in shape.columns.indices {
                if let editor = shape.editor(ofColumn: index) { self.asker(editor, in: shape.list.id, to: &html) }
            }
        }
    }

    /// Writes the header row of a table.
    func head(of list: ListElement, _ shape: ListShape, to html: inout HTML) {
        let id = PageID.head(of: list.id)
        html.element("thead") { html in
            html.attribute("id", id)
            html.element("tr") { html in
                for index in shape.columns.indices {
                    let column = shape.columns[index]
                    html.element("th") { html in
                        html.attribute("scope", "col")
                        html.attribute("class", shape.isNumeric[index] ? "number" : nil)
                        html.attribute("aria-sort", column.sorted.map { $0 == .up ? "ascending" : "descending" })
                        heading(column, to: &html)
                    }
                }
                guard shape.hasActions else { return }
                html.markup("<th scope=\"col\" class=\"actions\"><span class=\"spoken\">Actions</span></th>")
            }
        }
    }

    private func heading(_ column: ListElement.Column, to html: inout HTML) {
        func words(_ html: inout HTML) {
            html.words(column.title)
            guard let sorted = column.sorted else { return }
            html.markup(" ")
            html.element("span") { html in
                html.attribute("aria-hidden", "true")
                html.text(sorted == .up ? "▲" : "▼")
            }
        }
        guard let sort = column.sort else { return words(&html) }
        // The third press of a heading ends the order.
        let address =
            column.sorted == .down ? place.addresses.address(without: sort) : place.addresses.address(of: sort)
        if let address {
            html.element("a") { html in
                html.attribute("class", "sort")
                html.attribute("href", address)
                words(&html)
            }
        } else {
            html.element("form") { html in
                html.attribute("method", "post")
                html.attribute("action", place.address(of: sort))
                html.element("button") { html in
                    html.attribute("class", "sort")
                    html.presses(key: place.key, isDisabled: !sort.enabled)
                    words(&html)
                }
            }
        }
    }

    /// Writes the button that loads more rows of a list.
    mutating func more(of list: ListElement, to html: inout HTML) {
        let id = PageID.more(of: list.id)
        html.element("div") { html in
            html.attribute("class", "more")
            html.attribute("id", id)
            if let more = list.more { html.action(action(for: more, id: "\(id):\(more.action)")) }
        }
    }

    // MARK: - Rows

    private mutating func rows(of shape: ListShape, to html: inout HTML) {
        var cache = RowCache(for: shape, by: self)
        for row in shape.list.rows {
            if endsWhenCancelled, Task.isCancelled { return }
            self.row(row, in: shape, by: &cache, to: &html)
        }
    }

    /// Writes a row of a list or of a table.
    func row(_ row: Row, in shape: ListShape, by cache: inout RowCache, to html: inout HTML) {
        guard let written = cache.written else { return write(row, in: shape, by: &cache, to: &html) }
        let isSelected = shape.list.selected == row.id
        if let fragment = written.fragment(of: row, isSelected: isSelected) {
            return html.add(fragment, session: place.addresses.session, key: place.key)
        }
        let fragment = HTML.fragment(capacity: 1024) { write(row, in: shape, by: &cache, to: &$0) }
        written.keep(fragment, of: row, isSelected: isSelected)
        html.add(fragment, session: place.addresses.session, key: place.key)
    }

    private func write(_ row: Row, in shape: ListShape, by cache: inout RowCache, to html: inout HTML) {
        let (id, tone) = (RowID(list: shape.prefix, row: row.id), ToneView(row.tone))
        let address = cache.address(of: row.opens, by: self)
        func attributes(_ html: inout HTML) {
            html.attribute("id", id)
            html.attribute("class", tone?.name)
            if shape.list.selected == row.id { html.attribute("aria-current", "true") }
        }
        if shape.isTable {
            html.element("tr") { html in
                attributes(&html)
                // The script names the row in the dialogs of its buttons.
                let hasTitle = row.buttons.isEmpty && !shape.hasEditors || shape.columns.first?.content == .title
                html.attribute("data-title", hasTitle ? nil : row.title)
                for index in shape.columns.indices {
                    cell(index, of: row, at: address, in: shape, by: &cache, to: &html)
                }
                guard shape.hasActions else { return }
                html.element("td") { html in
                    html.attribute("class", "actions")
                    buttons(of: row, id, in: shape, by: &cache, to: &html)
                }
            }
        } else {
            html.element("li") { html in
                attributes(&html)
                tick(row, in: shape, by: &cache, to: &html)
                html.element("div") { html in
                    html.attribute("class", "words")
                    html.attribute("id", id, ":t")
                    html.tone(tone)
                    title(row.title, of: row, at: address, in: shape, to: &html)
                    if let detail = row.detail {
                        html.markup(" ")
                        html.detail(detail)
                    }
                }
                if address != nil { choose(row, in: shape, to: &html) }
                buttons(of: row, id, in: shape, by: &cache, to: &html)
            }
        }
    }

    /// Writes a cell of a table row.
    ///
    /// The first cell of a row has the row's link and the row's tone.
    ///
    /// - Parameters:
    ///   - index: The index of the column.
    ///   - row: The row.
    ///   - address: The address of the row's link.
    ///   - shape: The list.
    ///   - cache: The properties of the buttons.
    ///   - html: The writer.
    func cell(
        _ index: Int, of row: Row, at address: RowAddress?, in shape: ListShape, by cache: inout RowCache,
        to html: inout HTML
    ) {
        let words = shape.columns[index].text(of: row)
        let editor = shape.editor(ofColumn: index).flatMap { $0.edit.isOpen(in: row) ? $0 : nil }
        guard index == 0 else {
            html.add(shape.beginning(ofColumn: index))
            self.words(words, of: row, by: editor, title: shape.columns[index].title, to: &html)
            return html.close("td")
        }
        html.element("th") { html in
            html.attribute("scope", "row")
            html.attribute("class", shape.isNumeric[0] ? "number" : nil)
            tick(row, in: shape, by: &cache, to: &html)
            html.tone(ToneView(row.tone))
            guard editor != nil else {
                title(words, of: row, at: address, in: shape, to: &html)
                if address != nil { choose(row, in: shape, to: &html) }
                return
            }
            self.words(words, of: row, by: editor, title: shape.columns[index].title, to: &html)
            // The words lead to the editor, so the row has a link of its own.
            if let address { html.words("Open", linkedTo: address) }
            choose(row, in: shape, to: &html)
        }
    }

    /// Writes the title of a row: a link, a button that selects the row, or plain words.
    private func title(_ words: String, of row: Row, at address: RowAddress?, in shape: ListShape, to html: inout HTML)
    {
        if let address {
            html.words(words, linkedTo: address)
        } else if let select = shape.list.select {
            pick(row, by: select, to: &html) { html in
                html.element("button") { html in
                    if shape.isTable { html.words(words) } else { html.title(words) }
                }
            }
        } else if shape.isTable {
            html.words(words)
        } else {
            html.title(words)
        }
    }

    /// Writes the button that selects a row whose title is a link.
    private func choose(_ row: Row, in shape: ListShape, to html: inout HTML) {
        guard let select = shape.list.select else { return }
        pick(row, by: select, to: &html) { html in
            html.element("button") { html in
                html.attribute("aria-label", "Select \(row.title)")
                html.text("Select")
            }
        }
    }

    private func pick(_ row: Row, by action: String, to html: inout HTML, _ button: (inout HTML) -> Void) {
        html.element("form") { html in
            html.attribute("class", "pick")
            html.attribute("method", "post")
            html.action(endingWith: place.addressEnd(around: action), at: place.addresses) { html in
                guard let field = manifest.action(named: action)?.rowField else { return }
                html.part(encoding: field)
                html.part(fixed: "=")
                html.part(encoding: row.id)
            }
            button(&html)
        }
    }
}
