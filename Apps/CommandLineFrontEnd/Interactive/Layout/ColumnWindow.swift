/// The columns of a table that fit into a line.
///
/// The first column is always in sight and takes the room that the others leave. Columns that do not fit leave from the
/// right, and a person scrolls them into sight.
struct ColumnWindow: Sendable {
    /// The greatest width to which the first column is narrowed to make room for others, in cells.
    private static let narrowFirst = 20
    /// The greatest width of any other column while not all columns fit, in cells.
    private static let widestOther = 30

    /// The columns in sight, with their widths.
    let columns: [RowsLayout.Column]
    /// The number of columns after the first that are out of sight to the left.
    let skipped: Int
    /// The number of skipped columns with which the last column is in sight.
    let lastSkipped: Int
    /// Whether columns are out of sight to the right.
    let hasMore: Bool

    /// Chooses the columns in sight.
    ///
    /// - Parameters:
    ///   - all: All columns with their natural widths.
    ///   - skipped: The wanted number of skipped columns.
    ///   - room: The width of a line in cells.
    ///   - gap: The width of the gap between two columns in cells.
    init(_ all: [RowsLayout.Column], skipped wanted: Int, room: Int, gap: Int) {
        guard var first = all.first else {
            (columns, skipped, lastSkipped, hasMore) = ([], 0, 0, false)
            return
        }
        var others = Array(all.dropFirst())
        func width(_ columns: some Sequence<RowsLayout.Column>) -> Int { columns.reduce(0) { $0 + $1.width + gap } }
        if first.width + width(others) > room {
            for index in others.indices { others[index].width = min(others[index].width, Self.widestOther) }
        }
        let least = min(first.width, Self.narrowFirst, max(1, room / 2))
        // Count from the right how many columns fit beside the first.
        var last = others.count
        while last > 0, least + width(others[(last - 1)...]) <= room { last -= 1 }
        lastSkipped = min(last, max(0, others.count - 1))
        skipped = min(max(0, wanted), lastSkipped)
        var end = skipped
        while end < others.count, least + width(others[skipped...end]) <= room { end += 1 }
        // Beside a narrow first column, show a part of one other column rather than none.
        let rest = room - least - gap
        if end == skipped, end < others.count, rest >= 3 {
            others[end].width = min(others[end].width, rest)
            end += 1
        }
        hasMore = end < others.count
        let shown = Array(others[skipped..<end])
        first.width = max(1, min(room, room - width(shown)))
        columns = [first] + shown
    }
}
