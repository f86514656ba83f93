/// What shows how many tickets are left.
public protocol TicketView: AnyObject {
    /// Shows a number of tickets.
    func showTickets(_ count: Int)
    /// Shows that there are none.
    func showSoldOut()
}

/// Knows the tickets.
public protocol TicketService: Sendable {
    /// Returns how many tickets are left.
    func tickets() async -> Int
    /// Takes one and returns how many are left then.
    func take() async -> Int
}

/// Shows how many tickets are left, and takes one.
public final class TicketPresenter {
    private let service: any TicketService
    private weak var view: (any TicketView)?

    /// Creates a presenter without a view.
    public init(service: any TicketService) { self.service = service }

    /// Attaches the view that is told from now on.
    public func attach(_ view: any TicketView) { self.view = view }

    /// Shows how many are left.
    public func showTickets() async { show(await service.tickets()) }

    /// Takes a ticket.
    public func take() async { show(await service.take()) }

    private func show(_ count: Int) {
        if count > 0 { view?.showTickets(count) } else { view?.showSoldOut() }
    }
}
