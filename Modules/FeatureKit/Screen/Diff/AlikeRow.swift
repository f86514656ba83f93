extension ScreenDiff {
    /// A new row, described by its differences from the row before it.
    ///
    /// The wire format in ``ScreenDiff`` defines which properties are copied from the row before.
    package struct AlikeRow: Sendable, Hashable {
        /// The new row's id.
        package var id: String
        /// The new row's title.
        package var title: String
        /// The new row's detail.
        package var detail: String?
        /// The new row's values, in the sorted order of the value names of the row before.
        package var values: [FieldValue]
        /// The new row's cells, in the sorted order of the cell names of the row before.
        package var cells: [String]
        /// The arguments of the new row's buttons, in the sorted order of the argument names of the row before.
        ///
        /// Arguments that equal the row's id are left out.
        package var arguments: [FieldValue]

        /// Describes a row by its differences from another row.
        ///
        /// Returns `nil` if an `AlikeRow` cannot express the differences, or if it would not be shorter than the row.
        init?(_ row: Row, like other: Row) {
            guard row.tone == other.tone, row.values.count == other.values.count,
                row.cells.count == other.cells.count,
                row.buttons.count == other.buttons.count, !(row.values.isEmpty && row.buttons.isEmpty),
                other.values.values.allSatisfy(\.isInJSON),
                other.buttons.allSatisfy({ $0.arguments.values.allSatisfy(\.isInJSON) })
            else { return nil }
            (id, title, detail, values, cells, arguments) = (row.id, row.title, row.detail, [], [], [])
            for name in other.values.keys.sorted() {
                guard let value = row.values[name], value.isInJSON else { return nil }
                values.append(value)
            }
            for name in other.cells.keys.sorted() {
                guard let text = row.cells[name] else { return nil }
                cells.append(text)
            }
            for name in Self.argumentNames(of: other) {
                // This format leaves out each argument that equals the id of its row. Find a button whose argument in
                // the row before differs from the id of the row before. Take the value from the same button of the
                // new row.
                guard
                    let index = other.buttons.firstIndex(where: { button in
                        button.arguments[name].map { $0 != .text(other.id) } ?? false
                    }), let value = row.buttons[index].arguments[name], value.isInJSON
                else { return nil }
                arguments.append(value)
            }
            guard (try? made(like: other)) == row else { return nil }
        }

        /// Returns the new row, made from the row before it.
        func made(like other: Row) throws -> Row {
            let (names, argumentNames) = (other.values.keys.sorted(), Self.argumentNames(of: other))
            let cellNames = other.cells.keys.sorted()
            guard names.count == values.count, cellNames.count == cells.count, argumentNames.count == arguments.count
            else {
                throw Mismatch.unlike(id)
            }
            var row = other
            (row.id, row.title, row.detail) = (id, title, detail)
            for (name, value) in zip(names, values) { row.values[name] = value }
            for (name, text) in zip(cellNames, cells) { row.cells[name] = text }
            for index in row.buttons.indices where !row.buttons[index].arguments.isEmpty {
                let old = other.buttons[index].arguments
                for (name, value) in zip(argumentNames, arguments) where old[name] != nil {
                    row.buttons[index].arguments[name] = value
                }
                for (name, value) in old where value == .text(other.id) {
                    row.buttons[index].arguments[name] = .text(id)
                }
            }
            for (name, value) in other.opens?.options ?? [:] where value == .text(other.id) {
                row.opens?.options[name] = .text(id)
            }
            return row
        }

        private static func argumentNames(of row: Row) -> [String] {
            var names: [String] = []
            for button in row.buttons {
                for (name, value) in button.arguments where value != .text(row.id) && !names.contains(name) {
                    names.append(name)
                }
            }
            return names.sorted()
        }
    }
}

extension ScreenDiff.AlikeRow: Decodable {
    private enum CodingKeys: CodingKey { case id, title, detail, values, cells, arguments }

    /// Decodes the value from its wire format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        title = try container.decode(String.self, forKey: .title)
        detail = try container.decodeIfPresent(String.self, forKey: .detail)
        values = try container.decodeIfPresent([FieldValue].self, forKey: .values) ?? []
        cells = try container.decodeIfPresent([String].self, forKey: .cells) ?? []
        arguments = try container.decodeIfPresent([FieldValue].self, forKey: .arguments) ?? []
    }
}
