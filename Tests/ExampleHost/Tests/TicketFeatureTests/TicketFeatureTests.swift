import FeatureKit
import FeatureTesting
import Testing
import TicketFeature

@Suite(.timeLimit(.minutes(5))) struct TicketFeatureTests {
    @Test func `tickets can be taken until they are sold out, and can be given back`() async throws {
        let (take, giveBack) = (TicketFeature.manifest.actions[0], TicketFeature.manifest.actions[1])
        func taken(_ numbers: Int...) -> Element {
            .list(
                id: "taken",
                rows: numbers.map { number in
                    Row(
                        id: "\(number)", title: "Ticket \(number)", detail: "Row A, seat \(number)",
                        values: ["number": .integer(number), "seat": .text("Row A, seat \(number)")],
                        buttons: [Button(giveBack, arguments: ["number": .integer(number)])])
                },
                columns: [.init(name: "number", title: "Number"), .init(name: "seat", title: "Seat")])
        }
        try await withScenario(of: TicketFeature()) { tickets in
            await tickets.expect {
                $0.title = "Tickets"
                $0.elements = [
                    .text(id: "left", ""),
                    .fields(
                        id: "show",
                        items: [.init(label: "Begins", value: "10:00"), .init(label: "Where", value: "Hall 3")]),
                ]
            }
            try await tickets.start()
            await tickets.expect {
                $0.phase = .ready
                $0.elements[0] = .text(id: "left", "2 left")
                $0.buttons = [Button(take, role: .primary)]
            }
            try await tickets.perform("take")
            await tickets.expect {
                $0.elements[0] = .text(id: "left", "1 left")
                $0.elements.append(taken(1))
            }
            try await tickets.perform("take")
            await tickets.expect {
                $0.elements[0] = .text(id: "left", "Sold out")
                $0.elements[2] = taken(1, 2)
                $0.buttons[0].enabled = false
            }
            try await tickets.perform("give-back", ["number": 1])
            await tickets.expect {
                $0.elements[0] = .text(id: "left", "1 left")
                $0.elements[2] = taken(2)
                $0.buttons[0].enabled = true
            }
        }
    }

    @Test func `the feature fulfils the contract of all features`() async {
        await FeatureContract(TicketFeature()).verify()
    }
}
