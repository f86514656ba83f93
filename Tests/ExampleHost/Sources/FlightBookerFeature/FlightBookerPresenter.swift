public import FeatureKit

/// Lets a person choose a flight, and books it.
public final class FlightBookerPresenter {
    private weak var view: (any FlightBookerView)?
    private var flight: Flight

    /// Creates a presenter for a one-way flight on a day.
    ///
    /// It has no view yet.
    public init(day: CalendarDate) { flight = Flight(start: day, back: day) }

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    public func attach(_ view: any FlightBookerView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Shows the flight.
    public func show() async { view?.showFlight(FlightViewData(flight)) }

    /// Chooses another flight.
    public func choose(_ flight: Flight) {
        self.flight = flight
        view?.showFlight(FlightViewData(flight))
    }

    /// Books the flight.
    public func book() throws {
        let data = FlightViewData(flight)
        // The call may have waited for another call that chose an invalid flight.
        if let problem = data.problem { throw InputRefused(["return": problem]) }
        view?.showBooking(data.booking)
    }
}
