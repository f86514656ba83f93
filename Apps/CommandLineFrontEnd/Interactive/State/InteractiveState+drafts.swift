import FeatureKit
import TerminalKit

// Says what happens to text that a person typed and did not send.

extension InteractiveState {
    /// Says which drafts have lost their form because a frame no longer offers it.
    ///
    /// A form that a search hides is not lost.
    mutating func tellLostDrafts(on index: Int, since earlier: Screen) {
        let page = pages[index]
        guard page.screen.phase == .ready else { return }
        let isSameSearch = InteractivePage.browsing(earlier) == InteractivePage.browsing(page.screen)
        for (identity, draft) in drafts where identity.place == page.place {
            let isOffered = page.screen.offers(identity)
            if isOffered, draft.isLost { drafts[identity]?.isLost = false }
            if !isOffered, !draft.isLost, isSameSearch, earlier.offers(identity) { tellLost(identity, on: page) }
        }
    }

    /// Says that a draft has lost its form, and what was typed.
    ///
    /// The draft is kept, because the record may come back.
    mutating func tellLost(_ identity: FormState.Identity, on page: InteractivePage) {
        guard let draft = drafts[identity], !draft.isLost else { return }
        drafts[identity]?.isLost = true
        let name = draft.subject ?? identity.title
        let isInPart = identity.row != nil && (page.isSearched || page.hasMoreRows)
        let gone =
            isInPart
            ? "\u{201C}\(name)\u{201D} is no longer in this list."
            : "This \(draft.subject == nil ? "form" : "record") is gone: \(name)."
        let text = draft.typed.isEmpty ? "" : " Your text was not sent: \(Self.quoted(draft.typed))"
        show(Notice(gone + text, tone: .warning), of: page.key)
    }

    // MARK: - Leaving

    /// Leaves the view, but asks once if the person has typed text that is not sent.
    ///
    /// - Parameter again: The words that name the key which leaves.
    mutating func leave(again: String, _ effects: inout [InteractiveEffect]) {
        let texts = unsentTexts
        guard !texts.isEmpty, texts != textsAskedAbout else { return effects.append(.leave(.left)) }
        textsAskedAbout = texts
        show(Notice("Typed text is not sent: \(Self.quoted(texts)). \(again).", tone: .warning))
    }

    /// The texts that the person typed and did not send, in alphabetical order.
    private var unsentTexts: [String] {
        var texts: [FormState.Identity: [String]] = drafts.filter { !$0.value.isLost }.mapValues(\.typed)
        let open: FormState? =
            switch overlay {
            case .form(let form): form
            case .confirmation(let confirmation): confirmation.form
            default: nil
            }
        if let open { texts[open.identity] = open.draft?.typed }
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
    fileprivate func offers(_ form: FormState.Identity) -> Bool {
        hasButton(form.action, form.title, ofRow: form.row)
    }
}
