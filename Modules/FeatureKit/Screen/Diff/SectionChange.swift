extension ScreenDiff {
    /// What changes of a section that stays; elements that stay in it have edits of their own.
    package struct SectionChange: Sendable, Hashable {
        /// The edits of its elements, each on what the one before it left.
        package var elements: [ElementEdit] = []
        /// What happens to the heading.
        package var title: OptionalChange<String> = .kept
        /// The new layout, if it changed.
        package var layout: SectionElement.Layout?
        /// The new buttons, if any of them changed.
        package var buttons: [Button]?

        /// Whether it changes nothing.
        var isEmpty: Bool { elements.isEmpty && title == .kept && layout == nil && buttons == nil }

        init(elements: [ElementEdit], from old: SectionElement, to new: SectionElement) {
            self.elements = elements
            title = OptionalChange(from: old.title, to: new.title)
            if old.layout != new.layout { layout = new.layout }
            if old.buttons != new.buttons { buttons = new.buttons }
        }

        func apply(to section: inout SectionElement) throws {
            if !elements.isEmpty { section.elements = try section.elements.applying(elements) }
            section.title = title.applied(to: section.title)
            if let layout { section.layout = layout }
            if let buttons { section.buttons = buttons }
        }
    }
}

extension ScreenDiff.SectionChange: Codable {
    private enum CodingKeys: CodingKey { case elements, title, layout, buttons }

    /// Reads the value from its wire format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        elements = try container.decodeIfPresent([ScreenDiff.ElementEdit].self, forKey: .elements) ?? []
        title = try container.change(forKey: .title)
        layout = try container.decodeIfPresent(SectionElement.Layout.self, forKey: .layout)
        buttons = try container.decodeIfPresent([Button].self, forKey: .buttons)
    }

    /// Writes the value in its wire format.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if !elements.isEmpty { try container.encode(elements, forKey: .elements) }
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(layout, forKey: .layout)
        try container.encodeIfPresent(buttons, forKey: .buttons)
    }
}
