import FeatureKit

/// The id of a row on a page, in two parts.
struct RowID {
    /// The beginning of the ids of all rows of the list.
    let list: String
    let row: String
}

extension HTML {
    /// Writes an attribute with the id of a row, or of a part of the row.
    mutating func attribute(_ name: StaticString, _ id: RowID, _ end: StaticString = "") {
        attribute(name) { html in
            html.part(id.list)
            html.part(encoding: id.row)
            html.part(fixed: end)
        }
    }

    mutating func words(_ words: String, linkedTo address: RowAddress) {
        element("a") { html in
            html.attribute("href") { html in
                html.part(address.before)
                html.part(address.text)
                html.part(address.after)
                if let session = address.session { html.part(.session, session) }
            }
            html.words(words)
        }
    }

    /// Writes the attribute `action` of a form in a row.
    ///
    /// - Parameters:
    ///   - end: The end of the address, before and after the arguments.
    ///   - addresses: The addresses on the page.
    ///   - arguments: Writes the arguments.
    mutating func action(
        endingWith end: (before: String, after: String), at addresses: PageAddresses, arguments: (inout HTML) -> Void
    ) {
        attribute("action") { html in
            html.part(fixed: PageAddresses.sessions)
            html.part(.session, addresses.session)
            html.part(end.before)
            arguments(&html)
            html.part(end.after)
        }
    }

    mutating func title(_ words: String) {
        element("bdi") { html in
            html.attribute("class", "title")
            html.text(words)
        }
    }

    /// Writes the shown rows and the total of a list.
    mutating func caption(_ caption: CaptionView) {
        if caption.isTable {
            element("caption") { html in
                html.attribute("id", caption.id)
                html.text(caption.words)
            }
        } else {
            element("p") { html in
                html.attribute("class", "total")
                html.attribute("id", caption.id)
                html.text(caption.words)
            }
        }
    }

    /// Writes the text that an empty list shows instead of rows.
    mutating func hint(_ hint: HintView) {
        element("div") { html in
            html.attribute("id", hint.id)
            if let words = hint.words {
                html.element("p") { html in
                    html.attribute("class", "placeholder")
                    html.words(words)
                }
            }
            guard let whole = hint.whole else { return }
            html.element("p") { html in
                html.attribute("class", "placeholder")
                html.element("a") { html in
                    html.attribute("class", "button")
                    html.attribute("href", whole)
                    html.text("Show all")
                }
            }
        }
    }
}
