public import FeatureKit
public import FeatureStorage

extension Row {
    /// Creates the row that shows a record.
    public init(_ record: RecordHandle, title: String, detail: String? = nil, buttons: [Button] = []) {
        self.init(
            id: record.id, title: title, detail: detail, values: record.values, cells: record.cells, buttons: buttons)
    }
}
