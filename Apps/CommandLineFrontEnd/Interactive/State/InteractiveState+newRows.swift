import FeatureKit

// Finds the row that a person has just added, because it may be far from the cursor.

/// The rows that a page had before a call which may add one.
struct KnownRows: Sendable {
    /// The name that the person gave to the new row; `nil` if the call has no text.
    let name: String?
    private let ids: [String: Set<String>]

    /// Notes the rows of a page; `nil` for a call that acts on a row, or that only shows something else.
    init?(before call: Call, on page: InteractivePage) {
        guard let action = page.manifest.action(named: call.action), !action.effect.changesNothing,
            action.row(of: call.arguments).flatMap(page.screen.row) == nil
        else { return nil }
        let field = action.fields.first { $0.kind == .text && call.arguments[$0.name] != nil }
        name = field.flatMap { call.arguments[$0.name] }.map { "\($0)" }
        ids = Dictionary(page.screen.lists.map { ($0.id, Set($0.rows.map(\.id))) }) { $1 }
    }

    /// Returns the only new row; `nil` if there is none or if other people have added rows too.
    func newRow(in lists: [ListElement]) -> (list: String, id: String)? {
        var found: [(list: String, id: String)] = []
        for list in lists {
            let known = ids[list.id] ?? []
            found += list.rows.lazy.map(\.id).filter { !known.contains($0) }.prefix(2).map { (list.id, $0) }
        }
        return found.count == 1 ? found[0] : nil
    }
}

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
