/// Shows a flight to choose and book, with any toolkit.
public protocol FlightBookerView: AnyObject {
    /// Shows a flight; it can be booked if it has no problem.
    func showFlight(_ flight: FlightViewData)
    /// Shows that the flight is booked.
    func showBooking(_ message: String)
}
