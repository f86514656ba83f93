extension ScreenDiff {
    /// The changes of a section that is on both screens.
    ///
    /// It does not contain the changes inside the section's elements. The ``ScreenDiff`` contains these changes.
    package struct SectionChange: Sendable, Hashable {
        /// The edits of the section's elements, to be applied in order.
        package var elements: [ElementEdit] = []
        /// The change of the title.
        package var title: OptionalChange<String> = .kept
        /// The new layout; `nil` if the layout did not change.
        package var layout: SectionElement.Layout?
        /// The new buttons; `nil` if no button changed.
        package var buttons: [Button]?

        /// Whether there are no changes.
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

extension ScreenDiff.SectionChange: Decodable {
    private enum CodingKeys: CodingKey { case elements, title, layout, buttons }

    /// Decodes the value from its wire format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        elements = try container.decodeIfPresent([ScreenDiff.ElementEdit].self, forKey: .elements) ?? []
        title = try container.change(forKey: .title)
        layout = try container.decodeIfPresent(SectionElement.Layout.self, forKey: .layout)
        buttons = try container.decodeIfPresent([Button].self, forKey: .buttons)
    }
}
