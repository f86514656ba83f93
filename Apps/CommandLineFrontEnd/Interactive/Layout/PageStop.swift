import FeatureKit
import Interaction

/// A part of a page that the tab key can focus.
enum PageStop: Sendable, Hashable {
    /// The rows of a list. The cursor is on one of these rows.
    case rows(list: String)
    /// A field of a form on the page.
    case field(form: String, name: String)
    /// The button below a field that decides about another person's value.
    case decision(Decision, form: String, name: String)
    /// The button of a form on the page.
    case submit(form: String)
    /// The heading of a folded section.
    case fold(section: String)
    /// A button of a section.
    case button(section: String, number: Int)
    /// A value that is a link.
    case link(fields: String, number: Int)
    /// An element that is a link.
    case element(id: String)
    /// A drawing that takes taps.
    case drawing(id: String)
    /// A button of the page, by its number among the screen's buttons.
    case pageButton(number: Int)

    /// The id of the form that the part belongs to; `nil` for any other part.
    var form: String? {
        switch self {
        case .field(let form, _), .decision(_, let form, _), .submit(let form): form
        default: nil
        }
    }
}

/// One person's view of a page: its open folds, chosen tabs and typed text.
///
/// This view belongs to the terminal and not to the session, so other viewers do not see it.
struct PageView: Sendable {
    /// The folded sections that are open.
    var openFolds: Set<String> = []
    /// The ids of the visible tabs, keyed by the ids of their sections.
    var chosenTabs: [String: String] = [:]
    /// The numbers of columns that are scrolled out of sight to the left, by list id.
    var skippedColumns: [String: Int] = [:]
    /// The name of the column in which the cursor is on a cell; `nil` if it is on the row as a whole.
    var column: String?
    /// The forms on the page, by form id.
    var forms: [String: FormTyping] = [:]
    /// The places of the crosses with which a person taps on drawings, by drawing id.
    var crosses: [String: DrawingLayout.Point] = [:]
    /// The part that receives the keys; `nil` if the rows or the page as a whole receives them.
    var focus: PageStop?
}

extension Element {
    /// The title of the element's tab.
    ///
    /// - Parameter number: The position of the tab, counted from 1.
    func tabTitle(_ number: Int) -> String {
        let title: String? =
            switch self {
            case .section(let section): section.title
            case .form(let form): form.title
            case .unknown(let unknown): unknown.title
            case .link(let link): link.title
            case .progress(let progress): progress.title
            case .chart(let chart): chart.title
            case .text, .list, .fields, .placeholder, .drawing, .image: nil
            }
        return title ?? "\(number)"
    }
}

extension SectionElement {
    /// Returns the visible element of a section of tabs: the chosen element, or the first element if none is chosen.
    func openTab(_ chosen: String?) -> Element? {
        elements.first { $0.id == chosen } ?? elements.first
    }
}
