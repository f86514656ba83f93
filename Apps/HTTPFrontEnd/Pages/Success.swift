import FeatureKit
import Interaction

/// The notice with which a page says that the action of a form has succeeded.
///
/// A person who pressed a button in a dialog always gets the notice, and so does a person whose action says what it has
/// done. Any other button that acts at once needs the notice only if its action has changed nothing on the screen.
struct Success: Sendable {
    private let words: SuccessWords
    private let manifest: FeatureManifest
    /// The revision at which the form was sent; `nil` if the page says the text after any change.
    private let revision: Int?

    /// Creates the notice for a form.
    ///
    /// The result is `nil` if the screen shows the success anyway: the form browses, selects a row, loads rows, repeats
    /// the start of the session, or is sent on each change.
    ///
    /// - Parameters:
    ///   - form: The sent form.
    ///   - frame: The frame before the action. It has the title of the row on which the action acts.
    ///   - live: The session.
    ///   - marksRows: Whether the page marks the row that has changed. Without a script it does not.
    init?(of form: SentForm, on frame: Frame, in live: LiveSession, marksRows: Bool) {
        let screen = frame.screen
        let action = form.action
        manifest = live.session.manifest
        guard live.browsed[action.name] == nil else { return nil }
        if let place = form.place {
            guard screen.forms.contains(where: { $0.id == place && $0.submits == .button }) else { return nil }
            words = SuccessWords(Button(action), of: action, on: nil, of: screen)
            revision = nil
            return
        }
        guard case (var button, let place)? = screen.button(of: form, in: manifest) else { return nil }
        // A person sees the new value in the cell.
        let asks = form.column == nil && button.asks(for: button.asked(among: action.fields))
        guard asks || action.name != live.startAction else { return nil }
        if let row = place?.row,
            let edit = form.column.flatMap({ screen.edit(of: $0, by: action.name, in: live.session.manifest) })
        {
            button = edit.worded(button, about: row.title)
        }
        let titles = screen.lists.flatMap { $0.ticked(form.ticks) }.map(\.row.title)
        words =
            titles.isEmpty
            ? SuccessWords(button, of: action, on: place?.row, of: screen)
            : SuccessWords(button, of: action, onRows: titles)
        // A page marks neither the fields of a record nor, without a script, its rows. A marked row may be out of sight.
        revision = asks || words.isSentence || place != nil && !marksRows ? nil : frame.revision
    }

    /// Returns the notice after the action; `nil` if the answer itself says enough.
    func notice(after answer: Answer) -> Notice? {
        // The other place says enough, unless the action has its own words.
        guard answer.opens == nil || words.isSentence else { return nil }
        guard answer.notices.isEmpty, revision.map({ $0 == answer.frame.revision }) ?? true else {
            return nil
        }
        let screen = answer.frame.screen
        if screen.phase.isFailed { return nil }
        // A new row may be out of sight.
        var link = words.namedRow(on: screen)?.opens
        link?.title = "Show"
        let undo = manifest.undoButton(of: answer.change)
        return Notice(words.text(on: screen), tone: .positive, button: undo, opens: link)
    }
}

extension [FieldDescription] {
    /// The names of the fields whose preset values distinguish the forms of an action: the required ones, and the row.
    var identifying: Set<String> { Set(lazy.filter { $0.required || $0.role == .row }.map(\.name)) }
}

extension Button {
    /// Returns the fields that the button asks for.
    func asked(among fields: [FieldDescription]) -> [FieldDescription] {
        fields.asked(besides: arguments)
    }

    /// Returns whether the button opens a dialog.
    ///
    /// - Parameter fields: The fields that the button asks for.
    func asks(for fields: [FieldDescription]) -> Bool { !fields.isEmpty || role == .destructive || confirm != nil }
}

extension Screen {
    /// Returns the button that made a form, and the place of the button's row.
    ///
    /// A button with all arguments of the form comes before a button whose optional arguments differ, such as the
    /// revision of a record.
    func button(of form: SentForm, in manifest: FeatureManifest) -> (button: Button, place: (row: Row, list: String)?)?
    {
        if let column = form.column {
            let cell = cell(of: column, editedBy: form.action.name, in: manifest) { button, _ in
                form.match(with: button) != nil
            }
            guard case .ofCell(let button, _, let row, let list) = cell else { return nil }
            return (button, (row, list))
        }
        var found: (button: Button, place: (row: Row, list: String)?)?
        var isExact = false
        func visit(_ button: Button, _ place: (Row, String)? = nil) {
            guard !isExact, let match = form.match(with: button), found == nil || match == .exact else { return }
            (found, isExact) = ((button, place), match == .exact)
        }
        for button in buttons { visit(button) }
        forEachElement { element in
            switch element {
            case .section(let section): for button in section.buttons { visit(button) }
            case .list(let list):
                for row in list.rows { for button in row.buttons { visit(button, (row, list.id)) } }
                for button in list.bulk { visit(button) }
            case .drawing(let drawing): if let tap = drawing.tap { visit(tap) }
            case .text, .fields, .form, .placeholder, .progress, .chart, .image, .link, .unknown: break
            }
        }
        return found
    }
}
