import FeatureKit

extension Session {
    /// Presses the buttons for more of every list until none is left.
    func pressMoreToTheEnd() async throws {
        var shown = frame
        while let more = shown.screen.elements.lazy.compactMap(\.more).first(where: \.enabled) {
            let next = try await perform(more.action, more.arguments).frame
            // A button that brings nothing would be pressed for ever.
            guard next.revision != shown.revision else { return }
            shown = next
        }
    }
}

extension Element {
    fileprivate var more: Button? { if case .list(let list) = self { list.more } else { nil } }
}
