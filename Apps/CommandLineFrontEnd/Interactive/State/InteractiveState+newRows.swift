import FeatureKit

// Finds the row that a person has just added, because it may be far from the cursor.

extension InteractiveState {
    /// Moves the cursor to the rows that the person has just added, or else says their names.
    mutating func showNewRows() {
        for index in pages.indices {
            for name in pages[index].showNewRows() { sayNotLoaded(name, on: pages[index].key) }
        }
    }

    /// Adds to the words about a success that its row is not loaded yet.
    private mutating func sayNotLoaded(_ name: String, on page: Int) {
        guard let index = notices.lastIndex(where: { $0.isOwn && $0.page == page }) else { return }
        let old = notices[index].notice
        guard old.tone == .positive else { return }
        let text = "\(old.text). \u{201C}\(name)\u{201D} is not among the rows loaded."
        show(Notice(text, tone: .positive), of: page)
        notices[notices.count - 1].isOwn = true
        notices.removeAll { $0.notice == old }
    }
}
