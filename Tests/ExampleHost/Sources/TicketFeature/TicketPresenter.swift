/// The texts for a taken ticket.
public struct TicketViewData: Sendable, Hashable {
    /// The ticket's number.
    public let number: Int
    /// The seat.
    public let seat: String
}

/// Shows how many tickets are left, and which tickets are taken.
public protocol TicketView: AnyObject {
    /// Shows the number of tickets that are left.
    func showTickets(_ count: Int)
    /// Shows that no tickets are left.
    func showSoldOut()
    /// Shows the taken tickets. The list may be empty.
    func setTaken(_ tickets: [TicketViewData])
}

/// The state of the tickets at one moment.
public struct Tickets: Sendable, Hashable {
    /// The number of tickets that are left.
    public let left: Int
    /// The numbers of the taken tickets, in order.
    public let taken: [Int]

    /// Creates a state of the tickets.
    public init(left: Int, taken: [Int]) { (self.left, self.taken) = (left, taken) }
}

/// Hands out tickets.
public protocol TicketService: Sendable {
    /// Returns the current state of the tickets.
    func tickets() async -> Tickets
    /// Takes the ticket with the lowest number, if a ticket is left.
    func take() async -> Tickets
    /// Gives a ticket back if it was taken.
    func giveBack(_ number: Int) async -> Tickets
}

/// Shows the tickets, and lets people take tickets and give them back.
public final class TicketPresenter {
    private let service: any TicketService
    private weak var view: (any TicketView)?

    /// Creates a presenter that has no view yet.
    public init(service: any TicketService) { self.service = service }

    /// Attaches the view.
    public func attach(_ view: any TicketView) { self.view = view }

    /// Shows the tickets.
    public func showTickets() async { show(await service.tickets()) }

    /// Takes a ticket.
    public func take() async { show(await service.take()) }

    /// Gives a ticket back.
    public func giveBack(_ number: Int) async { show(await service.giveBack(number)) }

    private func show(_ tickets: Tickets) {
        if tickets.left > 0 { view?.showTickets(tickets.left) } else { view?.showSoldOut() }
        view?.setTaken(tickets.taken.map { TicketViewData(number: $0, seat: "Row A, seat \($0)") })
    }
}
