/// Shows a flight that a person can choose and book.
///
/// Any user interface toolkit can implement this protocol.
public protocol FlightBookerView: AnyObject {
    /// Shows a flight. The flight can be booked if it has no problem.
    func showFlight(_ flight: FlightViewData)
    /// Shows that the flight is booked.
    func showBooking(_ message: String)
}
