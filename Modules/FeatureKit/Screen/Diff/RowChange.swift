extension ScreenDiff {
    /// The changes of a row that is in both lists.
    package struct RowChange: Sendable, Hashable {
        /// The row's id.
        package var id: String
        /// The new title; `nil` if the title did not change.
        package var title: String?
        /// The change of the detail.
        package var detail: OptionalChange<String> = .kept
        /// The changed values, by name.
        ///
        /// A removed value is `nil`.
        package var values: [String: FieldValue?] = [:]
        /// The changed cells, by name.
        ///
        /// A removed cell is `nil`.
        package var cells: [String: String?] = [:]
        /// The change of the tone.
        package var tone: OptionalChange<Tone> = .kept
        /// All new buttons; `nil` if ``arguments`` can express the changes of the buttons.
        package var buttons: [Button]?
        /// The changed arguments of the buttons, by name.
        ///
        /// Each change applies to every button of the row that has an argument with this name. A removed argument is
        /// `nil`.
        package var arguments: [String: FieldValue?] = [:]
        /// The change of the link.
        package var opens: OptionalChange<FeatureLink> = .kept

        init(from old: Row, to new: Row) {
            id = old.id
            if old.title != new.title { title = new.title }
            detail = OptionalChange(from: old.detail, to: new.detail)
            values = new.values.changes(from: old.values)
            cells = new.cells.changes(from: old.cells)
            tone = OptionalChange(from: old.tone, to: new.tone)
            if old.buttons != new.buttons {
                if let changed = Self.arguments(from: old.buttons, to: new.buttons) {
                    arguments = changed
                } else {
                    buttons = new.buttons
                }
            }
            opens = OptionalChange(from: old.opens, to: new.opens)
        }

        func apply(to row: inout Row) {
            if let title { row.title = title }
            row.detail = detail.applied(to: row.detail)
            row.values.apply(values)
            row.cells.apply(cells)
            row.tone = tone.applied(to: row.tone)
            if let buttons { row.buttons = buttons }
            Self.apply(arguments, to: &row.buttons)
            row.opens = opens.applied(to: row.opens)
        }

        /// Returns the changes of arguments that turn the old buttons into the new buttons.
        ///
        /// Returns `nil` if changes of arguments alone cannot do this.
        private static func arguments(from old: [Button], to new: [Button]) -> [String: FieldValue?]? {
            // JSON cannot encode some values. A client that decoded the old screen lacks arguments with such values, so
            // it needs
            // all new buttons.
            guard old.count == new.count, old.allSatisfy({ $0.arguments.values.allSatisfy(\.isInJSON) }) else {
                return nil
            }
            var changes: [String: FieldValue?] = [:]
            for (old, new) in zip(old, new) where old.arguments != new.arguments {
                for (name, value) in old.arguments where new.arguments[name] != value {
                    changes.updateValue(new.arguments[name], forKey: name)
                }
            }
            var changed = old
            apply(changes, to: &changed)
            return changed == new ? changes : nil
        }

        private static func apply(_ changes: [String: FieldValue?], to buttons: inout [Button]) {
            for (name, value) in changes {
                for index in buttons.indices where buttons[index].arguments[name] != nil {
                    buttons[index].arguments[name] = value
                }
            }
        }
    }
}

extension ScreenDiff.RowChange: Decodable {
    private enum CodingKeys: CodingKey { case set, title, detail, values, cells, tone, buttons, arguments, opens }

    /// Decodes the value from its wire format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .set)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        detail = try container.change(forKey: .detail)
        values = try container.decodeIfPresent([String: FieldValue?].self, forKey: .values) ?? [:]
        cells = try container.decodeIfPresent([String: String?].self, forKey: .cells) ?? [:]
        tone = try container.change(forKey: .tone)
        buttons = try container.decodeIfPresent([Button].self, forKey: .buttons)
        arguments = try container.decodeIfPresent([String: FieldValue?].self, forKey: .arguments) ?? [:]
        opens = try container.change(forKey: .opens)
    }
}

extension FieldValue {
    /// Whether JSON can encode the value.
    ///
    /// It cannot encode secrets and numbers that are not finite.
    var isInJSON: Bool {
        switch self {
        case .decimal(let number): number.isFinite
        case .secret: false
        case .text, .integer, .boolean, .texts: true
        }
    }
}

extension FieldValue? {
    var inJSON: FieldValue? { flatMap { $0.isInJSON ? $0 : nil } }
}
