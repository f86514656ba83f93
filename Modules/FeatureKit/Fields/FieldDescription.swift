/// The description of a field without its Swift type.
///
/// A manifest contains the descriptions of all its fields.
///
/// Front ends use a description to make command-line arguments, help, the controls of forms, and schemas. The session
/// uses it to validate values before the presenter gets them. The JSON of a description leaves out members without a
/// value.
public struct FieldDescription: Sendable, Hashable {
    /// The smallest and the largest allowed value.
    ///
    /// A bound that is `nil` does not limit the value.
    public struct Bounds<Value: Sendable & Hashable & Decodable>: Sendable, Hashable, Decodable {
        /// The smallest value allowed.
        public var min: Value?
        /// The largest value allowed.
        public var max: Value?

        /// Creates the bounds of a range.
        package init(_ range: ClosedRange<Value>) where Value: Comparable {
            self.init(min: range.lowerBound, max: range.upperBound)
        }

        /// Creates bounds.
        ///
        /// A bound that is `nil` does not limit the value.
        package init(min: Value?, max: Value?) {
            (self.min, self.max) = (min, max)
        }
    }

    /// The part that a field plays in a list of rows.
    ///
    /// Front ends find fields by their roles, so that an author can name them freely. An unknown role of a newer program
    /// reads as no role.
    public enum Role: String, Sendable, Hashable, Decodable, CaseIterable {
        /// The id of the row on which the action acts. As an option: of the row that is shown alone.
        case row
        /// The ids of the rows on which the action acts.
        case rows
        /// The revision of the record that the person saw.
        case revision
        /// The revisions of the records with the ids of ``rows``, in the same order.
        case revisions
        /// The number of the change that the action takes back.
        case change
        /// The id of the row to which taking back a change is limited.
        case changedRow
        /// The name of the field to which taking back a change is limited.
        case changedField
        /// Whether the action does again what was taken back.
        case changeAgain
        /// Whether the action takes back only what no later change prevents.
        case changeRest
        /// The way from the row that is shown alone to another row.
        case step
        /// Whether the changes of the rows are shown instead of the rows.
        case history
        /// The words that each shown row contains.
        case search
        /// The name of the column that orders the rows.
        case order
        /// Whether the order is reversed.
        case descending
        /// The values of which each shown row has one.
        case filter

        /// Whether the field decides which rows are shown, and in which order.
        package var browses: Bool { self == .search || self == .filter || orders }

        /// Whether the field decides in which order the rows are shown.
        package var orders: Bool { self == .order || self == .descending }

        /// Whether the field says on which rows the action acts.
        package var namesRows: Bool { self == .row || self == .rows || self == .revision || self == .revisions }

        /// Whether only buttons and programs give the field, so that front ends do not ask people for it.
        package var isGiven: Bool { namesRows || namesChange || leads }

        /// Whether the field leads to another place, and not to the row of ``row``.
        package var leads: Bool { self == .step || self == .history }

        /// Whether the field says what taking back a change means.
        package var namesChange: Bool {
            switch self {
            case .change, .changedRow, .changedField, .changeAgain, .changeRest: true
            default: false
            }
        }
    }

    /// The field's name: a letter, then letters, digits, `-` or `_`.
    ///
    /// It is spelled like a Swift property.
    public var name: String
    /// The label for people.
    public var title: String
    /// The kind of the field's value.
    public var kind: FieldKind
    /// The part that the field plays in a list; `nil` for most fields.
    public var role: Role?
    /// The allowed length of a text in characters (extended grapheme clusters).
    ///
    /// In a list, the length applies to each text.
    public var length: Bounds<Int>?
    /// The allowed number of lines; `nil` for a field with a single line, which refuses line breaks.
    public var lines: Bounds<Int>?
    /// The allowed number of texts or choices in a list.
    public var count: Bounds<Int>?
    /// The allowed range of a number, a date, a moment or a duration.
    public var range: Bounds<FieldValue>?
    /// The distance between two allowed numbers.
    ///
    /// The first allowed number is the lower bound of the ``range``.
    public var step: FieldValue?
    /// Whether front ends show the field as a slider.
    public var isSlider: Bool
    /// The allowed texts of a choice.
    public var choices: [String]?
    /// The placeholder in help, such as `PATH`, for texts outside ``choices``; `nil` if the field refuses such texts.
    ///
    /// Only the command line can give such texts.
    public var other: String?
    /// The feature whose records a reference names; `nil` for every other kind.
    public var reference: FieldReference?
    /// Whether the field must have a value.
    ///
    /// A required field can have a default.
    public var required: Bool
    /// The value that the field gets if the caller gives no value.
    public var defaultValue: FieldValue?
    /// One sentence that helps a person to fill in the field.
    public var help: String?
    /// The help for clients that cannot give texts outside ``choices``; `nil` if it equals ``help``.
    var helpElsewhere: String?
    /// The older name under which stores keep the values of a record's field; `nil` if they use ``name``.
    ///
    /// It is not part of the wire format.
    public internal(set) var storedName: String?
    /// Whether the value is a part of the title of a record (``Field/inTitle()``).
    ///
    /// It is not part of the wire format.
    public internal(set) var isInTitle = false
    /// Whether only the command line offers the option.
    ///
    /// Manifests for remote clients do not contain a local option.
    public var isLocal: Bool

