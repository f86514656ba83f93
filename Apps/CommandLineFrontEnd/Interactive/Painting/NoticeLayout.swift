import FeatureKit
import TerminalKit

/// The places of the notices: the newest one at the message line, and older ones above it.
struct NoticeLayout {
    /// A notice with its place.
    struct Item {
        let notice: Notice
        let texts: [String]
        /// The first line of the texts.
        let line: Int
        /// Whether the notice shares the message line with the position.
        let isShared: Bool
        /// The key of the notice's button or link; `nil` for none.
        let key: Character?
        /// Whether no box may cover the notice.
        let isPinned: Bool
    }

    /// The greatest number of lines of a notice.
    private static let longest = 3
    /// The number of lines of the page that notices never cover: a heading and two rows.
    private static let kept = 3

    /// The notices that fit, the newest first.
    private(set) var items: [Item] = []
    /// The first line that a notice covers completely; the end of the page's lines if there is none.
    private(set) var top: Int

    /// Lays out the notices of a state.
    ///
    /// - Parameters:
    ///   - content: The lines of the page, as if there were no notices.
    ///   - message: The message line; `nil` if there is none.
    init(_ state: InteractiveState, content: Range<Int>, message: Int?, footer: Int) {
        top = content.upperBound
        guard !state.notices.isEmpty else { return }
        let limit = content.lowerBound + (message == nil ? 1 : min(Self.kept, content.count))
        let isTaken = state.page.isFiltering || !state.page.filter.isEmpty || !state.page.ticks.isEmpty
        let taken = state.positionRoom
        var end = message.map { isTaken ? $0 : $0 + 1 } ?? footer
        for shown in state.notices.reversed() {
            let sign = shown.notice.tone.sign.map { $0 + " " } ?? ""
            let offer = state.offerText(of: shown)
            let room = max(1, state.size.columns - 2 - sign.displayWidth)
            let text = shown.notice.text + offer
            let isOnMessageLine = end - 1 == message
            // The message line keeps the position, so a long notice begins above it.
            let last = isOnMessageLine && taken > 0 ? end - 1 : end
            var texts = text.wrapped(to: room, atMost: max(1, min(Self.longest, last - limit)))
            let fits = text.madeVisible.displayWidth <= room - taken
            let isShared = isOnMessageLine && (fits || last - limit < 1)
            if isShared { texts = text.wrapped(to: max(1, room - taken), atMost: 1) }
            guard isShared || last - limit >= 1 else { return }
            end = isShared ? end - 1 : last - texts.count
            items.append(
                Item(
                    notice: shown.notice, texts: texts, line: end, isShared: isShared,
                    key: offer.isEmpty ? nil : state.key(of: shown.notice), isPinned: shown.isPinned))
            top = min(top, end)
        }
    }
}

extension InteractiveState {
    /// Whether a field of the page has the focus, so that letters are typed.
    private var isInField: Bool { if case .field = page.focus { true } else { false } }

    /// The numbers of the rows in sight, and the number of all rows; `nil` for a page without rows.
    var positionText: String? {
        guard page.totalRowCount > 0 else { return nil }
        guard page.filter.isEmpty else { return filteredText }
        guard let list = page.list, let range = page.rowsInSight(of: list.id) else { return nil }
        return positionText(of: range, in: list)
    }

    /// The number of cells at the end of the message line that the position may take.
    ///
    /// It does not depend on the rows in sight, because the notices decide how many of them there are.
    var positionRoom: Int {
        guard page.totalRowCount > 0, let list = page.list else { return 0 }
        let count = max(1, list.rows.count)
        let first = max(1, count - 1 - (list.total?.apart ?? 0))
        let text = page.filter.isEmpty ? positionText(of: first...count, in: list) : filteredText
        return text.displayWidth + 2
    }

    /// The number of rows that match the filter, which searches only the rows that are loaded.
    private var filteredText: String {
        let total = page.totalRowCount.grouped
        return "\(page.layout.rowCount.grouped) of \(total) \(page.hasMoreRows ? "loaded" : "shown")"
    }

    private func positionText(of range: ClosedRange<Int>, in list: ListElement) -> String {
        let known = list.total?.words ?? list.rows.count.grouped + (list.more == nil ? "" : "+")
        let numbers = list.numbers(of: range.lowerBound - 1..<range.upperBound)
        return "\(numbers) of \(known)" + (list.more != nil && size.columns >= 60 ? " · ↓ loads more" : "")
    }

    /// Returns a text that names the button and the link of a notice with their keys.
    ///
    /// The text is empty if these keys have another effect now.
    func offerText(of shown: ShownNotice) -> String {
        let notice = shown.notice
        guard overlay == nil, notice == offer, shown.page == page.key, !isInField else { return "" }
        let keys = keys(of: notice)
        let button = notice.button.map { " · \(keys.button) \($0.title)" } ?? ""
        let link = notice.opens.map { link in
            // The author's title is a whole label, such as "Show".
            " · \(keys.link) \(link.title ?? "Open \(title(of: link))")"
        }
        return button + (link ?? "")
    }
}
