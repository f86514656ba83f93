/// The scroll bar of a page whose lines do not fit.
struct ScrollBar: Sendable, Hashable {
    /// The first line of the bar on the terminal.
    let first: Int
    /// The number of lines of the bar.
    let height: Int
    /// The number of lines of the page, rows that are not loaded included.
    let total: Int

    /// The number of lines of the thumb.
    private var size: Int { max(1, height * height / total) }

    /// Returns the lines of the thumb on the terminal.
    ///
    /// - Parameter top: The number of the first visible line of the page.
    func thumb(at top: Int) -> Range<Int> {
        let start = first + (height - size) * top / max(1, total - height)
        return start..<start + size
    }

    /// Returns the first visible line of the page that brings the middle of the thumb to a line of the terminal.
    func top(forThumbAt line: Int) -> Int {
        let room = height - size
        guard room > 0 else { return 0 }
        let place = min(room, max(0, line - first - size / 2))
        // At the end of the bar, the last line of the page is visible.
        return place == room ? total - height : place * (total - height) / room
    }
}
