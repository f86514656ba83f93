/// A list of rows on a screen; with columns it is a table.
///
/// ## Topics
/// - ``Column``
/// - ``Total``
public struct ListElement: Sendable, Hashable, Codable {
    /// How many things the list stands for, loaded or not.
    public struct Total: Sendable, Hashable, Codable {
        /// The number of things.
        public var count: Int
        /// Whether ``count`` is exact; otherwise there are at least that many.
        public var exact: Bool

        /// Creates a total.
        public init(_ count: Int, exact: Bool = true) {
            (self.count, self.exact) = (count, exact)
        }
    }

    /// The element's key.
    public var id: String
    /// The rows, in order.
    public var rows: [Row]
    /// The columns of a table; `nil` for a plain list of titles and details.
    public var columns: [Column]?
    /// The button that brings more rows; front ends press it when the person reaches the end.
    public var more: Button?
    /// How many things there are in all, where that is known.
    public var total: Total?
    /// The name of the action that selects a row, by the field `id`; `nil` if rows cannot be selected.
    public var select: String?
    /// The id of the selected row.
    ///
    /// The selection is the session's: all viewers see the same.
    public var selected: String?
    /// What a person can do where there are no rows, shown in their place.
    public var hint: String?

    /// Creates a list.
    public init(
        id: String, rows: [Row], columns: [Column]? = nil, more: Button? = nil, total: Total? = nil,
        select: Action? = nil, selected: String? = nil, hint: String? = nil
    ) {
        (self.id, self.rows, self.columns, self.more) = (id, rows, columns, more)
        (self.total, self.select, self.selected, self.hint) = (total, select?.name, selected, hint)
    }
}

extension ListElement {
    /// One column of a table: a value of the rows, their title or their detail.
    public struct Column: Sendable, Hashable {
        /// What a column shows of each row.
        public enum Content: Sendable, Hashable {
            /// The value of this name, or the row's cell of this name.
            case value(String)
            /// The row's title.
            case title
            /// The row's detail.
            case detail
        }

        /// Which way rows are sorted by a column.
        public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
            /// From small to large.
            case up
            /// From large to small.
            case down

            /// Reads the value from its wire format; an unknown text reads as ``up``.
            public init(from decoder: any Decoder) throws { self = try decoder.value(default: .up) }
        }

        /// What it shows of each row.
        public var content: Content
        /// Its heading.
        public var title: String
        /// The kind of its values, by which front ends write and align them; `nil` to go by the values.
        public var kind: FieldKind?
        /// The button that sorts by this column, or turns the order round; `nil` if it does not sort.
        public var sort: Button?
        /// Which way the rows are sorted by this column now; `nil` if they are not.
        public var sorted: Direction?

        /// The name of the value that it shows; `nil` for the title or the detail.
        public var name: String? {
            if case .value(let name) = content { name } else { nil }
        }

        /// Creates a column of a value.
        public init(
            name: String, title: String, kind: FieldKind? = nil, sort: Button? = nil, sorted: Direction? = nil
        ) {
            self.init(.value(name), title: title, kind: kind, sort: sort, sorted: sorted)
        }

        /// Creates a column of a value, of the title or of the detail.
        public init(
            _ content: Content, title: String, kind: FieldKind? = nil, sort: Button? = nil, sorted: Direction? = nil
        ) {
            (self.content, self.title, self.kind, self.sort, self.sorted) = (content, title, kind, sort, sorted)
        }
    }
}

extension ListElement.Column: Codable {
    private enum CodingKeys: CodingKey { case name, part, title, kind, sort, sorted }

    /// Reads the value from its wire format.
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
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch content {
        case .value(let name): try container.encode(name, forKey: .name)
        case .title: try container.encode("title", forKey: .part)
        case .detail: try container.encode("detail", forKey: .part)
        }
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(kind, forKey: .kind)
        try container.encodeIfPresent(sort, forKey: .sort)
        try container.encodeIfPresent(sorted, forKey: .sorted)
    }
}
