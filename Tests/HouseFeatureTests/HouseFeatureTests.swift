import FeatureKit
import FeatureStorage
import FeatureTesting
import HouseFeature
import Testing

@Suite(.timeLimit(.minutes(5))) struct HouseFeatureTests {
    let clock = ManualClock()
    var feature: HouseFeature { HouseFeature(resources: RecordResources(files: NoFiles(), clock: clock)) }

    private func row(_ number: Int, _ name: String, _ motto: String, _ sigil: String) -> Row {
        let arguments: [String: FieldValue] = ["id": .text("\(number)"), "revision": .integer(number)]
        return Row(
            id: "\(number)", title: name, detail: motto,
            values: ["name": .text(name), "motto": .text(motto), "sigil": .text(sigil)],
            buttons: [
                Button(action: "edit", title: "Edit", arguments: arguments),
                Button(action: "remove", title: "Remove", arguments: arguments, role: .destructive),
            ], opens: FeatureLink(feature: "house", options: ["id": .text("\(number)"), "latency": "3s"]))
    }

    private func sort(_ order: String) -> Button {
        Button(action: "browse", title: "Sort", arguments: ["order": .text(order), "descending": false])
    }

    private func stateBeginning(_ screen: inout Screen) {
        screen.title = "Houses"
        screen.buttons = [
            Button(action: "found", title: "Establish a house", role: .primary),
            Button(action: "refresh", title: "Refresh"), Button(action: "undo", title: "Undo"),
            Button(action: "visit", title: "History", arguments: ["history": true]),
        ]
    }

    @Test func `all houses appear together after the latency`() async throws {
        try await withScenario(of: feature, options: ["latency": "3s"], clock: clock) { house in
            await house.expect(stateBeginning)
            try await house.start()
            await clock.advance(by: .seconds(3))
            await house.expect {
                $0.phase = .ready
                $0.elements = [
                    .form(FormElement(id: "browse", action: "browse", values: ["descending": false], submits: .change)),
                    .list(
                        id: "houses",
                        rows: [
                            row(1, "House Targaryen", "Fire And Blood", "Dragon"),
                            row(2, "House Stark", "Winter Is Coming", "Wolf"),
                            row(3, "House Lannister", "Hear Me Roar", "Lion"),
                        ],
                        columns: [
                            .init(.title, title: "House", sort: sort("name")),
                            .init(.detail, title: "Words", sort: sort("motto")),
                        ], bulk: [Button(action: "remove", title: "Remove", role: .destructive)]),
                ]
            }
        }
    }

    @Test func `the page of a house edits its sigil too`() async throws {
        try await withScenario(of: feature, options: ["id": "2"]) { house in
            try await house.start()
            await house.skipToSettled()
            let values: [String: FieldValue] = [
                "id": "2", "name": "House Stark", "motto": "Winter Is Coming", "sigil": "Wolf", "revision": 2,
            ]
            #expect(house.screen.title == "House Stark")
            #expect(house.screen.elements == [.form(FormElement(id: "record", action: "edit", values: values))])
            #expect(house.screen.buttons.map(\.title) == ["Remove", "Previous", "Next"])
            #expect(house.screen.up == FeatureLink(feature: "house", title: "Houses"))
        }
    }

    @Test func `the option source=empty shows the placeholder for an empty list`() async throws {
        try await withScenario(of: feature, options: ["source": "empty"]) { house in
            await house.expect(stateBeginning)
            try await house.start()
            await house.expect {
                $0.phase = .ready
                $0.elements = [.placeholder(id: "empty", "No houses")]
            }
        }
    }

    @Test func `the feature fulfils the contract, even if its service fails`() async {
        await FeatureContract(feature, limit: .seconds(120)).verify()
        let service = StubRecords<House>()
        service.load.fails(with: Fallen())
        await FeatureContract(HouseFeature { _ in service }, limit: .seconds(120)).verifyFailure()
    }
}
