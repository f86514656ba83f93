import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing
import UserFeature

@Suite(.timeLimit(.minutes(5))) struct UserFeatureTests {
    let clock = ManualClock()
    var feature: UserFeature { UserFeature(resources: RecordResources(files: NoFiles(), clock: clock)) }

    private func beginning(of roster: FieldValue?) -> (inout Screen) -> Void {
        { screen in
            screen.title = "Users"
            let add =
                roster == "seoul"
                ? Button(action: "add-seoul", title: "Add a user of Seoul", role: .primary)
                : Button(action: "add", title: "Add a user", role: .primary)
            screen.buttons = [
                add, Button(action: "refresh", title: "Refresh"), Button(action: "undo", title: "Undo"),
                Button(action: "visit", title: "History", arguments: ["history": true]),
            ]
        }
    }

    @Test(
        arguments: [
            (nil, ["Kevin Flynn / 36 years", "Alan Bradley / 24 years", "Ed Dilinger / 39 years"]),
            ("seoul", ["Mr. Kim / 15 years", "Mr. Park / 20 years", "Mr. Lee / 25 years"]),
        ] as [(FieldValue?, [String])])
    func `all users of the roster appear together after the latency`(roster: FieldValue?, rows: [String]) async throws {
        let options = ["latency": "2s", "roster": roster].compactMapValues(\.self)
        try await withScenario(of: feature, options: options, clock: clock) { user in
            await user.expect(beginning(of: roster))
            try await user.start()
            await clock.advance(by: .seconds(2))
            let shown = try await user.session.settled().screen.elements
            await user.expect {
                $0.phase = .ready
                $0.elements = shown
            }
            guard case .list(let list) = shown.last else { return #expect(Bool(false), "\(shown)") }
            #expect(list.rows.map { "\($0.title) / \($0.detail ?? "")" } == rows)
            #expect(list.columns?.map(\.title) == ["Name", "Age"] + (roster == nil ? ["House"] : []))
            #expect(list.rows.first?.buttons.map(\.action) == [roster == nil ? "edit" : "edit-seoul", "remove"])
            #expect(list.columns?.map(\.sort?.arguments["order"]) == ["name", "age"] + (roster == nil ? [nil] : []))
            #expect(
                shown.first
                    == .form(
                        FormElement(id: "browse", action: "browse", values: ["descending": false], submits: .change)))
        }
    }

    @Test(
        arguments: [
            ("grid", "Kevin Flynn", ["firstName": "Kevin", "lastName": "Flynn", "age": 36], [], [:]),
            (
                "seoul", "Mr. Kim", ["name": "Kim", "age": 15, "number": "111-1111-1111", "country": "Korea"],
                ["User id"],
                ["roster": "seoul"]
            ),
        ] as [(FieldValue, String, [String: FieldValue], [String], [String: FieldValue])])
    func `the page of a user edits the fields of the roster, and a deleted user has the tone plain`(
        roster: FieldValue, title: String, values: [String: FieldValue], read: [String], up: [String: FieldValue]
    ) async throws {
        try await withScenario(of: feature, options: ["roster": roster, "id": "1", "source": "sample"]) { user in
            try await user.start()
            await user.skipToSettled()
            #expect(user.screen.title == title)
            #expect(user.screen.forms.map(\.values) == [values.merging(["id": "1", "revision": 1]) { $1 }])
            var labels: [String] = []
            user.screen.forEachElement { if case .fields(let fields) = $0 { labels += fields.items.map(\.label) } }
            #expect(labels == read)
            let options = up.merging(["source": "sample"]) { $1 }
            #expect(user.screen.up == FeatureLink(feature: "user", options: options, title: "Users"))
            try await user.press("Remove")
            await user.skipToSettled()
            user.expectOpened(FeatureLink(feature: "user", options: options))
            #expect(user.screen.tone == .plain)
            #expect(user.screen.elements.first == .placeholder(id: "deleted", "\(title) was deleted."))
        }
    }

    @Test(arguments: [("grid", Tone.critical), ("seoul", .plain)] as [(FieldValue, Tone)])
    func `an empty roster has the critical tone in the Grid and the plain tone in Seoul`(roster: FieldValue, tone: Tone)
        async throws
    {
        try await withScenario(of: feature, options: ["source": "empty", "roster": roster]) { user in
            await user.expect(beginning(of: roster))
            try await user.start()
            await user.expect {
                $0.phase = .ready
                $0.tone = tone
                $0.elements = [.placeholder(id: "empty", "No users")]
            }
        }
    }

    @Test func `the feature fulfils the contract, even if its service fails`() async {
        await FeatureContract(feature, limit: .seconds(120)).verify()
        await FeatureContract(feature, options: ["roster": "seoul"], limit: .seconds(120)).verify()
        let (grid, seoul) = (StubRecords<User>(), StubRecords<SeoulUser>())
        grid.load.fails(with: Derezzed())
        let failing = UserFeature(makeGrid: { _ in grid }, makeSeoul: { _ in seoul })
        await FeatureContract(failing, limit: .seconds(120)).verifyFailure()
    }
}
