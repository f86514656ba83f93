// The one traversal of a screen. The check of disabled actions, the check of declared actions, the API's document and the
// contracts of tests all see buttons and forms through it.

extension Screen {
    /// Visits every element, also those in sections, each before the elements in it.
    package func forEachElement(_ body: (Element) -> Void) {
        Self.visit(elements, body)
    }

    /// Visits every button in the order of reading: the screen's own, that of the phase, then those of each element.
    ///
    /// It copies no row.
    package func forEachButton(_ body: (Button) -> Void) {
        buttons.forEach(body)
        if case .failed(_, let retry?) = phase { body(retry) }
        forEachElement { $0.forEachButton(body) }
    }

    /// Every button, in the order of ``forEachButton(_:)``.
    package var allButtons: [Button] {
        var all: [Button] = []
        forEachButton { all.append($0) }
        return all
    }

    /// Every form, in reading order.
    package var forms: [FormElement] {
        var forms: [FormElement] = []
        forEachElement { if case .form(let form) = $0 { forms.append(form) } }
        return forms
    }

    /// Every list, in reading order.
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
    /// Visits the element's own buttons, without those of the elements in it.
    package func forEachButton(_ body: (Button) -> Void) {
        switch self {
        case .list(let list):
            for column in list.columns ?? [] { if let sort = column.sort { body(sort) } }
            for row in list.rows.indices { list.rows[row].buttons.forEach(body) }
            if let more = list.more { body(more) }
        case .section(let section): section.buttons.forEach(body)
        case .text, .fields, .form, .placeholder, .unknown: break
        }
    }
}
