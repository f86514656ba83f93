import FeatureKit

extension Session {
    /// Presses each list's `more` button until all rows are loaded.
    func pressMoreToTheEnd() async throws {
        var shown = frame
        while let more = shown.screen.lists.lazy.compactMap(\.more).first(where: \.enabled) {
            let next = try await perform(more.action, more.arguments).frame
            // Stop at a button without effect; pressing it again would never end.
            guard next.revision != shown.revision else { return }
            shown = next
        }
    }
}
