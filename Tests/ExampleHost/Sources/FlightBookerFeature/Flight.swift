public import FeatureKit

/// The kind of a flight.
public enum FlightKind: String, CaseIterable, FieldType {
    /// An outbound flight without a return flight.
    case oneWay = "one-way flight"
    /// An outbound flight with a return flight.
    case `return` = "return flight"
}

/// A flight to book.
public struct Flight: Hashable, Sendable {
    /// The initial day of both dates.
    ///
    /// The task allows any day.
    public static let firstDay: CalendarDate = {
        guard let day = CalendarDate(year: 2014, month: 4, day: 4) else { preconditionFailure("this day exists") }
        return day
    }()

    /// The kind of the flight.
    public var kind: FlightKind
    /// The day of the outbound flight.
    public var start: CalendarDate
    /// The day of the return flight.
    ///
    /// It is ignored for a one-way flight.
    public var back: CalendarDate

    /// Creates a flight.
    public init(kind: FlightKind = .oneWay, start: CalendarDate, back: CalendarDate) {
        (self.kind, self.start, self.back) = (kind, start, back)
    }

    /// A Boolean value that says whether the flight is a return flight and returns before it starts.
    public var endsBeforeStart: Bool { kind == .return && back < start }
}
