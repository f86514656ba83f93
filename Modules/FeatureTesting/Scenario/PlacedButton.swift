import FeatureKit

/// A button and its position on the screen.
struct PlacedButton {
    enum Place {
        /// The button belongs to the whole screen, to its phase, or to a list but not to a row.
        case screen
        case row(Row)
        /// The section with this id.
        case section(String)
        /// The heading of the column with this title.
        case column(String)
        /// The notice with this text.
        case notice(String)
    }

    let button: Button
    let place: Place

    /// The row that contains the button, or `nil` if the button is not in a row.
    var row: Row? { if case .row(let row) = place { row } else { nil } }

    /// Returns all buttons on a screen, in the order of `Screen.allButtons`.
    static func all(on screen: Screen) -> [PlacedButton] {
        var all = screen.buttons.map { PlacedButton(button: $0, place: .screen) }
        if case .failed(_, let retry?) = screen.phase { all.append(PlacedButton(button: retry, place: .screen)) }
        screen.forEachElement { element in
            switch element {
            case .list(let list):
                for column in list.columns ?? [] {
                    if let sort = column.sort { all.append(PlacedButton(button: sort, place: .column(column.title))) }
                }
                for row in list.rows { all += row.buttons.map { PlacedButton(button: $0, place: .row(row)) } }
                if let more = list.more { all.append(PlacedButton(button: more, place: .screen)) }
            case .section(let section):
                all += section.buttons.map { PlacedButton(button: $0, place: .section(section.id)) }
            case .drawing(let drawing):
                if let tap = drawing.tap { all.append(PlacedButton(button: tap, place: .screen)) }
            case .text, .fields, .form, .placeholder, .link, .progress, .chart, .image, .unknown: break
            }
        }
        return all
    }

    /// Returns the button that a reference refers to.
    ///
    /// - Throws: ``ScenarioFailure`` if no button matches, if several matching buttons do different things, or if the
    ///   button is disabled.
    static func find(
        _ reference: any ButtonReference, inRow row: String?, with arguments: [String: FieldValue], on frame: Frame?,
        _ notice: Notice?
    ) throws(ScenarioFailure) -> PlacedButton {
        var all = all(on: frame?.screen ?? Screen())
        if let notice, let button = notice.button {
            all.append(PlacedButton(button: button, place: .notice(notice.text)))
        }
        let meant = all.filter { place in
            reference.refers(to: place.button)
                && arguments.allSatisfy { place.button.arguments[$0.key] == $0.value }
                && (row == nil || place.row?.id == row || place.row?.title == row)
        }
        guard let first = meant.first else {
            throw .noButton(reference.referenceText, row: row, arguments, among: all, frame)
        }
        // Several buttons with the same effect count as one button. Choose a button that is enabled.
        let isSame = meant.allSatisfy { other in
            other.button.action == first.button.action && other.button.arguments == first.button.arguments
        }
        guard isSame else { throw .severalButtons(reference.referenceText, meant, frame) }
        guard let enabled = meant.first(where: \.button.enabled) else { throw .disabled(first, among: all, frame) }
        return enabled
    }

    /// The button as text: `'Adopt a dog' (adopt)`.
    var text: String { "'\(button.title)' (\(button.action))" }

    /// The button and its position as text: `'Birthday' (birthday) in the row 1, Alfred Labrador`.
    var textWithPlace: String {
        switch place {
        case .screen: text
        case .row(let row): "\(text) in the row \(row.id), \(row.title)"
        case .section(let id): "\(text) in the section \(id)"
        case .column(let title): "\(text) in the heading \(title)"
        case .notice(let words): "\(text) in the notice '\(words)'"
        }
    }
}
