public import FeatureKit

/// Whether a flight comes back.
public enum FlightKind: String, CaseIterable, FieldType {
    /// There, and not back.
    case oneWay = "one-way flight"
    /// There and back.
    case `return` = "return flight"
}

/// A flight to book.
public struct Flight: Hashable, Sendable {
    /// The day that both dates begin with; the task asks for any day.
    public static let firstDay: CalendarDate = {
        guard let day = CalendarDate(year: 2014, month: 4, day: 4) else { preconditionFailure("there is such a day") }
        return day
    }()

    /// Whether it comes back.
    public var kind: FlightKind
    /// The day of the flight there.
    public var start: CalendarDate
    /// The day of the flight back; it counts for return flights alone.
    public var back: CalendarDate

    /// Creates a flight.
    public init(kind: FlightKind = .oneWay, start: CalendarDate, back: CalendarDate) {
        (self.kind, self.start, self.back) = (kind, start, back)
    }

    /// Whether it would come back before it starts.
    public var endsBeforeStart: Bool { kind == .return && back < start }
}
