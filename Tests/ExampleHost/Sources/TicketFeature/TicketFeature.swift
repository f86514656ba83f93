public import FeatureKit

/// Tickets for the dog show, one at a time.
public struct TicketFeature: Feature {
    static let take = Action("take", "Take a ticket")

    /// What the feature says of itself.
    public static let manifest = FeatureManifest(
        id: "ticket", title: "Tickets", summary: "Hands out tickets for the dog show.", actions: take)

    private let makeService: @Sendable () -> any TicketService

    /// Creates the feature with two tickets.
    public init() { self.init { TicketBox(count: 2) } }

    /// Creates the feature with what makes a service for each launch.
    public init(makeService: @escaping @Sendable () -> any TicketService) { self.makeService = makeService }

    /// Wires presenter, view and service together.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = TicketPresenter(service: makeService())
        let view = TicketScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.showTickets)
            .on(Self.take, overlap: .dropIfBusy) { _ in await presenter.take() }
    }
}

/// A box of tickets.
actor TicketBox: TicketService {
    private var count: Int

    init(count: Int) { self.count = count }

    func tickets() -> Int { count }

    func take() -> Int {
        count = max(0, count - 1)
        return count
    }
}

/// Draws a ``TicketView``'s calls on a stage.
final class TicketScreen: TicketView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Tickets"
    }

    func showTickets(_ count: Int) { show("\(count) left", isOpen: true) }

    func showSoldOut() { show("Sold out", isOpen: false) }

    private func show(_ text: String, isOpen: Bool) {
        stage.screen.phase = .ready
        stage.screen.elements = [.text(id: "tickets", text)]
        stage.screen.buttons = [Button(TicketFeature.take, enabled: isOpen, role: .primary)]
    }
}
