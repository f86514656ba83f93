/// A flight, formatted for people.
public struct FlightViewData: Hashable, Sendable {
    /// The flight.
    public let flight: Flight
    /// What is wrong with the return date; `nil` if the flight can be booked.
    public let problem: String?
    /// The message that the flight is booked.
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
