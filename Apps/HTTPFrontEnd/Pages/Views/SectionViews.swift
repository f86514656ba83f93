import FeatureKit

/// A heading inside a screen.
struct HeadingView {
    let id: String
    let level: Int
    let words: String
}

/// A group of elements.
struct PartsView {
    /// The group of the screen's direct elements.
    static let all = PartsView(id: "elements")

    let id: String
    /// The layout of the elements; `nil` for a vertical stack.
    var style: String?

    private init(id: String) { self.id = id }

    /// Creates the group of a section's elements.
    init(_ section: SectionElement) {
        id = PageID.parts(of: section.id)
        switch section.layout {
        case .columns: style = "columns"
        case .tabs: style = "panels"
        case .stack, .folded: style = nil
        }
    }
}

/// The tab links of a section that shows one element at a time.
struct TabsView {
    /// A tab: the link that opens one element of the section.
    struct Tab: Equatable {
        let address: String
        let title: String
    }

    let id: String
    /// The accessible name of the group of links.
    let label: String
    let tabs: [Tab]
}

extension SectionElement {
    /// The tab links to the section's elements.
    var tabs: [TabsView.Tab] {
        elements.map { TabsView.Tab(address: "#\(PageID.element($0.id))", title: $0.tabTitle) }
    }
}

extension Element {
    /// The text of the element's tab link.
    fileprivate var tabTitle: String {
        switch self {
        case .section(let section): section.title ?? id
        case .form(let form): form.title ?? id
        case .unknown(let unknown): unknown.title ?? id
        case .link(let link): link.title
        case .progress(let progress): progress.title
        case .chart(let chart): chart.title
        case .text, .list, .fields, .placeholder, .drawing, .image: id
        }
    }
}
