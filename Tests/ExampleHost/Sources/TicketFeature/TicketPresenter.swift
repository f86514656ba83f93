/// A ticket that was taken, as people read it.
public struct TicketViewData: Sendable, Hashable {
    /// The ticket's number.
    public let number: Int
    /// Where it lets one sit.
    public let seat: String
}

/// What shows how many tickets are left, and which were taken.
public protocol TicketView: AnyObject {
    /// Shows a number of tickets.
    func showTickets(_ count: Int)
    /// Shows that there are none.
    func showSoldOut()
    /// Shows the tickets that were taken; there may be none.
    func setTaken(_ tickets: [TicketViewData])
}

/// The tickets at one moment.
public struct Tickets: Sendable, Hashable {
    /// How many are left.
    public let left: Int
    /// The numbers of those that were taken, in order.
    public let taken: [Int]

    /// Creates the tickets of a moment.
    public init(left: Int, taken: [Int]) { (self.left, self.taken) = (left, taken) }
}

/// Knows the tickets.
public protocol TicketService: Sendable {
    /// Returns the tickets as they are.
    func tickets() async -> Tickets
    /// Takes the one with the lowest number, if there is one.
    func take() async -> Tickets
    /// Gives one back, if it was taken.
    func giveBack(_ number: Int) async -> Tickets
}

/// Shows the tickets, takes them and gives them back.
public final class TicketPresenter {
    private let service: any TicketService
    private weak var view: (any TicketView)?

    /// Creates a presenter without a view.
    public init(service: any TicketService) { self.service = service }

    /// Attaches the view that is told from now on.
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
