/// Numbers as bars or as lines, with one label for each place on the horizontal axis.
///
/// ```swift
/// stage.screen.elements = [
///     .chart(
///         id: "days", "Incidents a day", labels: ["Mon", "Tue", "Wed"],
///         series: [.init("Reported", [4, 0, 7]), .init("Closed", [2, nil, 5], tone: .positive)])
/// ]
/// ```
///
/// Pages and terminals draw a picture. Pages have a table of all values besides, and text output has the table alone.
/// Series are told apart by more than their colours.
///
/// ## Topics
/// - ``Style``
/// - ``Series``
public struct ChartElement: Sendable, Hashable {
    /// The way in which a chart shows its numbers.
    public enum Style: String, Sendable, Hashable, Decodable, CaseIterable {
        /// A bar for each number, which begins at zero.
        ///
        /// The bars of one label stand side by side, in the order of the series.
        case bars
        /// A line through the numbers of each series.
        case lines

        /// Decodes the value from its wire format.
        ///
        /// An unknown text decodes as ``bars``.
        public init(from decoder: any Decoder) throws { self = try decoder.value(default: .bars) }
    }

    /// The numbers of one kind.
    public struct Series: Sendable, Hashable, Decodable {
        /// The name, which no other series of the chart has.
        public var name: String
        /// The numbers, one for each label; `nil` where there is none, which leaves a gap.
        ///
        /// Each number is from −1e100 to 1e100.
        public var values: [Double?]
        /// The tone that gives the series its colour; `nil` for the usual colour of charts.
        public var tone: Tone?

        /// Creates a series.
        public init(_ name: String, _ values: [Double?], tone: Tone? = nil) {
            (self.name, self.values, self.tone) = (name, values, tone)
        }
    }

    /// The maximum number of labels: more days than a year has.
    public static let labelLimit = 400
    /// The maximum number of series, as many as can be told apart without colours.
    public static let seriesLimit = 4
    /// The magnitude that no number exceeds.
    package static let magnitudeLimit = 1e100

    /// The element's id.
    public var id: String
    /// The title, which says what the numbers are.
    public var title: String
    /// The way in which the numbers are shown.
    public var style: Style
    /// The texts below the horizontal axis, from left to right.
    ///
    /// There are at most ``labelLimit`` of them.
    public var labels: [String]
    /// The numbers.
    ///
    /// There are at most ``seriesLimit`` series.
    public var series: [Series]
    /// The unit of the numbers, such as "°C"; `nil` for none.
    public var unit: String?

    /// The title, with the unit in parentheses.
    package var caption: String { unit.map { "\(title) (\($0))" } ?? title }

    /// Whether there is any number.
    package var hasValues: Bool {
        series.contains { each in labels.indices.contains { each.value(at: $0) != nil } }
    }

    /// Returns a number as text for people; a dash if there is none.
    package static func text(of value: Double?) -> String { value.map { FieldValue.decimal($0).description } ?? "–" }

    /// The first mistake in the chart of a view; `nil` if there is none.
    var fault: String? {
        if labels.count > Self.labelLimit {
            return "the chart '\(id)' has \(labels.count) labels; expected at most \(Self.labelLimit)"
        }
        if series.count > Self.seriesLimit {
            return "the chart '\(id)' has \(series.count) series; expected at most \(Self.seriesLimit)"
        }
        var names: Set<String> = []
        for each in series {
            if !names.insert(each.name).inserted {
                return "two series of the chart '\(id)' have the name '\(each.name)'"
            }
            let place = "the series '\(each.name)' of the chart '\(id)'"
            if each.values.count != labels.count {
                return "\(place) has \(each.values.count) values; expected one for each of the \(labels.count) labels"
            }
            for case let value? in each.values where !(value.magnitude <= Self.magnitudeLimit) {
                return "\(place) has the value \(value); expected -1e+100 to 1e+100"
            }
        }
        return nil
    }
}

extension ChartElement: Decodable {
    private enum CodingKeys: CodingKey { case id, title, style, labels, series, unit }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        title = try container.decode(String.self, forKey: .title)
        style = try container.decodeIfPresent(Style.self, forKey: .style) ?? .bars
        labels = try container.decode([String].self, forKey: .labels)
        series = try container.decode([Series].self, forKey: .series)
        unit = try container.decodeIfPresent(String.self, forKey: .unit)
    }
}

extension ChartElement.Series {
    /// The tone in which front ends draw the series.
    package var shownTone: Tone { tone ?? .accent }

    /// Returns the number at a place; `nil` if there is none.
    ///
    /// A host of another version can send too few numbers, and numbers beyond the limit.
    package func value(at index: Int) -> Double? {
        guard values.indices.contains(index), let value = values[index] else { return nil }
        return value.magnitude <= ChartElement.magnitudeLimit ? value : nil
    }
}