    /// The description for remote clients, which may give only texts in ``choices``; `nil` for a local option.
    package var withoutLocalParts: FieldDescription? {
        guard !isLocal else { return nil }
        var copy = self
        copy.other = nil
        if let helpElsewhere { copy.help = helpElsewhere }
        copy.helpElsewhere = nil
        return copy
    }
}

extension FieldDescription: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name, title, kind, role, length, lines, count, range, step, choices, other, required
        case to, onDelete
        case isSlider = "slider"
        case defaultValue = "default"
        case help
        case isLocal = "local"
    }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        title = try container.decode(String.self, forKey: .title)
        kind = try container.decode(FieldKind.self, forKey: .kind)
        role = try container.decodeIfPresent(String.self, forKey: .role).flatMap(Role.init)
        length = try container.decodeIfPresent(Bounds<Int>.self, forKey: .length)
        lines = try container.decodeIfPresent(Bounds<Int>.self, forKey: .lines)
        count = try container.decodeIfPresent(Bounds<Int>.self, forKey: .count)
        range = try container.decodeIfPresent(Bounds<FieldValue>.self, forKey: .range)
        step = try container.decodeIfPresent(FieldValue.self, forKey: .step)
        isSlider = try container.decodeIfPresent(Bool.self, forKey: .isSlider) ?? false
        choices = try container.decodeIfPresent([String].self, forKey: .choices)
        other = try container.decodeIfPresent(String.self, forKey: .other)
        required = try container.decode(Bool.self, forKey: .required)
        defaultValue = try container.decodeIfPresent(FieldValue.self, forKey: .defaultValue)
        help = try container.decodeIfPresent(String.self, forKey: .help)
        isLocal = try container.decodeIfPresent(Bool.self, forKey: .isLocal) ?? false
        let rule = try container.decodeIfPresent(String.self, forKey: .onDelete)
        reference = try container.decodeIfPresent(String.self, forKey: .to).map { feature in
            FieldReference(to: feature, onDelete: rule.flatMap(FieldReference.DeleteRule.init) ?? .refuse)
        }
    }
}

extension [FieldDescription] {
    /// Returns the name of the field with a role; `nil` if there is none.
    package func name(of role: FieldDescription.Role) -> String? { first { $0.role == role }?.name }

    /// Returns the fields that a person fills in.
    ///
    /// If an action acts on several rows, people choose them, and type no ids.
    ///
    /// - Parameter arguments: The values that the button presets.
    package func asked(besides arguments: [String: FieldValue]) -> [FieldDescription] {
        let choosesRows = choosesRows
        return filter { $0.isAsked(choosesRows: choosesRows, arguments) }
    }

    /// Returns whether there is any field that a person fills in (``asked(besides:)``).
    package func hasAsked(besides arguments: [String: FieldValue]) -> Bool {
        let choosesRows = choosesRows
        return contains { $0.isAsked(choosesRows: choosesRows, arguments) }
    }

    private var choosesRows: Bool { contains { $0.role == .rows || $0.role?.leads == true } }
}

extension FieldDescription {
    fileprivate func isAsked(choosesRows: Bool, _ arguments: [String: FieldValue]) -> Bool {
        guard let role else { return arguments[name] == nil }
        return !role.namesChange && !role.leads && !(choosesRows && role.namesRows) && arguments[name] == nil
    }
}
