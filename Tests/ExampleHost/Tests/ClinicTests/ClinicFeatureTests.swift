import ClinicFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct ClinicFeatureTests {
    let reminders = StubReminders()

    private func feature(_ store: any RecordStore = MemoryRecordStore()) -> ClinicFeature {
        ClinicFeature(
            resources: RecordResources(store: { store }, files: NoFiles()), reminders: reminders)
    }

    /// The rows of a list, which is in a section.
    private func rows(_ screen: Screen, in list: String) -> [Row] {
        for case .section(let section) in screen.elements {
            for case .list(let found) in section.elements where found.id == list { return found.rows }
        }
        return []
    }

    private func titles(_ screen: Screen, in list: String) -> [String] { rows(screen, in: list).map(\.title) }

    @Test func `both lists are loaded, and each follows the changes of other sessions`() async throws {
        let store = MemoryRecordStore()
        try await withScenario(of: feature(store)) { clinic in
            try await clinic.start()
            await clinic.skipToSettled()
            #expect(titles(clinic.screen, in: "patients") == ["Alfred", "Bella"])
            #expect(titles(clinic.screen, in: "visits") == ["alfred", "bella"])
            try await store.write([.insert(RowInsert(id: "z", values: ["name": "Zoe", "notes": ""]))], to: "Patient")
            await clinic.skipFrames { titles($0, in: "patients") == ["Alfred", "Bella", "Zoe"] }
            try await store.write([.insert(RowInsert(id: "3", values: ["patient": "z"]))], to: "Visit")
            await clinic.skipFrames { titles($0, in: "visits") == ["alfred", "bella", "z"] }
        }
    }

    @Test func `each list loads its own further pages, up to the limit of the session`() async throws {
        let store = MemoryRecordStore()
        let zoe: [String: FieldValue] = ["name": "Zoe", "notes": ""]
        try await store.fillOnce("Patient", with: (1...70).map { RowInsert(id: "\($0)", values: zoe) })
        try await store.fillOnce("Visit", with: (1...70).map { RowInsert(id: "\($0)", values: ["patient": "zoe"]) })
        try await withSession(of: feature(store), rowLimit: 60) { session in
            try await session.start()
            _ = try await session.settled()
            let screen = try await session.perform("more-visits", [:]).frame.screen
            #expect(rows(screen, in: "visits").count == 60 && rows(screen, in: "patients").count == 50)
            let both = try await session.perform("more-patients", [:]).frame.screen
            #expect(rows(both, in: "visits").count == 60 && rows(both, in: "patients").count == 60)
        }
    }

    @Test func `a visit links to the page of its patient`() async throws {
        try await withScenario(of: feature()) { clinic in
            try await clinic.start()
            await clinic.skipToSettled()
            let visit = try #require(rows(clinic.screen, in: "visits").last)
            #expect(visit.opens == FeatureLink(feature: "clinic", options: ["id": "bella"]))
        }
    }

    @Test func `the page of a patient shows only the patient, although visits are loaded`() async throws {
        try await withScenario(of: feature(), options: ["id": "bella"]) { clinic in
            try await clinic.start()
            await clinic.skipToSettled()
            #expect(clinic.screen.title == "Bella" && clinic.screen.up?.title == "Clinic")
            #expect(clinic.screen.elements.map(\.id) == ["record"])
            #expect(clinic.screen.buttons.map(\.action) == ["add-visit", "remove-patient", "visit", "visit"])
        }
    }

    @Test func `a search selects patients, and all visits stay`() async throws {
        try await withScenario(of: feature(), options: ["search": "alf"]) { clinic in
            try await clinic.start()
            await clinic.skipToSettled()
            #expect(titles(clinic.screen, in: "patients") == ["Alfred"])
            #expect(titles(clinic.screen, in: "visits") == ["alfred", "bella"])
        }
    }

    @Test func `a patient is added while reminders are being sent`() async throws {
        reminders.stub.holds()
        try await withScenario(of: feature()) { clinic in
            try await clinic.start()
            await clinic.skipToSettled()
            let sending = try await clinic.begin(.press("Send reminders"))
            await clinic.expectWork("0 of 2 sent")
            try await clinic.submit("Add a patient", ["name": "Rex", "notes": ""])
            await clinic.skipFrames { titles($0, in: "patients") == ["Alfred", "Bella", "Rex"] }
            try await reminders.stub.call(1).answer()
            await clinic.expectWork("1 of 2 sent")
            try await reminders.stub.call(2).answer()
            try await sending.answer()
            await clinic.expectNotice("All reminders were sent.", tone: .positive)
            await clinic.skipToSettled()
        }
    }

    @Test func `the option 'records' selects the records to import and export`() async throws {
        let feature = feature()
        for (records, type) in [("patients", "Patient"), ("visits", "Visit")] {
            let options = try Options(["records": .text(records)], of: ClinicFeature.manifest)
            #expect("\(try feature.recordType(for: options))" == type)
        }
    }

    @Test func `the feature fulfils the contract of all features`() async {
        await FeatureContract(feature(), limit: .seconds(60)).verify()
    }
}

/// A service whose reminders the test answers.
struct StubReminders: ReminderService {
    let stub = Stub<Void, Void>(returning: ())

    @concurrent func remind(of visit: Visit) async throws { try await stub() }
}
