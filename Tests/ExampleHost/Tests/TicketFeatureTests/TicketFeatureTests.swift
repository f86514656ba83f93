import FeatureKit
import FeatureTesting
import Testing
import TicketFeature

struct TicketFeatureTests {
    @Test func `tickets are taken until they are sold out`() async throws {
        let take = Button(TicketFeature.manifest.actions[0], role: .primary)
        try await withScenario(of: TicketFeature()) { tickets in
            await tickets.expect { $0.title = "Tickets" }
            try await tickets.start()
            await tickets.expect {
                $0.phase = .ready
                $0.elements = [.text(id: "tickets", "2 left")]
                $0.buttons = [take]
            }
            try await tickets.perform("take")
            await tickets.expect { $0.elements = [.text(id: "tickets", "1 left")] }
            try await tickets.perform("take")
            await tickets.expect {
                $0.elements = [.text(id: "tickets", "Sold out")]
                $0.buttons[0].enabled = false
            }
        }
    }

    @Test func `keeps the contract of features`() async {
        await FeatureContract(TicketFeature()).verify()
    }
}
