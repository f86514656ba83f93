import FeatureKit
import Interaction

/// A ticked row as a page sends it: the id and the revision that the person saw.
struct Tick: Hashable, Sendable {
    /// The name of the controls that tick rows.
    ///
    /// No field's control has it.
    static let name = "row"

    let id: String
    /// The revision; `nil` if the row has none.
    let revision: String?

    /// Reads the value of a control: the revision and the id, with a space between them.
    ///
    /// `nil` for any other text, and for one that takes long to compare.
    init?(_ value: String) {
        guard StreamSafeText.contains(value), let space = value.firstIndex(of: " ") else { return nil }
        id = String(value[value.index(after: space)...])
        revision = space == value.startIndex ? nil : String(value[..<space])
    }

    /// Creates the tick of a row.
    init(id: String, revision: String?) { (self.id, self.revision) = (id, revision) }

    /// The value of the control.
    var value: String { "\(revision ?? "") \(id)" }
}

/// A ticked row that the list still shows.
struct TickedRow {
    let tick: Tick
    let row: Row
}

extension ListElement {
    /// Returns the ticked rows that the list still shows, in its order.
    func ticked(_ ticks: [Tick]) -> [TickedRow] {
        let byID = Dictionary(ticks.map { ($0.id, $0) }) { first, _ in first }
        return rows.compactMap { row in byID[row.id].map { TickedRow(tick: $0, row: row) } }
    }
}

/// The buttons that act on ticked rows.
extension ActionMaker {
    /// Writes the control that ticks a row; nothing if the rows of the list cannot be ticked.
    func tick(_ row: Row, in shape: ListShape, by cache: inout RowCache, to html: inout HTML) {
        guard let beginning = shape.tick else { return }
        html.add(beginning)
        html.value(Tick(id: row.id, revision: cache.revision(of: row, by: self)?.description).value)
        if !shape.isTable {
            html.attribute("aria-label") { html in
                html.part(fixed: "Select ")
                html.part(row.title)
            }
        }
        html.close("label")
    }

    /// Writes the buttons that act on ticked rows.
    ///
    /// Without a script, a button that opens a dialog leads to the page with the open dialog.
    mutating func bulk(of list: ListElement, to html: inout HTML) {
        guard !list.bulk.isEmpty else { return }
        let id = PageID.ticks(of: list.id)
        html.element("form") { html in
            html.attribute("id", id)
            html.attribute("class", "presses bulk")
            html.attribute("method", "post")
            html.markup("<span role=\"status\"></span>")
            for (button, keyed) in zip(list.bulk, KeyedButton.keyed(bulk: list.bulk, of: manifest)) {
                let asks = button.asks(for: button.asked(among: fields(of: button.action)))
                html.element("button") { html in
                    html.attribute("class", button.role.style)
                    html.attribute("data-key", keyed.letter.map { String($0) })
                    html.attribute(
                        "formaction",
                        asks ? place.addresses.dialog(of: button.action, in: list.id) : place.address(of: button))
                    html.flag("disabled", !button.enabled)
                    if asks { html.attribute("aria-haspopup", "dialog") }
                    if !asks, let key = place.key { html.pair(key) }
                    html.words(button.title)
                    if asks { html.markup("…") }
                }
            }
        }
    }

    /// Makes the dialog of a button that acts on ticked rows.
    ///
    /// - Parameters:
    ///   - index: The index of the button among those of the list.
    ///   - ticked: The rows.
    ///   - list: The list.
    mutating func dialog(_ index: Int, of ticked: [TickedRow], in list: ListElement) -> ActionView {
        let id = PageID.button(index, of: list.bulk, in: PageID.ticks(of: list.id))
        var view = action(for: list.bulk[index], id: id, of: ticked.map(\.row.title).enumerated)
        view.form.kept += ticked.map { HiddenControl(name: Tick.name, value: $0.tick.value) }
        return view
    }
}
