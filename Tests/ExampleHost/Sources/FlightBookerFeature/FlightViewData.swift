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
        // A front end can show the date of the field in another form, so the message quotes no date.
        problem = flight.endsBeforeStart ? "Choose the day of the start or a later day." : nil
        booking =
            switch flight.kind {
            case .oneWay: "You have booked a one-way flight on \(flight.start)."
            case .return: "You have booked a return flight from \(flight.start) to \(flight.back)."
            }
    }
}
