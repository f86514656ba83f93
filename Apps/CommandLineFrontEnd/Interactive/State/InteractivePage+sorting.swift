import FeatureKit

// A person who sorts wants to see the beginning of the list, so the cursor does not stay on its row.

extension InteractivePage {
    /// A running call that sorts a list.
    struct Sorting: Sendable {
        let list: String
        var call: Int?
    }

    /// Returns the id of the list that a button sorts; `nil` if the button is no heading of a list.
    func list(sortedBy button: Button) -> String? {
        layout.lists.first { list in list.columns?.contains { $0.sort == button } == true }?.id
    }

    /// Returns the line of a list's heading, counted from the first visible line; `nil` if it is out of sight.
    func headingLine(of list: String) -> Int? {
        if case .rows(let rows)? = stickyRows?.content, rows.list.id == list { return 0 }
        guard let block = layout.block(of: list), (top..<top + height).contains(block.firstLine) else { return nil }
        return block.firstLine - top
    }

    /// Selects the first row of a list, and shows the beginning of the list.
    ///
    /// The heading stays where it was, so that a second click on it reverses the order.
    ///
    /// - Parameter heading: The line of the heading before, counted from the first visible line; `nil` if it was out of
    ///   sight.
    mutating func showFirstRow(of list: String, headingAt heading: Int?) {
        (sorting, seeking, askedForMore) = (nil, nil, [:])
        guard let first = layout.firstRow(of: list), let block = layout.block(of: list) else { return }
        select(first)
        scroll(to: heading.map { block.firstLine - $0 } ?? 0)
        keepSelectionInSight()
    }

    /// Notes that a call has ended, which may have sorted a list.
    mutating func endSorting(_ call: Int, revision answer: Int?, hasFailed: Bool) {
        // The frame that shows the new order may come after the answer.
        guard sorting?.call == call, hasFailed || (answer ?? 0) <= revision else { return }
        sorting = nil
    }
}
