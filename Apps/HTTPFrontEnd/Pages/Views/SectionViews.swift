import FeatureKit

/// The view of a section: its heading, tabs, elements and buttons.
struct SectionView {
    let template = "section"
    let heading: HeadingView?
    let isFolded: Bool
    let tabs: TabsView?
    let parts: PartsView
    let presses: PressesView
}

/// A heading inside a screen.
struct HeadingView {
    let id: String
    let level: Int
    let words: String
}

/// A sequence of elements.
struct PartsView {
    let id: String
    /// The layout of the elements; `nil` for a vertical stack.
    var style: String?
    let elements: [ElementView]
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

/// The view of an element of unknown kind: its text and its inner elements.
struct GroupView {
    let template = "group"
    let text: TextView?
    let elements: [ElementView]
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
        case .text, .list, .fields, .placeholder: id
        }
    }
}
