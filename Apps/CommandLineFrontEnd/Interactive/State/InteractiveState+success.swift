import FeatureKit

// Says that an action has succeeded, if the session does not say so itself.

extension InteractiveState {
    /// What to say when a call succeeds.
    struct Success: Sendable {
        /// The key of the page that performs the call.
        let page: Int
        let text: String
        /// Whether a form, a question or the button of a row asked for the call.
        ///
        /// The success of another call is only said if the call has changed nothing on the screen.
        let isAsked: Bool
        /// The page's revision before the call.
        let revision: Int
    }

    /// Performs an action that a person has asked for.
    ///
    /// - Parameters:
    ///   - success: What to say when the action succeeds; `nil` to say nothing.
    ///   - isAsked: Whether a form, a question or the button of a row asked for the action.
    ///   - isOnRow: Whether the action is known to act on a row, which the page may show no longer.
    /// - Returns: The key of the call.
    @discardableResult
    mutating func act(
        _ call: Call, _ success: String?, isAsked: Bool = false, isOnRow: Bool = false,
        _ effects: inout [InteractiveEffect]
    ) -> Int {
        // The notices of earlier actions are no longer news. A notice with a button or a link still has its use.
        let here = page.key
        notices.removeAll { $0.page == here && $0.notice.button == nil && $0.notice.opens == nil }
        let known = isOnRow ? nil : KnownRows(before: call, on: page)
        let key = perform(call, &effects)
        knownRows[key] = known
        if let success {
            successes[key] = Success(page: here, text: success, isAsked: isAsked, revision: page.revision)
        }
        return key
    }

    /// Says that an action has succeeded, unless its effect is seen on the screen or the person has gone elsewhere.
    ///
    /// What was said about an earlier action of the page is no longer news.
    mutating func tell(_ success: Success, _ answer: SourceAnswer) {
        guard success.page == page.key else { return }
        notices.removeAll { $0.isOwn && $0.page == success.page }
        let isUnchanged = (answer.revision ?? .max) <= success.revision
        guard success.isAsked || isUnchanged else { return }
        // The action may have had an effect elsewhere, so speak only of the page.
        let notice =
            isUnchanged
            ? Notice("\(success.text), nothing changed on this page") : Notice(success.text, tone: .positive)
        show(notice, of: success.page)
        notices[notices.count - 1].isOwn = true
    }

    /// Removes the view's own messages, because the person goes to another place.
    ///
    /// A notice of a session stays.
    mutating func dropMessages() { notices.removeAll { !$0.isOfSession } }

    /// Says nothing about the calls of a page, because its session has a notice.
    mutating func keepQuiet(on page: Int) {
        successes = successes.filter { $0.value.page != page }
        notices.removeAll { $0.isOwn && $0.page == page }
    }
}
