import FeatureKit

// The calls that take long, which the title line shows and Ctrl-C cancels.

extension InteractiveState {
    /// The newest call that can be cancelled; `nil` if there is none.
    var cancellable: RunningWork? { page.work.last(where: \.isCancellable) }

    /// Cancels the newest call that can be cancelled.
    ///
    /// - Returns: Whether there is one.
    mutating func cancelWork(_ effects: inout [InteractiveEffect]) -> Bool {
        guard let cancellable, page.failure == nil else { return false }
        effects.append(.cancel(page: page.key, work: cancellable.id))
        return true
    }

    /// What the view says about the calls that take long, in full and in short; `nil` if there are none.
    var workTexts: (full: String, short: String)? {
        guard let call = page.work.last(where: { !$0.isQueued }) ?? page.work.last else { return nil }
        let others = page.work.count - 1
        let words = [call.title, call.words].compactMap(\.self).joined(separator: " ")
        return (words + (others > 0 ? " (+\(others))" : ""), call.title)
    }
}
