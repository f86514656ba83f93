public import FeatureKit

/// Hands out tickets for the dog show, one at a time.
public struct TicketFeature: Feature {
    static let number = Field<Int>("number", "Number", range: 1...100)
    static let take = Action("take", "Take a ticket")
    static let giveBack = Action("give-back", "Give back", fields: number)

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "ticket", title: "Tickets", summary: "Hands out tickets for the dog show.", actions: take, giveBack)

    private let makeService: @Sendable () -> any TicketService

    /// Creates the feature with two tickets.
    public init() { self.init { TicketBox(count: 2) } }

    /// Creates the feature with a closure that creates the service for each launch.
    public init(makeService: @escaping @Sendable () -> any TicketService) { self.makeService = makeService }

    /// Creates and connects the presenter, the view and the service of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = TicketPresenter(service: makeService())
        let view = TicketScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.showTickets)
            .on(Self.take, overlap: .dropIfBusy) { _ in await presenter.take() }
            .on(Self.giveBack) { input in try await presenter.giveBack(input[Self.number]) }
    }
}

/// A box of tickets, numbered from 1.
actor TicketBox: TicketService {
    private var free: [Int]
    private var taken: [Int] = []

    init(count: Int) { free = Array(1...count) }

    func tickets() -> Tickets { Tickets(left: free.count, taken: taken) }

    func take() -> Tickets {
        if !free.isEmpty { taken = (taken + [free.removeFirst()]).sorted() }
        return tickets()
    }

    func giveBack(_ number: Int) -> Tickets {
        if let index = taken.firstIndex(of: number) { free = (free + [taken.remove(at: index)]).sorted() }
        return tickets()
    }
}

/// Implements ``TicketView`` on a stage: a text, fields, and a table of the taken tickets.
final class TicketScreen: TicketView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Tickets"
        stage.screen.elements = [
            .text(id: "left", ""),
            .fields(
                id: "show", items: [.init(label: "Begins", value: "10:00"), .init(label: "Where", value: "Hall 3")]),
        ]
    }

    func showTickets(_ count: Int) { show("\(count) left", isOpen: true) }

    func showSoldOut() { show("Sold out", isOpen: false) }

    func setTaken(_ tickets: [TicketViewData]) {
        stage.screen.elements.removeAll { $0.id == "taken" }
        guard !tickets.isEmpty else { return }
        let rows = tickets.map { ticket in
            Row(
                id: "\(ticket.number)", title: "Ticket \(ticket.number)", detail: ticket.seat,
                values: ["number": .integer(ticket.number), "seat": .text(ticket.seat)],
                buttons: [Button(TicketFeature.giveBack, arguments: ["number": .integer(ticket.number)])])
        }
        let columns = [
            ListElement.Column(name: "number", title: "Number"), ListElement.Column(name: "seat", title: "Seat"),
        ]
        stage.screen.elements.append(.list(id: "taken", rows: rows, columns: columns))
    }

    private func show(_ text: String, isOpen: Bool) {
        stage.screen.phase = .ready
        stage.screen.elements[0] = .text(id: "left", text)
        stage.screen.buttons = [Button(TicketFeature.take, enabled: isOpen, role: .primary)]
    }
}
