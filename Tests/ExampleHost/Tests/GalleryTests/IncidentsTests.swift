import FeatureKit
import FeatureStorage
import FeatureTesting
import IncidentsFeature
import Testing
import UserFeature

/// Tests of the incidents: a list, and a page that the feature draws itself.
@Suite(.timeLimit(.minutes(5))) struct IncidentsTests {
    let store = MemoryRecordStore()
    /// The day after the last day of the sample.
    let today: CalendarDate
    let ada = Person(id: "ada", name: "Ada")

    init() throws { today = try #require(CalendarDate("2026-11-29")) }

    private func withIncidents(
        _ options: [String: FieldValue] = [:], _ body: (Session, FeatureRegistry) async throws -> Void
    ) async throws {
        let resources = RecordResources(store: { [store] in store }, files: NoFiles())
        let registry = try FeatureRegistry([
            IncidentsFeature(resources: resources, today: { [today] in today }),
            CommentsFeature(resources: resources),
            UserFeature(resources: resources),
        ])
        .sharing(resources)
        let session = try await Session(try registry.feature("incidents"), options: options)
        try await session.start()
        _ = try await session.settled()
        try await body(session, registry)
        await session.close()
    }

    private func comments(_ screen: Screen) -> [Row] {
        for case .section(let section) in screen.elements where section.title == "Comments" {
            if case .list(let list)? = section.elements.first { return list.rows }
        }
        return []
    }

    private func stats(_ screen: Screen) -> [String: String] {
        for case .fields(let fields) in screen.elements where fields.style == .stats {
            return Dictionary(fields.items.map { ($0.label, $0.value) }) { first, _ in first }
        }
        return [:]
    }

    @Test func `The answer of a comment has it, with its author, and undoing the call removes it`() async throws {
        try await withIncidents(["id": "5"]) { session, _ in
            let commented = try await session.perform("comment", ["id": "5", "text": "On my way\nNow"], as: ada)
            #expect(comments(commented.frame.screen).map(\.title) == ["I have seen it too.", "On my way\nNow"])
            #expect(comments(commented.frame.screen).last?.detail == "Ada")
            #expect(stats(commented.frame.screen)["Comments"] == "2")
            let undone = try await session.perform("undo", as: ada)
            #expect(comments(undone.frame.screen).map(\.title) == ["I have seen it too."])
            #expect(stats(undone.frame.screen)["Comments"] == "1")
            let again = try await session.perform("undo", ["again": true], as: ada)
            #expect(comments(again.frame.screen).map(\.title) == ["I have seen it too.", "On my way\nNow"])
        }
    }

    @Test func `Several incidents are closed at once, and that is taken back at once`() async throws {
        try await withIncidents(["status": .texts(["Open"]), "severity": .texts(["Low"])]) { session, _ in
            let ids = rows(await session.frame.screen).prefix(3).map(\.id)
            let closed = try await session.perform("close", ["ids": .texts(ids)], as: ada)
            #expect(!rows(closed.frame.screen).contains { ids.contains($0.id) })
            let undone = try await session.perform("undo", as: ada)
            #expect(rows(undone.frame.screen).prefix(3).map(\.id) == ids)
        }
    }

    @Test func `A removed assignee leaves the incident, and comes back with the undo`() async throws {
        try await withIncidents(["id": "5"]) { session, registry in
            let users = try await Session(try registry.feature("user"))
            try await users.start()
            _ = try await users.settled()
            let name: [String: FieldValue] = ["firstName": "Ada", "lastName": "Byron", "age": 36]
            let added = try await users.perform("add", name, as: ada)
            let id = try #require(rows(added.frame.screen).last?.id)
            _ = try await session.perform("edit", ["id": "5", "assignee": "Ada Byron"], as: ada)
            let removed = try await users.perform("remove", ["id": .text(id)], as: ada)
            try await wait(in: session) { stats($0)["Assignee"] == "–" }
            _ = try await users.perform("undo", ["change": .integer(try #require(removed.change))], as: ada)
            try await wait(in: session) { stats($0)["Assignee"] == "Ada Byron" }
            await users.close()
        }
    }

    /// Waits for a screen; the suite's time limit ends the waiting.
    private func wait(in session: Session, until isShown: (Screen) -> Bool) async throws {
        for await event in try await session.attach() {
            if case .frame(let frame) = event, isShown(frame.screen) { return }
        }
    }

    private func counts(_ screen: Screen) -> [String: Double?] {
        for case .chart(let chart) in screen.elements {
            return Dictionary(zip(chart.labels, chart.series[0].values)) { first, _ in first }
        }
        return [:]
    }

    @Test func `The chart has the newest thirty days, and follows reports, edits, removals and undone changes`()
        async throws
    {
        try await withIncidents { session, _ in
            let before = counts(try await session.settled().screen)
            #expect(before.count == 30 && before["2026-11-28"] != nil && before["2026-10-30"] != nil)
            #expect(before["2026-11-28"] == 12 && before.values.reduce(0) { $0 + ($1 ?? 0) } == 412)

            _ = try await session.perform("report", ["title": "Leak", "severity": "High"], as: ada)
            try await wait(in: session) { counts($0)["2026-11-29"] == 1 && counts($0)["2026-10-30"] == nil }
            _ = try await session.perform("undo", as: ada)
            // The newest day has no incidents any more, so the days before the first read one come back.
            try await wait(in: session) { counts($0) == before }

            _ = try await session.perform("edit", ["id": "571", "reported": "2026-11-20"], as: ada)
            try await wait(in: session) { screen in
                counts(screen)["2026-11-20"] == before["2026-11-20"].map { ($0 ?? 0) + 1 }
                    && counts(screen)["2026-11-28"] == before["2026-11-28"].map { ($0 ?? 0) - 1 }
            }
        }
    }

    @Test func `An incident of the last possible day moves the thirty days there`() async throws {
        try await withIncidents { session, _ in
            _ = try await session.perform("edit", ["id": "571", "reported": "9999-12-31"], as: ada)
            try await wait(in: session) { counts($0)["9999-12-31"] == 1 && counts($0)["9999-12-02"] == 0 }
        }
    }

    @Test func `A copy has no chart, because nobody tells its changes`() async throws {
        try await withIncidents(["source": "sample"]) { session, _ in
            let screen = try await session.settled().screen
            #expect(counts(screen) == [:] && !rows(screen).isEmpty)
        }
    }

    private func rows(_ screen: Screen) -> [Row] {
        for case .list(let list) in screen.elements { return list.rows }
        return []
    }
}
