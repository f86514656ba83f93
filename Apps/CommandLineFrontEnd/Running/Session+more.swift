import FeatureKit

extension Session {
    /// Presses the `more` button of each list until all rows are loaded.
    func pressMoreToTheEnd() async throws {
        var shown = frame
        while let more = shown.screen.lists.lazy.compactMap(\.more).first(where: \.enabled) {
            let next = try await perform(more.action, more.arguments).frame
            // If the button has no effect, the loop would never end, so stop.
            guard next.revision != shown.revision else { return }
            shown = next
        }
    }
}
