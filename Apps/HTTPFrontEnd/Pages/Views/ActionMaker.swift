import FeatureKit

/// Makes what a session's page shows of buttons and elements.
struct ActionMaker {
    let manifest: FeatureManifest
    var place: FormPlace

    /// Makes a way to press a button.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - values: What its form begins with: a row's values, so that only what changes has to be typed.
    mutating func action(for button: Button, beginningWith values: [String: FieldValue] = [:]) -> ActionView {
        let fields = manifest.action(named: button.action)?.fields ?? []
        return ActionView(button, fields: fields, values: values, place: &place)
    }

    mutating func element(_ element: Element, isKnown: (String) -> Bool) -> Any? {
        switch element {
        case .text(let text): return TextView(style: text.style.rawValue, words: text.text)
        case .placeholder(let placeholder): return TextView(style: "placeholder", words: placeholder.text)
        case .fields(let fields): return FieldsView(items: fields.items)
        case .unknown(let unknown): return unknown.text.map { TextView(style: "body", words: $0) }
        case .list(let list):
            let rows = list.rows.map { row($0, isKnown: isKnown) }
            let more = list.more.map { action(for: $0) }
            guard let columns = list.columns else { return ListView(rows: rows, more: more) }
            return TableView(list, columns: columns, rows: rows, more: more)
        }
    }

    private mutating func row(_ row: Row, isKnown: (String) -> Bool) -> RowView {
        let address = row.opens.flatMap { isKnown($0.feature) ? $0.address : nil }
        return RowView(
            title: row.title, detail: row.detail, tone: ToneView(row.tone), address: address,
            actions: row.buttons.map { action(for: $0, beginningWith: row.values) })
    }

    /// What was wrong, in the order of the fields.
    func errors(of attempt: Attempt) -> [ErrorView] {
        ErrorView.list(attempt.refusal, fields: manifest.action(named: attempt.action)?.fields ?? [])
    }
}

extension FeatureLink {
    /// The address that starts what the link is for.
    var address: String {
        let texts = options.sorted { $0.key < $1.key }.map { (name: $0.key, text: $0.value.description) }
        return "/features/\(feature.percentEncoded)\(texts.query)"
    }
}
