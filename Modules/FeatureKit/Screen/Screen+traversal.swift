// The only traversal of a screen. All code that looks for buttons, forms or lists on a screen uses it.

extension Screen {
    /// Visits every element, including the elements inside sections.
    ///
    /// A section comes before its elements.
    package func forEachElement(_ body: (Element) -> Void) {
        Self.visit(elements, body)
    }

    /// Visits every button in reading order: the screen's buttons, the phase's button, then the buttons of each
    /// element.
    ///
    /// The traversal copies no rows.
    package func forEachButton(_ body: (Button) -> Void) {
        buttons.forEach(body)
        if case .failed(_, let retry?) = phase { body(retry) }
        forEachElement { $0.forEachButton(body) }
    }

    /// All buttons, in the order of ``forEachButton(_:)``.
    package var allButtons: [Button] {
        var all: [Button] = []
        forEachButton { all.append($0) }
        return all
    }

    /// All forms, in reading order.
    package var forms: [FormElement] {
        var forms: [FormElement] = []
        forEachElement { if case .form(let form) = $0 { forms.append(form) } }
        return forms
    }

    /// All lists, in reading order.
    package var lists: [ListElement] {
        var lists: [ListElement] = []
        forEachElement { if case .list(let list) = $0 { lists.append(list) } }
        return lists
    }

    private static func visit(_ elements: [Element], _ body: (Element) -> Void) {
        for element in elements {
            body(element)
            if !element.elements.isEmpty { visit(element.elements, body) }
        }
    }
}

extension Element {
    /// Visits the buttons of this element.
    ///
    /// It does not visit the buttons of the elements inside this element.
    package func forEachButton(_ body: (Button) -> Void) {
        switch self {
        case .list(let list):
            for column in list.columns ?? [] { if let sort = column.sort { body(sort) } }
            for row in list.rows.indices { list.rows[row].buttons.forEach(body) }
            if let more = list.more { body(more) }
            list.bulk.forEach(body)
        case .section(let section): section.buttons.forEach(body)
        case .drawing(let drawing): if let tap = drawing.tap { body(tap) }
        case .text, .fields, .form, .placeholder, .link, .progress, .chart, .image, .unknown: break
        }
    }
}
