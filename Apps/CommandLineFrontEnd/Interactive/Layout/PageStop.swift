import FeatureKit

/// A part of a page that the tab key goes to.
enum PageStop: Sendable, Hashable {
    /// The rows of a list; the cursor is on one of them.
    case rows(list: String)
    /// A field of a form in place.
    case field(form: String, name: String)
    /// The button of a form in place.
    case submit(form: String)
    /// The heading of a folded section.
    case fold(section: String)
    /// A button of a section.
    case button(section: String, number: Int)
    /// A value that leads to another place.
    case link(fields: String, number: Int)
}

/// A person's view of a page: open folds, chosen tabs, typed text.
///
/// It is no part of the session.
struct PageView: Sendable {
    /// The folded sections that are open.
    var openFolds: Set<String> = []
    /// The id of the visible element of each section of tabs.
    var chosenTabs: [String: String] = [:]
    /// The forms in place, by their ids.
    var forms: [String: FormTyping] = [:]
    /// The part that has the keys; `nil` for the rows, or for the page as a whole.
    var focus: PageStop?
}

extension Element {
    /// The title of the element's tab.
    ///
    /// - Parameter number: Its place among the tabs, from 1.
    func tabTitle(_ number: Int) -> String {
        let title: String? =
            switch self {
            case .section(let section): section.title
            case .form(let form): form.title
            case .unknown(let unknown): unknown.title
            case .text, .list, .fields, .placeholder: nil
            }
        return title ?? "\(number)"
    }
}

extension SectionElement {
    /// The visible element of a section of tabs: the chosen one, or else the first.
    func openTab(_ chosen: String?) -> Element? {
        elements.first { $0.id == chosen } ?? elements.first
    }
}
