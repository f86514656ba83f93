import FeatureKit

extension Session {
    /// Presses the buttons for more of every list until none is left.
    func pressMoreToTheEnd() async throws {
        var shown = frame.screen
        while let more = shown.elements.lazy.compactMap(\.more).first(where: \.enabled) {
            let screen = try await perform(more.action, more.arguments).frame.screen
            // A button that brings nothing would be pressed for ever.
            guard screen != shown else { return }
            shown = screen
        }
    }
}

extension Element {
    fileprivate var more: Button? { if case .list(let list) = self { list.more } else { nil } }
}
