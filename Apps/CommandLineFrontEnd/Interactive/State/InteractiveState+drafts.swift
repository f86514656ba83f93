import FeatureKit
import Interaction
import TerminalKit

// Says what happens to text that a person typed and did not send.

extension InteractiveState {
    /// Says which drafts have lost their form because a frame no longer offers it.
    ///
    /// A form that a search hides is not lost.
    mutating func tellAwayDrafts(on index: Int, since earlier: Screen) {
        let page = pages[index]
        guard page.screen.phase == .ready else { return }
        let isSameSearch = page.browsing(earlier) == page.browsing(page.screen)
        // An open form says itself what has happened to its record.
        for (identity, draft) in drafts where identity.place == page.place && identity != openForm?.identity {
            func offers(_ screen: Screen) -> Bool { screen.offers(identity, editing: draft.edit, page.manifest) }
            let isOffered = offers(page.screen)
            if isOffered, draft.isTold { drafts[identity]?.isTold = false }
            if !isOffered, !draft.isTold, isSameSearch, offers(earlier) { tellAway(identity, on: page) }
        }
    }

    /// Says that the page no longer offers the form of a draft, what was typed, and how to open the form again.
    mutating func tellAway(_ identity: FormState.Identity, on page: InteractivePage) {
        guard let draft = drafts[identity], !draft.isTold else { return }
        drafts[identity]?.isTold = true
        let name = draft.subject ?? identity.title
        let gone =
            identity.row != nil && page.mayHideRows
            ? "\u{201C}\(name)\u{201D} is no longer in this list."
            : "This \(draft.subject == nil ? "form" : "record") is gone: \(name)."
        let text = draft.typed.isEmpty ? "" : " Your text was not sent: \(Self.quoted(draft.typed))."
        show(Notice(gone + text + " The commands (:) open its form.", tone: .warning), of: page.key)
    }

    /// Says that the text of a closed form is kept, and the key that opens the form again.
    mutating func tellKept(_ identity: FormState.Identity) {
        let keyed = (rowButtons + pageButtons).first { self.identity(of: $0.button, row: $0.row) == identity }
        let way = keyed.map { "\($0.key ?? "m") opens" } ?? "the commands (:) open"
        show(Notice("Draft kept: \(way) it again."))
        notices[notices.count - 1].draft = identity
    }

    /// Whether a draft of a button's form is kept.
    func hasDraft(_ keyed: KeyedButton) -> Bool {
        // The place of a page is not worth finding for each paint without a draft.
        !drafts.isEmpty && drafts[identity(of: keyed.button, row: keyed.row)] != nil
    }

    /// Returns the label of a button, with a mark if a draft of its form is kept.
    func label(of keyed: KeyedButton) -> String { keyed.label + (hasDraft(keyed) ? Self.draftMark : "") }

    /// The sign of a draft behind the label of a button.
    static let draftMark = "*"

    // MARK: - Opening again

    /// The drafts of the visible place that neither the selected row nor the page offers with a button.
    var otherDrafts: [FormState.Identity] {
        let offered = (rowButtons + pageButtons).map { identity(of: $0.button, row: $0.row) }
        return drafts.keys.filter { $0.place == page.place && !offered.contains($0) }
            .sorted { ($0.title, $0.row ?? "") < ($1.title, $1.row ?? "") }
    }

    /// Returns the identity of a button's form on the visible page.
    func identity(of button: Button, row: Row?) -> FormState.Identity {
        FormState.Identity(place: page.place, action: button.action, row: row?.id, title: button.title)
    }

    /// Opens the form of a draft.
    ///
    /// If the page no longer offers the form, the form has the newest values that the page has shown.
    mutating func openDraft(_ identity: FormState.Identity, _ effects: inout [InteractiveEffect]) {
        guard let draft = drafts[identity] else { return }
        let row = identity.row.flatMap(page.screen.row) ?? draft.row
        let newest = page.screen.newest(draft.button, ofRow: identity.row, editing: draft.edit, page.manifest)
        press(newest ?? draft.button, row: row, editing: draft.edit, &effects)
    }

    // MARK: - Leaving

    /// Leaves the view, but asks once if the person has typed text that is not sent.
    ///
    /// - Parameter again: The words that name the key which leaves.
    mutating func leave(again: String, _ effects: inout [InteractiveEffect]) {
        if !askOnce(about: unsentTexts, again: again) { effects.append(.leave(.left)) }
    }

    /// Asks about text that the person has typed and not sent, unless that was asked just before.
    ///
    /// - Parameter again: The words that name the key which leaves the text.
    /// - Returns: Whether it has asked now.
    mutating func askOnce(about texts: [String], again: String) -> Bool {
        // The person may have forgotten a question that is no longer in sight.
        let isAsked = texts == textsAskedAbout && notices.contains(where: \.isPinned)
        guard !texts.isEmpty, !isAsked else { return false }
        textsAskedAbout = texts
        show(Notice("Typed text is not sent: \(Self.quoted(texts)). \(again).", tone: .warning))
        notices[notices.count - 1].isPinned = true
        return true
    }

    /// The form in front of the page, or the form whose question is in front of the page; `nil` if there is none.
    private var openForm: FormState? {
        switch overlay {
        case .form(let form): form
        case .confirmation(let confirmation): confirmation.form
        default: nil
        }
    }

    /// The texts that the person typed and did not send, in alphabetical order.
    private var unsentTexts: [String] {
        var texts: [FormState.Identity: [String]] = drafts.mapValues(\.typed)
        if let open = openForm { texts[open.identity] = open.unsentTexts }
        // A new session of a page already has the page's texts.
        let last = pages.indices.filter { $0 + 1 == pages.count || !pages[$0 + 1].replacesPrevious }
        return (texts.values.joined() + last.flatMap { pages[$0].view.forms.values.flatMap(\.unsentTexts) }).sorted()
    }

    /// Returns the first texts in quotation marks, short enough for one line.
    private static func quoted(_ texts: [String]) -> String {
        let first = texts.prefix(2).map { "\u{201C}\($0.madeVisible.clipped(to: 30))\u{201D}" }
        let rest = texts.count - first.count
        return first.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension Screen {
    fileprivate func offers(
        _ form: FormState.Identity, editing edit: ColumnEdit?, _ manifest: FeatureManifest
    ) -> Bool {
        if let edit { return button(by: edit, ofRow: form.row, in: manifest) != nil }
        return hasButton(form.action, form.title, ofRow: form.row)
    }
}
