import FeatureKit

/// The position of an element on a page: its heading level, and the tab or folded section around it.
struct ElementContext {
    /// The heading level of the element.
    var level = 2
    /// The id of the nearest heading above the element.
    ///
    /// The heading names a table that has no other name.
    var heading = PageID.title
    /// The URL fragment that opens the tab or the folded section around the element, or `nil`.
    var fragment: String?

    /// Returns the context of an element inside a section that has this context.
    func inside(_ section: SectionElement, _ element: Element) -> ElementContext {
        var context = self
        if section.title != nil || section.layout == .folded {
            context.level += 1
            context.heading = PageID.heading(of: section.id)
        }
        switch section.layout {
        case .stack, .columns: break
        case .tabs: context.fragment = PageID.element(element.id)
        case .folded: context.fragment = PageID.parts(of: section.id)
        }
        return context
    }
}

/// All elements of a screen by id, including the elements of sections.
struct ElementIndex {
    private var entries: [String: (element: Element, context: ElementContext)] = [:]

    /// Creates the index of a screen.
    ///
    /// The ids of the screen's elements must be unique.
    init(_ screen: Screen) {
        for element in screen.elements { add(element, ElementContext()) }
    }

    /// Returns the context of an element.
    func context(of id: String) -> ElementContext { entries[id]?.context ?? ElementContext() }

    func section(_ id: String) -> SectionElement? {
        if case .section(let section) = entries[id]?.element { section } else { nil }
    }

    func list(_ id: String) -> ListElement? {
        if case .list(let list) = entries[id]?.element { list } else { nil }
    }

    func form(_ id: String) -> FormElement? {
        if case .form(let form) = entries[id]?.element { form } else { nil }
    }

    func fields(_ id: String) -> FieldsElement? {
        if case .fields(let fields) = entries[id]?.element { fields } else { nil }
    }

    func drawing(_ id: String) -> DrawingElement? {
        if case .drawing(let drawing) = entries[id]?.element { drawing } else { nil }
    }

    /// The placeholders.
    var placeholders: [PlaceholderElement] {
        entries.values.compactMap { entry in
            if case .placeholder(let placeholder) = entry.element { placeholder } else { nil }
        }
        .sorted { $0.id < $1.id }
    }

    /// The sections.
    var sections: [SectionElement] {
        entries.values.compactMap { entry in
            if case .section(let section) = entry.element { section } else { nil }
        }
        .sorted { $0.id < $1.id }
    }

    /// The sections with the layout `tabs`.
    var tabbed: [SectionElement] { sections.filter { $0.layout == .tabs } }

    private mutating func add(_ element: Element, _ context: ElementContext) {
        entries[element.id] = (element, context)
        guard case .section(let section) = element else { return }
        for each in section.elements { add(each, context.inside(section, each)) }
    }
}
