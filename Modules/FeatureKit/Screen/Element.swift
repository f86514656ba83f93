/// One part of a screen: text, a list, fields or a placeholder.
///
/// ```swift
/// stage.screen.elements = [.text(id: "state", "Paused", style: .headline), .list(id: "dogs", rows: rows)]
/// ```
///
/// ## Topics
/// - ``TextElement``
/// - ``ListElement``
/// - ``FieldsElement``
/// - ``PlaceholderElement``
/// - ``UnknownElement``
public enum Element: Sendable, Hashable, Identifiable {
    /// A text.
    case text(TextElement)
    /// A list of rows.
    case list(ListElement)
    /// Labels and values.
    case fields(FieldsElement)
    /// What stands where there is nothing to show.
    case placeholder(PlaceholderElement)
    /// An element of a kind that this version does not know, read from elsewhere; shown as its text or skipped.
    case unknown(UnknownElement)

    /// The element's key: stable, unique on its screen.
    public var id: String {
        switch self {
        case .text(let text): text.id
        case .list(let list): list.id
        case .fields(let fields): fields.id
        case .placeholder(let placeholder): placeholder.id
        case .unknown(let unknown): unknown.id
        }
    }

    /// Makes a text.
    public static func text(id: String, _ text: String, style: TextElement.Style = .body) -> Element {
        .text(TextElement(id: id, text: text, style: style))
    }

    /// Makes a list; with columns it is a table of its rows' values.
    public static func list(
        id: String, rows: [Row], columns: [ListElement.Column]? = nil, more: Button? = nil
    ) -> Element {
        .list(ListElement(id: id, rows: rows, columns: columns, more: more))
    }

    /// Makes labels with values.
    public static func fields(id: String, items: [FieldsElement.Item]) -> Element {
        .fields(FieldsElement(id: id, items: items))
    }

    /// Makes what stands where there is nothing to show.
    public static func placeholder(id: String, _ text: String) -> Element {
        .placeholder(PlaceholderElement(id: id, text: text))
    }
}

/// A text on a screen.
public struct TextElement: Sendable, Hashable, Codable {
    /// How a text is set.
    public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
        /// As running text.
        case body
        /// As the main thing to read.
        case headline
        /// As a remark.
        case caption
    }

    /// The element's key.
    public var id: String
    /// What it says.
    public var text: String
    /// How it is set.
    public var style: Style
}

/// A list of rows on a screen.
public struct ListElement: Sendable, Hashable, Codable {
    /// One column of a table.
    public struct Column: Sendable, Hashable, Codable {
        /// The key of the rows' values that stand in it.
        public var name: String
        /// Its heading.
        public var title: String

        /// Creates a column.
        public init(name: String, title: String) {
            (self.name, self.title) = (name, title)
        }
    }

    /// The element's key.
    public var id: String
    /// The rows, in order.
    public var rows: [Row]
    /// The columns of a table of the rows' values; `nil` for a plain list of titles and details.
    public var columns: [Column]?
    /// The button that brings more rows; front ends press it when the person reaches the end.
    public var more: Button?
}

/// Labels and values on a screen.
public struct FieldsElement: Sendable, Hashable, Codable {
    /// One label and its value.
    public struct Item: Sendable, Hashable, Codable {
        /// What the value is.
        public var label: String
        /// The value, as people read it.
        public var value: String

        /// Creates an item.
        public init(label: String, value: String) {
            (self.label, self.value) = (label, value)
        }
    }

    /// The element's key.
    public var id: String
    /// The labels and values, in order.
    public var items: [Item]
}

/// What stands on a screen where there is nothing to show.
public struct PlaceholderElement: Sendable, Hashable, Codable {
    /// The element's key.
    public var id: String
    /// What it says.
    public var text: String
}

/// An element of a kind that this version does not know.
public struct UnknownElement: Sendable, Hashable, Codable {
    /// The element's key.
    public var id: String
    /// The kind that is not known.
    public var kind: String
    /// The element's text, if it had one.
    public var text: String?

    /// Reads the value from its wire format, of which it only knows that it is an object with a kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(String.self, forKey: .kind)
        id = (try? container.decode(String.self, forKey: .id)) ?? ""
        text = try? container.decode(String.self, forKey: .text)
    }
}

extension Element: Codable {
    private enum CodingKeys: CodingKey { case kind }

    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        switch try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .kind) {
        case "text": self = .text(try TextElement(from: decoder))
        case "list": self = .list(try ListElement(from: decoder))
        case "fields": self = .fields(try FieldsElement(from: decoder))
        case "placeholder": self = .placeholder(try PlaceholderElement(from: decoder))
        default: self = .unknown(try UnknownElement(from: decoder))
        }
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .text(let text):
            try container.encode("text", forKey: .kind)
            try text.encode(to: encoder)
        case .list(let list):
            try container.encode("list", forKey: .kind)
            try list.encode(to: encoder)
        case .fields(let fields):
            try container.encode("fields", forKey: .kind)
            try fields.encode(to: encoder)
        case .placeholder(let placeholder):
            try container.encode("placeholder", forKey: .kind)
            try placeholder.encode(to: encoder)
        case .unknown(let unknown): try unknown.encode(to: encoder)
        }
    }
}
