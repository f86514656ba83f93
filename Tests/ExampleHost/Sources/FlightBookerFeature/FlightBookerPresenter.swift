public import FeatureKit

/// Lets a person choose a flight, and books it.
public final class FlightBookerPresenter {
    private weak var view: (any FlightBookerView)?
    private var flight: Flight

    /// Creates a presenter without a view, of a one-way flight on a day.
    public init(day: CalendarDate) { flight = Flight(start: day, back: day) }

    /// Attaches the view; the presenter does not keep it alive.
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
        // A call can wait behind another one that chooses such a flight.
        if let problem = data.problem { throw InputRefused(["return": problem]) }
        view?.showBooking(data.booking)
    }
}
