public import FeatureKit
public import FeatureStorage

/// The options and the action with which people search, filter and order a list of records.
///
/// A feature declares it once, and adds ``options`` and ``action`` to its manifest:
///
/// ```swift
/// static let browsing = RecordBrowsing(of: Dog.self, filters: [Dog.breed])
/// ```
///
/// ``RecordPlaces`` draws the form above the list, the headings that order the list, and the number of records.
///
/// A search finds the records that contain each of its words in a text, a choice or a date, whatever the case and the
/// accents are. A filter finds the records with one of the given values.
///
/// ## Topics
/// - ``init(of:filters:searching:)``
/// - ``init(ordering:filters:searching:)``
/// - ``options``
/// - ``action``
/// - ``sort(by:)-(FieldDeclaration)``
/// - ``sort(by:)-(String)``
/// - ``query(of:for:columns:)``
public struct RecordBrowsing: Sendable {
    static let search = Field<String?>(
        "search", "Search", length: 0...2000, help: "The words that a record must contain, at most 8."
    )
    .role(.search)
    static let descending = Field<Bool>(
        "descending", "Descending", default: false, help: "Whether the order is reversed."
    )
    .role(.descending)

    /// Everything that follows from the declaration.
    ///
    /// It is one object, because each session refers to the browsing from several places.
    private final class Parts: Sendable {
        let orders: [String]
        let filters: [String]
        let referenceFilters: [String]
        let searchedNumbers: [any FieldDeclaration]
        let names: [String]
        let nameSet: Set<String>
        let options: [any FieldDeclaration]
        let action: Action
        let form: Element
        let sorts: [String: Button]

        init(
            orders: [String], filters: [any FieldDeclaration], searchedNumbers: [any FieldDeclaration],
            options: [any FieldDeclaration]
        ) {
            (self.orders, self.searchedNumbers, self.options) = (orders, searchedNumbers, options)
            self.filters = filters.map(\.description.name)
            referenceFilters = filters.map(\.description).filter { $0.reference != nil }.map(\.name)
            names = options.map(\.description.name)
            nameSet = Set(names)
            let action = Action("browse", "Search", effect: .shows, fields: options)
            self.action = action
            form = RecordBrowsing.form(of: action, [:])
            sorts = Dictionary(
                orders.map { ($0, RecordBrowsing.sort(by: $0, with: action)) }, uniquingKeysWith: { first, _ in first })
        }
    }

    private let parts: Parts

    /// The names by which the list can be ordered.
    var orders: [String] { parts.orders }
    /// The names of the filtered fields.
    var filters: [String] { parts.filters }
    /// The names of the fields that filter by a record of another feature.
    var referenceFilters: [String] { parts.referenceFilters }
    /// The fields with numbers in which a search looks for its words.
    var searchedNumbers: [any FieldDeclaration] { parts.searchedNumbers }
    /// The names of the options.
    var names: [String] { parts.names }
    /// The names of the options, which all sessions share.
    var nameSet: Set<String> { parts.nameSet }
    /// The options of a launch: `search`, `order`, `descending`, and one for each filter.
    public var options: [any FieldDeclaration] { parts.options }
    /// The action `browse`, whose fields are the ``options``.
    ///
    /// A field that is left out keeps its value. A field that is emptied gets its default.
    public var action: Action { parts.action }

    /// Creates the browsing of one type of records, which can be ordered by each of its fields.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - filters: The fields by which the list can be filtered. Each is a choice, a Boolean or a reference.
    ///   - numbers: The fields with numbers in which a search looks for its words too.
    public init(
        of type: any Record.Type, filters: [any FieldDeclaration] = [], searching numbers: [any FieldDeclaration] = []
    ) {
        // The order of keys means nothing to people.
        let orders = type.fields.map(\.description).filter { $0.reference == nil }
        self.init(ordering: orders.map(\.name), filters: filters, searching: numbers)
    }

