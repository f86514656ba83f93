import FeatureKit

// A search or an order replaces the rows. Until the new rows are there, the old ones are not what a person acts on.

extension InteractivePage {
    /// The calls that may replace the rows, until a frame shows their effects.
    struct Replacing: Sendable {
        fileprivate var running: Set<Int> = []
        /// The revision that shows the effect of the calls that have ended.
        fileprivate var awaited = -1
    }

    /// Whether a running call may replace the rows.
    var isReplacingRows: Bool {
        failure == nil && !layout.lists.isEmpty && (!replacing.running.isEmpty || replacing.awaited > revision)
    }

    /// Notes that a call has begun.
    mutating func beginReplacing(_ key: Int, by call: Call) {
        let isChange = call.form.map { id in screen.forms.contains { $0.id == id && $0.submits == .change } } ?? false
        if isChange || manifest.action(named: call.action)?.browses == true { replacing.running.insert(key) }
    }

    /// Notes that a call has ended.
    ///
    /// - Parameter answer: The revision that shows the effect of the call; `nil` if the call failed or has no effect.
    mutating func endReplacing(_ key: Int, at answer: Int?) {
        guard replacing.running.remove(key) != nil, let answer else { return }
        replacing.awaited = max(replacing.awaited, answer)
    }
}
