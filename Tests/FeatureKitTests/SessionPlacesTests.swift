import FeatureKit
import FeatureTesting
import Testing

/// Tests the address of a session, the route to another place, and actions that open a place.
@Suite(.timeLimit(.minutes(5))) struct SessionPlacesTests {
    /// A feature that shows pages of an atlas.
    private struct AtlasFeature: Feature {
        static let page = Field<Int>("page", "Page", range: 1...9, default: 1)
        static let search = Field<String?>("search", "Search").role(.search)
        static let edition = Field<String>("edition", "Edition", default: "new")
        static let leaf = Action("leaf", "Leaf", fields: Field<Int?>("page", "Page", range: 1...9), search)
        static let open = Action("open", "Open", fields: Field<Int>("count", "Count"))
        static let fail = Action("fail", "Fail")
        static let tell = Action("tell", "Tell")
        static let manifest = FeatureManifest(
            id: "atlas", title: "Atlas", summary: "", options: [page, search, edition],
            actions: leaf, open, fail, tell)

        var element: Element?
        var changes: ChangeFeed<Int>?

        func launch(on stage: Stage, options: Options) throws -> Scene {
            func link(_ number: Int) -> FeatureLink {
                FeatureLink(feature: "atlas", options: ["page": .integer(number)])
            }
            return Scene(owning: stage) {
                stage.screen.phase = .ready
                stage.screen.elements = [element].compactMap(\.self)
                stage.open(link(9))
            }
            .browsing(Self.leaf, changing: ["page", "search"]) { input in
                var address = stage.address
                for name in input.changed { address[name] = input.values[name] }
                stage.address = address
            }
            .on(Self.open) { input in
                for number in 0..<(try input[Field<Int>("count", "Count")]) { stage.open(link(number + 1)) }
                await elsewhere()
            }
            .on(Self.fail) { _ in
                stage.open(link(1))
                throw Unexpected()
            }
            .on(Self.tell) { _ in stage.announce(Notice("told")) }
            .following(changes) { number in stage.open(link(number)) }
        }
    }

    private func withAtlas(
        _ options: [String: FieldValue] = [:], _ feature: AtlasFeature = AtlasFeature(),
        _ body: (Session) async throws -> Void
    ) async throws {
        try await withSession(of: feature, options: options) { session in
            try await session.start()
            _ = try await session.settled()
            try await body(session)
        }
    }

    @Test func `the address is the options of the launch until the view assigns another`() async throws {
        try await withAtlas(["page": 2]) { session in
            #expect(await session.address == ["page": 2, "edition": "new"])
            #expect(await session.frame.screen.address == nil)
            let frame = try await session.perform("leaf", ["page": 3, "search": "Rome"]).frame
            #expect(frame.screen.address == ["page": 3, "search": "Rome", "edition": "new"])
            #expect(await session.address == frame.screen.address)
        }
    }

    @Test func `the route to a place is a call if only options that the session browses differ`() async throws {
        try await withAtlas(["page": 2]) { session in
            let same = try await session.route(to: ["page": 2])
            #expect(same == .here)
            #expect(try await session.route(to: ["page": 2, "edition": "new"]) == .here)
            #expect(try await session.route(to: ["page": 3]) == .call(Call("leaf", ["page": 3])))
            // A place without an option has the default of the option.
            #expect(try await session.route(to: ["search": "a"]) == .call(Call("leaf", ["page": 1, "search": "a"])))
            #expect(try await session.route(to: ["page": 3, "edition": "old"]) == .launch)
            #expect(try await session.route(to: ["edition": "old"]) == .launch)
        }
    }

    @Test func `the route starts at the current address, and empties options without a value`() async throws {
        try await withAtlas { session in
            _ = try await session.perform("leaf", ["search": "Rome", "page": 4])
            #expect(try await session.route(to: ["search": "Rome", "page": 4]) == .here)
            let back = try await session.route(to: [:])
            #expect(back == .call(Call("leaf", ["page": 1], emptied: ["search"])))
            guard case .call(let call) = back else { return }
            #expect(try await session.perform(call).frame.screen.address == ["page": 1, "edition": "new"])
            #expect(try await session.route(to: [:]) == .here)
        }
    }

    @Test func `the route to invalid options throws, and a closed session needs a launch`() async throws {
        try await withAtlas { session in
            await #expect(throws: InputRefused.self) { try await session.route(to: ["page": 10]) }
            await #expect(throws: InputRefused.self) { try await session.route(to: ["pages": 1]) }
            await session.close()
            let closed = try await session.route(to: ["page": 3])
            #expect(closed == .launch)
        }
    }

    @Test func `a session without browsing has no route to other options`() async throws {
        try await withProbe { session in
            let (same, other) = try await (session.route(to: ["limit": 3]), session.route(to: ["limit": 4]))
            #expect(same == .here && other == .launch)
        }
    }

    @Test func `the answer of an action has the last place that the action opened`() async throws {
        try await withAtlas { session in
            let none = try await session.perform("open", ["count": 0])
            #expect(none.opens == nil)
            let opened = try await session.perform("open", ["count": 3])
            #expect(opened.opens == FeatureLink(feature: "atlas", options: ["page": 3]))
            #expect(try await session.perform("tell").opens == nil)
            #expect(opened.frame == (await session.frame))
        }
    }

    @Test func `a failing action, the start and a change open no place for another caller`() async throws {
        let (changes, source) = ChangeFeed<Int>.make(limit: 9, missed: 0) {}
        try await withAtlas([:], AtlasFeature(changes: changes)) { session in
            await #expect(throws: Unexpected.self) { try await session.perform("fail") }
            source.send([5])
            let told = try await session.perform("tell")
            #expect(told.opens == nil)
        }
    }

    @Test func `a stage without a session keeps the opened places and the address`() {
        let stage = Stage()
        #expect(stage.address == [:])
        stage.address = ["page": 2]
        stage.open(FeatureLink(feature: "atlas"))
        stage.open(FeatureLink(feature: "user"))
        #expect(stage.opened.map(\.feature) == ["atlas", "user"])
        #expect(stage.screen.address == ["page": 2] && stage.address == ["page": 2])
    }

    #if DEBUG
        @Test(arguments: ["http://a.example", "javascript:alert(1)", "https://ä.example"])
        func `in a debug build, a link to an unsafe address fails the session`(address: String) async throws {
            let link = Element.section(id: "s", elements: [.link(id: "l", "About", address: address)])
            try await withAtlas([:], AtlasFeature(element: link)) { session in
                guard case .failed(let shown, _) = await session.frame.screen.phase else { throw Unexpected() }
                #expect(shown.contains("the link 'l' opens '\(address)'; expected ASCII that begins with https://"))
            }
        }

        @Test func `a link to a secure address or to a feature is no fault`() async throws {
            let links: [Element] = [
                .link(id: "a", "About", address: "https://a.example"),
                .link(id: "b", "Users", opens: FeatureLink(feature: "user")),
            ]
            try await withAtlas([:], AtlasFeature(element: .section(id: "s", elements: links))) { session in
                #expect(await session.frame.screen.phase == .ready)
            }
        }
    #endif
}
