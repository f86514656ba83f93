import FeatureKit

// Finds the row that a person has just added, because it may be far from the cursor.

extension InteractiveState {
    /// The rows that a page had before a call which may add one.
    struct KnownRows: Sendable {
        /// The key of the page that performs the call.
        let page: Int
        /// The revision that shows the effect of the call; `nil` while the call runs.
        var answer: Int?
        /// The name that the person gave to the new row; `nil` if the call has no text.
        let name: String?
        private let ids: [String: Set<String>]

        /// Notes the rows of a page; `nil` for a call that acts on a row, or that only shows something else.
        init?(before call: Call, on page: InteractivePage) {
            guard let action = page.manifest.action(named: call.action), !action.effect.changesNothing,
                action.row(of: call.arguments).flatMap(page.screen.row) == nil
            else { return nil }
            self.page = page.key
            let field = action.fields.first { $0.kind == .text && call.arguments[$0.name] != nil }
            name = field.flatMap { call.arguments[$0.name] }.map { "\($0)" }
            ids = Dictionary(page.screen.lists.map { ($0.id, Set($0.rows.map(\.id))) }) { $1 }
        }

        /// Returns the only new row; `nil` if there is none or if other people have added rows too.
        fileprivate func newRow(in lists: [ListElement]) -> (list: String, id: String)? {
            var found: [(list: String, id: String)] = []
            for list in lists {
                let known = ids[list.id] ?? []
                found += list.rows.lazy.map(\.id).filter { !known.contains($0) }.prefix(2).map { (list.id, $0) }
            }
            return found.count == 1 ? found[0] : nil
        }
    }

    /// Notes that a call has ended.
    mutating func ended(_ call: Int, _ answer: SourceAnswer, hasFailed: Bool) {
        guard let index = pages.firstIndex(where: { $0.key == knownRows[call]?.page }), !hasFailed else {
            return knownRows[call] = nil
        }
        knownRows[call]?.answer = answer.revision ?? pages[index].revision
    }

    /// Moves the cursor to the rows that the person has just added, or else says their names.
    mutating func showNewRows() {
        for (call, known) in knownRows {
            guard let index = pages.firstIndex(where: { $0.key == known.page }) else {
                knownRows[call] = nil
                continue
            }
            guard let answer = known.answer, pages[index].revision >= answer else { continue }
            knownRows[call] = nil
            let lists = pages[index].layout.lists
            if let row = known.newRow(in: lists) {
                pages[index].moveSelection(toRow: row.id, in: row.list)
            } else if let name = known.name, lists.contains(where: { $0.more != nil }) {
                sayNotLoaded(name, on: known.page)
            }
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

extension InteractivePage {
    /// Moves the cursor to a row, if the row is shown.
    fileprivate mutating func moveSelection(toRow id: String, in list: String) {
        guard let number = layout.number(ofRow: id, in: list, near: 0) else { return }
        moveSelection(to: number)
    }
}
