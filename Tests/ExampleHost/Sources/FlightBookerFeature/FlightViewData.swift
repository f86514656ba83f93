/// A flight with its texts for people.
public struct FlightViewData: Hashable, Sendable {
    /// The flight.
    public let flight: Flight
    /// The message about an invalid return date, or `nil` if the flight can be booked.
    public let problem: String?
    /// The message that confirms the booking.
    public let booking: String

    /// Formats a flight.
    public init(_ flight: Flight) {
        self.flight = flight
        problem = flight.endsBeforeStart ? "Choose \(flight.start) or a later day." : nil
        booking =
            switch flight.kind {
            case .oneWay: "You have booked a one-way flight on \(flight.start)."
            case .return: "You have booked a return flight from \(flight.start) to \(flight.back)."
            }
    }
}
