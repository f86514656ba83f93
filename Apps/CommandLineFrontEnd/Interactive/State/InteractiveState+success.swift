import FeatureKit
import Interaction

// Says that an action has succeeded, if the session does not say so itself.

extension InteractiveState {
    /// What to say when a call succeeds.
    struct Success: Sendable {
        let words: SuccessWords
        /// Whether a form, a question or the button of a row asked for the call.
        ///
        /// The success of another call is only said if the call has changed nothing on the screen, or can be taken back.
        let isAsked: Bool
        /// The page's revision before the call.
        let revision: Int
    }

    /// Performs an action that a person has asked for.
    ///
    /// - Parameters:
    ///   - success: What to say when the action succeeds; `nil` to say nothing.
    ///   - isAsked: Whether a form, a question or the button of a row asked for the action.
    /// - Returns: The key of the call.
    @discardableResult
    mutating func act(
        _ call: Call, _ success: SuccessWords?, isAsked: Bool = false, _ effects: inout [InteractiveEffect]
    ) -> Int {
        // The notices of earlier actions are no longer news. A notice with a button or a link still has its use.
        let here = page.key
        notices.removeAll { $0.page == here && $0.notice.button == nil && $0.notice.opens == nil }
        // A call on a row can bring other rows into sight, which are not new.
        let row = page.manifest.action(named: call.action)?.row(of: call.arguments).flatMap(page.screen.row)
        let key = perform(call, &effects)
        page.calls[key]?.adding = row == nil ? success : nil
        let revision = page.revision
        page.calls[key]?.success = success.map { Success(words: $0, isAsked: isAsked, revision: revision) }
        return key
    }

    /// Says that an action of the visible page has succeeded, unless its effect is seen on the screen.
    ///
    /// What was said about an earlier action of the page is no longer news.
    mutating func tell(_ success: Success, _ answer: SourceAnswer) {
        // Another place says enough itself, unless the words tell what has happened.
        guard answer.opens == nil || success.words.isSentence else { return }
        let here = page.key
        notices.removeAll { $0.isOwn && $0.page == here }
        let isUnchanged = (answer.revision ?? .max) <= success.revision
        let undo = page.manifest.undoButton(of: answer.change)
        guard success.isAsked || isUnchanged || undo != nil else { return }
        // The action may have had an effect elsewhere, so speak only of the page.
        if isUnchanged, answer.opens == nil {
            let rest = success.words.isSentence ? " Nothing changed on this page." : ", nothing changed on this page"
            show(Notice(success.words.text(on: nil) + rest, button: undo), of: here)
        } else {
            let isShown = answer.opens == nil && page.revision >= answer.revision ?? 0
            let text = success.words.text(on: isShown ? page.screen : nil)
            show(Notice(text, tone: .positive, button: undo), of: here, stays: answer.opens != nil)
            if let revision = answer.revision, !isShown, answer.opens == nil {
                notices[notices.count - 1].early = (success.words, revision)
            }
        }
        notices[notices.count - 1].isOwn = true
    }

    /// Says the new titles of rows and records, if the frame with the effect of an action came after its answer.
    mutating func completeSuccess(on index: Int) {
        let shown = pages[index]
        for at in notices.indices where notices[at].page == shown.key {
            guard let (words, revision) = notices[at].early, shown.revision >= revision else { continue }
            notices[at].early = nil
            notices[at].notice.text = words.text(on: shown.screen)
        }
    }

    /// Returns what to say about the success of a button of the page.
    ///
    /// - Parameters:
    ///   - subject: The title of what the button acts on; `nil` if the button's title says enough.
    ///   - row: The id of the button's row; `nil` for a button of the page.
    func success(of button: Button, about subject: String?, row: String?) -> SuccessWords {
        let action = page.manifest.action(named: button.action)
        if let titles = page.manifest.titles(ofRowsIn: button.arguments, of: button.action, on: page.screen) {
            return SuccessWords(button, of: action, onRows: titles)
        }
        return SuccessWords(button, of: action, about: subject, row: row, on: page.screen)
    }

    /// Removes the view's own messages, because the person goes to another place.
    ///
    /// Notices of a session stay.
    mutating func dropMessages() { notices.removeAll { !$0.stays } }

    /// Says nothing about the calls of a page, because its session has a notice.
    mutating func keepQuiet(on page: Int) {
        for index in pages.indices where pages[index].key == page {
            for key in pages[index].calls.keys { pages[index].calls[key]?.success = nil }
        }
        notices.removeAll { $0.isOwn && $0.page == page }
    }
}
