import FeatureKit

extension ChartElement {
    /// Returns the values that an older state of the chart had not, each with its label; `nil` if too much has changed to
    /// be said so.
    func changes(from old: ChartElement) -> [StyledLine]? {
        guard title == old.title, unit == old.unit, series.map(\.name) == old.series.map(\.name),
            Set(old.labels).count == old.labels.count
        else { return nil }
        let places = Dictionary(uniqueKeysWithValues: old.labels.enumerated().map { ($1, $0) })
        var words: [String] = []
        for (index, label) in labels.enumerated() {
            let place = places[label]
            for (new, old) in zip(series, old.series) {
                let value = new.value(at: index)
                if let place, old.value(at: place) == value { continue }
                let name = series.count > 1 ? ", \(new.name)" : ""
                words.append("\(caption), \(label)\(name): \(Self.text(of: value))")
            }
        }
        return words.count * 2 > max(2, labels.count) ? nil : words.map { StyledLine($0) }
    }
}
