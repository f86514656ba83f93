import FeatureKit

extension Session {
    /// Presses the `more` button of each list until all rows are loaded.
    func pressMoreToTheEnd() async throws {
        var shown = frame
        while let more = shown.screen.lists.lazy.compactMap(\.more).first(where: \.enabled) {
            let next = try await perform(more.action, more.arguments, as: .systemUser).frame
            // If the button has no effect, the loop would never end, so stop.
            guard next.revision != shown.revision else { return }
            shown = next
        }
    }

    /// Presses the `more` button of a list until the rows that a selection needs are loaded.
    ///
    /// A selection without a limit needs only the first rows. An unknown list is reported before any row is loaded.
    func pressMore(for selection: RowSelection) async throws {
        var shown = frame
        guard shown.screen.phase == .ready else { return }
        if let list = try selection.list(of: shown.screen) { _ = try selection.columns(of: list) }
        guard let limit = selection.limit else { return }
        while let list = try? selection.list(of: shown.screen), list.rows.count < limit, let more = list.more,
            more.enabled
        {
            let next = try await perform(more.action, more.arguments, as: .systemUser).frame
            guard next.revision != shown.revision else { return }
            shown = next
        }
    }
}
