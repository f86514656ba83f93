import FeatureKit
import FeatureStorage

/// What a person has chosen to see of a list: the values of the options of ``RecordBrowsing``, without defaults.
struct BrowsedPlace: Equatable {
    private let browsing: RecordBrowsing
    private let type: any Record.Type
    /// The field of each order that differs from the name of the order.
    private let columns: [String: String]
    private(set) var values: [String: FieldValue] = [:]

    static func == (left: BrowsedPlace, right: BrowsedPlace) -> Bool { left.values == right.values }

    init(_ browsing: RecordBrowsing, of type: any Record.Type, columns: [String: String], values: [String: FieldValue])
    {
        (self.browsing, self.type, self.columns) = (browsing, type, columns)
        for name in browsing.names { set(name, to: values[name]) }
    }

    /// Changes an option; `nil` is its default.
    mutating func set(_ name: String, to value: FieldValue?) {
        let isDefault = value == .text("") || value == .texts([]) || name == "descending" && value == false
        values[name] = isDefault ? nil : value
    }

    /// The name of the current order; `nil` for the order of insertion.
    var order: String? { values["order"]?.description }
    var isDescending: Bool { values["descending"] == true }

    /// The query; `nil` for all records in the order of insertion.
    ///
    /// - Throws: `InputRefused` if the search is too long.
    var query: RecordQuery? {
        get throws {
            guard !values.isEmpty else { return nil }
            let names = type.fields.map(\.description.name)
            let index = RecordIndex(
                type, searching: browsing.searchedNumbers.filter { names.contains($0.description.name) })
            var filters: [String: [FieldValue]] = [:]
            for name in browsing.filters {
                switch values[name] {
                case .texts(let texts): filters[name] = texts.map { .text($0) }
                case let value?: filters[name] = [value]
                case nil: break
                }
            }
            do throws(SearchTooLong) {
                return try RecordQuery(
                    index, search: values["search"]?.description ?? "", filters: filters,
                    order: order.map { columns[$0] ?? $0 }, isDescending: isDescending)
            } catch {
                throw InputRefused(["search": "\(error)"])
            }
        }
    }
}
