// A session can hold at most a certain number of rows of each list that is loaded page by page. Lists that a view draws
// whole have no limit.

extension Scene {
    /// A list that is loaded page by page.
    struct PagedList {
        /// The name of the action that loads the next page.
        let more: String
        let limit: (Int) -> Void
        let full: () -> FullList?
    }

    /// Describes a list that is loaded page by page.
    ///
    /// - Parameters:
    ///   - more: The action that loads the next page.
    ///   - limit: Sets the greatest number of rows. A session with a limit calls it once, before `start`.
    ///   - full: Returns the words for the list if the limit keeps it from loading further rows; `nil` otherwise.
    @discardableResult
    package func paging(
        by more: Action, limit: @escaping (Int) -> Void, full: @escaping () -> FullList?
    ) -> Scene {
        paged.append(PagedList(more: more.name, limit: limit, full: full))
        return self
    }
}

/// The words for a list that has further rows, but has reached the greatest number of rows of its session.
package struct FullList: Sendable, Hashable {
    /// The text below the list, in place of the button that loads more rows.
    package let text: String
    /// The message to a caller that asks for more rows.
    package let refusal: String

    /// Creates words.
    package init(text: String, refusal: String) { (self.text, self.refusal) = (text, refusal) }
}

extension Session {
    /// Returns a screen on which each full list has a text in place of its button `more`.
    func limited(_ screen: Screen) -> Screen {
        guard rowLimit != nil, let scene else { return screen }
        var screen = screen
        for list in scene.paged { if let full = list.full() { screen.replaceMore(list.more, by: full.text) } }
        return screen
    }

    /// Throws an error if an action would load more rows of a full list.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/disabled``.
    func verifyRoom(for action: String) throws(FeatureError) {
        guard rowLimit != nil, let full = scene?.paged.first(where: { $0.more == action })?.full() else { return }
        throw FeatureError(.disabled, full.refusal)
    }
}

extension Screen {
    /// Returns whether a list has further rows that its session does not load.
    package func isLimited(_ list: ListElement) -> Bool {
        var isLimited = false
        forEachElement { if case .text(let text) = $0, text.id == list.limitID { isLimited = true } }
        return isLimited
    }

    fileprivate mutating func replaceMore(_ action: String, by text: String) {
        Self.replaceMore(action, by: text, in: &elements)
    }

    private static func replaceMore(_ action: String, by text: String, in elements: inout [Element]) {
        for index in elements.indices.reversed() {
            switch elements[index] {
            case .list(var list) where list.more?.action == action:
                list.more = nil
                elements[index] = .list(list)
                elements.insert(.text(id: list.limitID, text, style: .caption), at: index + 1)
            case .section(var section):
                replaceMore(action, by: text, in: &section.elements)
                elements[index] = .section(section)
            default: break
            }
        }
    }
}

extension ListElement {
    /// The id of the text that says that the list has further rows.
    fileprivate var limitID: String { "\(id)-limit" }
}
