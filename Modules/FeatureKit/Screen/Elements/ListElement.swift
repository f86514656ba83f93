/// A list of rows on a screen.
///
/// A list with columns is a table.
///
/// ## Topics
/// - ``Column``
/// - ``Total``
public struct ListElement: Sendable, Hashable {
    /// The total number of rows, including the rows that are not loaded.
    public struct Total: Sendable, Hashable, Decodable {
        /// The number of rows.
        public var count: Int
        /// Whether ``count`` is exact.
        ///
        /// If it is not exact, the list has at least ``count`` rows.
        public var exact: Bool
        /// The number of rows at the end of the loaded rows that do not follow the rows before them.
        ///
        /// A list can show a record that a person has just added before it loads the records in between.
        public var apart: Int

        /// Creates a total.
        public init(_ count: Int, exact: Bool = true, apart: Int = 0) {
            (self.count, self.exact, self.apart) = (count, exact, max(0, apart))
        }

        private enum CodingKeys: CodingKey { case count, exact, apart }

        /// Decodes the value from its wire format.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            count = try container.decode(Int.self, forKey: .count)
            exact = try container.decode(Bool.self, forKey: .exact)
            apart = max(0, try container.decodeIfPresent(Int.self, forKey: .apart) ?? 0)
        }
    }

    /// The element's id.
    public var id: String
    /// The rows, in order.
    public var rows: [Row]
    /// The columns of a table; `nil` for a plain list of titles and details.
    public var columns: [Column]?
    /// The button that loads more rows.
    ///
    /// Front ends press it when a person reaches the end of the list.
    public var more: Button?
    /// The total number of rows; `nil` if it is unknown.
    public var total: Total?
    /// The name of the action that selects a row; `nil` if rows cannot be selected.
    ///
    /// The action gets the row's id in its field with the role `row`, or else in its only field.
    public var select: String?
    /// The id of the selected row.
    ///
    /// The selection belongs to the session, so all viewers see the same selected row.
    public var selected: String?
    /// The text that an empty list shows.
    ///
    /// The text tells a person what to do.
    public var hint: String?
    /// The buttons that act on the rows that a person ticks; empty if rows cannot be ticked.
    ///
    /// Their actions have a field with the role `rows`. Each viewer ticks rows of their own: the ticks are not part of the
    /// screen.
    public var bulk: [Button]

    /// Creates a list.
    public init(
        id: String, rows: [Row], columns: [Column]? = nil, more: Button? = nil, total: Total? = nil,
        select: Action? = nil, selected: String? = nil, hint: String? = nil, bulk: [Button] = []
    ) {
        (self.id, self.rows, self.columns, self.more) = (id, rows, columns, more)
        (self.total, self.select, self.selected, self.hint) = (total, select?.name, selected, hint)
        self.bulk = bulk
    }
}

extension ListElement: Decodable {
    private enum CodingKeys: CodingKey { case id, rows, columns, more, total, select, selected, hint, bulk }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        rows = try container.decode([Row].self, forKey: .rows)
        columns = try container.decodeIfPresent([Column].self, forKey: .columns)
        more = try container.decodeIfPresent(Button.self, forKey: .more)
        total = try container.decodeIfPresent(Total.self, forKey: .total)
        select = try container.decodeIfPresent(String.self, forKey: .select)
        selected = try container.decodeIfPresent(String.self, forKey: .selected)
        hint = try container.decodeIfPresent(String.self, forKey: .hint)
        bulk = try container.decodeIfPresent([Button].self, forKey: .bulk) ?? []
    }
}

extension ListElement {
    /// One column of a table.
    ///
    /// It shows a value, the title or the detail of each row.
    public struct Column: Sendable, Hashable {
        /// The property of a row that a column shows.
        public enum Content: Sendable, Hashable {
            /// The row's cell with this name. If there is no such cell, the column shows the row's value with this
            /// name.
            case value(String)
            /// The row's title.
            case title
            /// The row's detail.
            case detail
        }

        /// The direction in which a column sorts the rows.
        public enum Direction: String, Sendable, Hashable, Decodable, CaseIterable {
            /// Ascending: the smallest value comes first.
            case up
            /// Descending: the largest value comes first.
            case down

            /// Decodes the value from its wire format.
            ///
            /// An unknown text decodes as ``up``.
            public init(from decoder: any Decoder) throws { self = try decoder.value(default: .up) }
        }

        /// The property of each row that the column shows.
        public var content: Content
        /// The heading of the column.
        public var title: String
        /// The kind of the column's values.
        ///
        /// Front ends use the kind to format and align the values. If the kind is `nil`, they look at the values
        /// instead.
        public var kind: FieldKind?
        /// The button that sorts by this column or reverses the order; `nil` if the column cannot sort.
        public var sort: Button?
        /// The direction in which this column currently sorts the rows; `nil` if the rows are not sorted by this
        /// column.
        public var sorted: Direction?
        /// The name of the action that changes the column's value in a row; `nil` if a person cannot edit its cells.
        ///
        /// The column shows a value. The action has a field with the column's name, which gets the new value and is not
        /// secret, and a field with the role `row`. An action with further fields has the effect ``Action/Effect/edits``, because a
        /// person gives none of them.
        ///
        /// If a row has a button of the action, the call has its arguments too, such as the revision of the record. The
        /// cell can be edited as long as this button is enabled and does not give the value itself.
        public var edit: String?

        /// The name of the value that the column shows; `nil` if it shows the title or the detail.
        public var name: String? {
            if case .value(let name) = content { name } else { nil }
        }

        /// Creates a column that shows a value of each row.
        public init(
            name: String, title: String, kind: FieldKind? = nil, sort: Button? = nil, sorted: Direction? = nil,
            edit: Action? = nil
        ) {
            self.init(.value(name), title: title, kind: kind, sort: sort, sorted: sorted)
            self.edit = edit?.name
        }

        /// Creates a column that shows a value, the title or the detail of each row.
        public init(
            _ content: Content, title: String, kind: FieldKind? = nil, sort: Button? = nil, sorted: Direction? = nil
        ) {
            (self.content, self.title, self.kind, self.sort, self.sorted) = (content, title, kind, sort, sorted)
        }
    }
}

extension ListElement.Column: Decodable {
    private enum CodingKeys: CodingKey { case name, part, title, kind, sort, sorted, edit }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        content =
            if let name = try container.decodeIfPresent(String.self, forKey: .name) {
                .value(name)
            } else {
                try container.decode(String.self, forKey: .part) == "detail" ? .detail : .title
            }
        title = try container.decode(String.self, forKey: .title)
        kind = try container.decodeIfPresent(FieldKind.self, forKey: .kind)
        sort = try container.decodeIfPresent(Button.self, forKey: .sort)
        sorted = try container.decodeIfPresent(Direction.self, forKey: .sorted)
        edit = try container.decodeIfPresent(String.self, forKey: .edit)
    }
}
