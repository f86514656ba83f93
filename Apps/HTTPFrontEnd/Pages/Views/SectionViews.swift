import FeatureKit

/// A group of elements with its heading, its tabs and its buttons.
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

/// Elements in their order.
struct PartsView {
    let id: String
    /// The layout of the elements; `nil` for one below the other.
    var style: String?
    let elements: [ElementView]
}

/// Links to the elements of a section of which one shows at a time.
struct TabsView {
    /// A link to one element.
    struct Tab: Equatable {
        let address: String
        let title: String
    }

    let id: String
    /// The accessible name of the links.
    let label: String
    let tabs: [Tab]
}

/// The text and the elements of an element of an unknown kind.
struct GroupView {
    let template = "group"
    let text: TextView?
    let elements: [ElementView]
}

extension SectionElement {
    /// The links to its elements, if they are tabs.
    var tabs: [TabsView.Tab] {
        elements.map { TabsView.Tab(address: "#\(PageID.element($0.id))", title: $0.tabTitle) }
    }
}

extension Element {
    /// The text of the link to the element as a tab.
    fileprivate var tabTitle: String {
        switch self {
        case .section(let section): section.title ?? id
        case .form(let form): form.title ?? id
        case .unknown(let unknown): unknown.title ?? id
        case .text, .list, .fields, .placeholder: id
        }
    }
}
