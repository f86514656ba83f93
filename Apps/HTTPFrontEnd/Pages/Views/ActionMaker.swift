import FeatureKit

/// Makes what a session's page shows of buttons and elements.
///
/// Every part has an id on the page that stays the same while it stands for the same thing: what is drawn anew finds its
/// place by it.
struct ActionMaker {
    let manifest: FeatureManifest
    /// Whether there is a feature of an id to link to.
    let isKnown: @Sendable (String) -> Bool
    var place: FormPlace

    /// Makes a way to press a button.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - id: What the ids of its controls begin with.
    ///   - values: What its form begins with: a row's values, so that only what changes has to be typed.
    mutating func action(
        for button: Button, id: String, beginningWith values: [String: FieldValue] = [:]
    ) -> ActionView {
        let fields = manifest.action(named: button.action)?.fields ?? []
        return ActionView(button, id: id, fields: fields, values: values, place: &place)
    }

    /// Makes the ways to press several buttons.
    mutating func actions(
        for buttons: [Button], in place: String, beginningWith values: [String: FieldValue] = [:]
    ) -> [ActionView] {
        buttons.indices.map { index in
            let button = buttons[index]
            // Not its number: when a button comes before it, what was typed for one action must not be another's.
            let earlier = buttons[..<index].count { $0.action == button.action }
            let id = "\(place):\(button.action)\(earlier > 0 ? ":\(earlier)" : "")"
            return action(for: button, id: id, beginningWith: values)
        }
    }

    /// Makes an element with its place on the page.
    mutating func element(_ element: Element) -> ElementView {
        ElementView(id: PageID.element(element.id), content: content(of: element))
    }

    private mutating func content(of element: Element) -> Any? {
        switch element {
        case .text(let text): return TextView(style: text.style.rawValue, words: text.text)
        case .placeholder(let placeholder): return TextView(style: "placeholder", words: placeholder.text)
        case .fields(let fields): return FieldsView(items: fields.items)
        case .unknown(let unknown): return unknown.text.map { TextView(style: "body", words: $0) }
        case .list(let list):
            let more = self.more(of: list)
            guard list.columns != nil else {
                return ListView(id: PageID.rows(of: list.id), rows: list.rows.map { row($0, in: list) }, more: more)
            }
            return TableView(
                list, id: PageID.rows(of: list.id), lines: lines(list.rows, in: list), more: more)
        }
    }

    /// Makes what asks for more rows of a list.
    mutating func more(of list: ListElement) -> MoreView {
        let id = PageID.more(of: list.id)
        return MoreView(id: id, action: list.more.map { action(for: $0, id: "\(id):\($0.action)") })
    }

    /// Makes a row of a list without columns.
    mutating func row(_ row: Row, in list: ListElement) -> RowView {
        let id = PageID.row(row.id, in: list.id)
        let address = row.opens.flatMap { isKnown($0.feature) ? $0.address : nil }
        return RowView(
            id: id, title: row.title, detail: row.detail, tone: ToneView(row.tone), address: address,
            actions: actions(for: row.buttons, in: id, beginningWith: row.values), hasActions: !row.buttons.isEmpty)
    }

    /// Makes rows of a list with columns.
    mutating func lines(_ rows: [Row], in list: ListElement) -> [LineView] {
        // Once for all of them: it looks at every row.
        let hasActions = list.hasButtons
        return rows.map {
            LineView(row($0, in: list), values: $0.values, columns: list.columns ?? [], hasActions: hasActions)
        }
    }

    /// What was typed, in the order of the fields.
    func typed(_ attempt: Attempt) -> [FieldsElement.Item] {
        attempt.items(of: manifest.action(named: attempt.action)?.fields ?? [])
    }

    /// What was wrong, in the order of the fields.
    func errors(of attempt: Attempt) -> [ErrorView] {
        attempt.refusal.map { ErrorView.list($0, fields: manifest.action(named: attempt.action)?.fields ?? []) } ?? []
    }
}

extension ListElement {
    /// Whether a row has buttons, which need a column of a table.
    var hasButtons: Bool { rows.contains { !$0.buttons.isEmpty } }
}

extension FeatureLink {
    /// The address that starts what the link is for.
    var address: String {
        let texts = options.sorted { $0.key < $1.key }.map { (name: $0.key, text: $0.value.description) }
        return "/features/\(feature.percentEncoded)\(texts.query)"
    }
}