    /// Creates the browsing of several types of records.
    ///
    /// - Parameters:
    ///   - orders: The names by which the list can be ordered. Each is the name of a field, or of a column that the
    ///     scene maps to a field.
    ///   - filters: The fields by which the list can be filtered. Each is a choice, a Boolean or a reference.
    ///   - numbers: The fields with numbers in which a search looks for its words too.
    public init(
        ordering orders: [String], filters: [any FieldDeclaration] = [], searching numbers: [any FieldDeclaration] = []
    ) {
        var order = Field<String?>(
            "order", "Order by", help: "The order of the list. The default is the order of insertion."
        )
        .role(.order).description
        (order.kind, order.choices) = (.choice, orders)
        let options: [any FieldDeclaration] =
            [Self.search, DescribedField(description: order), Self.descending]
            + filters.map { DescribedField(filteringBy: $0.description) }
        parts = Parts(orders: orders, filters: filters, searchedNumbers: numbers, options: options)
    }

    /// Returns the button of a heading that orders the list.
    ///
    /// - Parameter field: The field by which the button orders the list.
    public func sort(by field: some FieldDeclaration) -> Button { sort(by: field.description.name) }

    /// Returns the button of a heading that orders the list.
    ///
    /// - Parameter name: One of the names by which the list can be ordered.
    public func sort(by name: String) -> Button { parts.sorts[name] ?? Self.sort(by: name, with: action) }

    private static func sort(by name: String, with action: Action) -> Button {
        Button(action, title: "Sort", arguments: ["order": .text(name), "descending": false])
    }

    /// Returns the form above the list.
    ///
    /// - Parameters:
    ///   - values: The values of the options that differ from their defaults.
    ///   - problems: What is wrong with the values, by the field.
    func form(_ values: [String: FieldValue] = [:], problems: [String: String] = [:]) -> Element {
        values.isEmpty ? parts.form : Self.form(of: action, values, problems)
    }

    private static func form(
        of action: Action, _ values: [String: FieldValue], _ problems: [String: String] = [:]
    ) -> Element {
        let values = values.merging([descending.description.name: false]) { given, _ in given }
        return .form(
            FormElement(
                id: "browse", of: action, values: values, submits: .change, problems: problems.mapValues { .init($0) }))
    }

    /// Returns the columns of a list with the buttons of their headings.
    ///
    /// A column without a button gets one if it shows the value of a field by which the list can be ordered.
    func headings(_ columns: [ListElement.Column]) -> [ListElement.Column] {
        func name(of column: ListElement.Column) -> String? {
            guard column.sort == nil, let name = column.name, orders.contains(name) else { return nil }
            return name
        }
        var columns = columns
        // Columns that have their buttons stay shared with the view.
        for index in columns.indices {
            if let name = name(of: columns[index]) { columns[index].sort = sort(by: name) }
        }
        return columns
    }

    /// Returns the query of a launch; `nil` for all records in the order of insertion.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - options: The options of the launch.
    ///   - columns: The name of the field for each order that has another name.
    /// - Throws: `InputRefused` if the option `search` has too many words.
    public func query(
        of type: any Record.Type, for options: Options, columns: [String: String] = [:]
    ) throws -> RecordQuery? {
        try BrowsedPlace(self, of: type, columns: columns, values: options.values).query
    }
}

/// A field that is declared by its description alone.
private struct DescribedField: FieldDeclaration {
    let description: FieldDescription

    init(description: FieldDescription) { self.description = description }

    /// Creates the optional field that filters by another field: by several choices, or by one value of another kind.
    init(filteringBy field: FieldDescription) {
        var filter = field
        if field.kind == .choice { filter.kind = .choices }
        (filter.role, filter.required, filter.defaultValue) = (.filter, false, nil)
        filter.help =
            field.reference == nil
            ? "Shows only records with one of these values." : "Shows only records with this value."
        description = filter
    }
}
