import FeatureKit
import FeatureStorage
import FeatureTesting
import RecordScreens
import Testing

/// Tests of records that name records of other features.
@Suite(.timeLimit(.minutes(5))) struct ReferenceTests {
    let store = MemoryRecordStore()
    let kim = Person(id: "kim", name: "Kim")

    /// Runs a test with a session of a feature of a host.
    private func withFeature(
        _ id: String, _ options: [String: FieldValue] = [:], in host: TeamHost? = nil,
        _ body: (Session) async throws -> Void
    ) async throws {
        let host = try host ?? TeamHost(store: store)
        try await withSession(of: try host.registry.feature(id), options: options) { session in
            try await session.start()
            _ = try await session.settled()
            try await body(session)
        }
    }

    private func rows(_ session: Session) async -> [Row] { await session.frame.screen.lists.first?.rows ?? [] }

    private func refusal(_ body: () async throws -> Void) async -> InputRefused? {
        do { try await body() } catch let refusal as InputRefused { return refusal } catch {
            Issue.record("\(error)")
            return nil
        }
        Issue.record("nothing was refused")
        return nil
    }

    @Test func `A record is named by its key or by a title that only it has, in any case`() async throws {
        try await withFeature("task") { session in
            for text in ["2", "Blue", "blue"] {
                let answer = try await session.perform("add", ["title": .text("By \(text)"), "team": .text(text)])
                let added = try #require(answer.frame.screen.lists.first?.rows.last)
                #expect(added.values["team"] == "2")
                #expect(added.cells["team"] == "Blue")
            }
            let unknown = await refusal { _ = try await session.perform("add", ["title": "x", "team": "Bl"]) }
            #expect(
                unknown?.fields["team"]
                    == #"expected the key or the title of a record of Teams, got "Bl"; did you mean Blue?"#)
            try await store.write([.insert(RowInsert(id: "3", values: ["name": "Blue"]))], to: "Team")
            let many = (1...1_500).map {
                RowWrite.insert(RowInsert(id: "n\($0)", values: ["name": .text("Long \($0)")]))
            }
            let exact = RowWrite.insert(RowInsert(id: "long", values: ["name": "Long"]))
            try await store.write(many + [exact], to: "Team")
            _ = try await session.perform("add", ["title": "long", "team": "Long"])
            #expect(await rows(session).last?.values["team"] == "long")
            let several = await refusal { _ = try await session.perform("add", ["title": "x", "team": "Blue"]) }
            #expect(
                several?.fields["team"]
                    == #"expected the key or the title of a record of Teams, got "Blue", the title of several; give one of the keys 2 (Cool), 3"#
            )
            let change = try await session.perform("edit", ["id": "2", "team": "red"])
            #expect(change.frame.screen.lists.first?.rows[1].cells["team"] == "Red")
        }
    }

    @Test func `The form of a record shows the title, and what a person leaves alone stays`() async throws {
        try await store.write([.insert(RowInsert(id: "3", values: ["name": "Red"]))], to: "Team")
        try await withFeature("task", ["id": "1"]) { session in
            let form = try #require(await session.frame.screen.forms.first { $0.action == "edit" })
            #expect(form.values["team"] == "Red")
            let revision = try #require(form.values["revision"])
            // Two teams have the title, so the text alone would be refused.
            let answer = try await session.perform("edit", ["id": "1", "title": "Paint it", "revision": revision])
            #expect(answer.frame.screen.title == "1 Paint it")
            #expect(try await store.rows(of: "Task", ids: ["1"]).first?.values["team"] == "1")
        }
    }

    @Test func `A record's page lists the records that name it, and follows them`() async throws {
        let host = try TeamHost(store: store)
        try await withFeature("team", ["id": "1"], in: host) { team in
            try await withFeature("task", in: host) { tasks in
                #expect(await rows(team).map(\.title) == ["Paint"])
                #expect(await rows(team).first?.opens == FeatureLink(feature: "task", options: ["id": "1"]))
                _ = try await tasks.perform("add", ["title": "Varnish", "team": "Red"])
                await eventually { await rows(team).map(\.title) == ["Paint", "Varnish"] }
                _ = try await tasks.perform("edit", ["id": "1", "team": "Blue"])
                await eventually { await rows(team).map(\.title) == ["Varnish"] }
                let sections = await team.frame.screen.elements.compactMap { element in
                    if case .section(let section) = element, section.title == "Tasks" { section } else { nil }
                }
                let all = FeatureLink(feature: "task", options: ["team": "1"])
                #expect(sections.first?.elements.last == .link(id: "task-team-all", "Show in Tasks", opens: all))
                let adding = FeatureLink(feature: "task", options: ["team": "1"], begins: "add")
                #expect(sections.first?.elements.dropLast().last == .link(id: "task-team-add", "Add", opens: adding))
            }
        }
    }

    @Test func `A list can be filtered by the record that its records name, and adding fills it in`() async throws {
        for text in ["1", "red"] {
            try await withFeature("task", ["team": .text(text)]) { session in
                #expect(await rows(session).map(\.id) == ["1"])
                let add = try #require(await session.frame.screen.buttons.first { $0.action == "add" })
                #expect(add.values["team"] == .text(text == "1" ? "Red" : text))
                // A record that leaves the filter leaves the list.
                _ = try await session.perform("edit", ["id": "1", "team": "Blue"])
                #expect(await rows(session).isEmpty)
                _ = try await session.perform("edit", ["id": "1", "team": "Red"])
                #expect(await rows(session).map(\.id) == ["1"])
            }
        }
    }

    @Test func `A filter that names no record or several says so`() async throws {
        func problems(_ session: Session) async -> [String: String] {
            await session.frame.screen.forms.first { $0.action == "browse" }?.problems.mapValues(\.text) ?? [:]
        }
        try await withFeature("task", ["team": "Green"]) { session in
            #expect(await problems(session) == ["team": "There are no Teams called \"Green\"."])
            #expect(await rows(session).isEmpty)
            _ = try await session.perform("browse", ["team": "Red"])
            #expect(await problems(session) == [:])
            try await store.write([.insert(RowInsert(id: "3", values: ["name": "Blue"]))], to: "Team")
            _ = try await session.perform("browse", ["team": "Blue"])
            #expect(await problems(session)["team"]?.hasPrefix("Several Teams are called \"Blue\". Choose one") == true)
            _ = try await session.perform("browse", ["team": "2"])
            #expect(await problems(session) == [:])
        }
    }

    @Test func `A new title is shown in every list that names the record, also if another process changed it`()
        async throws
    {
        let host = try TeamHost(store: store)
        try await withFeature("task", in: host) { tasks in
            #expect(await rows(tasks).first?.cells["team"] == "Red")
            try await withFeature("team", in: try TeamHost(store: store)) { teams in
                _ = try await teams.perform("edit", ["id": "1", "name": "Crimson"])
            }
            await eventually { await rows(tasks).first?.cells["team"] == "Crimson" }
        }
    }

    @Test func `Removing a record changes and removes what names it, and all of it is taken back at once`() async throws
    {
        let host = try TeamHost(store: store)
        try await withFeature("note", in: host) { notes in
            try await withFeature("task", ["history": true], in: host) { history in
                try await withFeature("team", in: host) { teams in
                    _ = try await teams.perform("remove", ["id": "1"], as: kim)
                    #expect(try await store.rows(of: "Task", ids: ["1"]).first?.values["team"] == nil)
                    let undone = try await teams.perform("undo", as: kim)
                    #expect(undone.notices.map(\.text) == [#""Red" is back. "Paint" is changed back."#])
                    #expect(try await store.rows(of: "Task", ids: ["1"]).first?.values["team"] == "1")
                    _ = try await teams.perform("undo", ["again": true], as: kim)
                    #expect(try await store.rows(of: "Team", ids: ["1"]).isEmpty)
                    _ = try await teams.perform("undo", as: kim)
                }
                await eventually {
                    await rows(history).map(\.title).contains { $0.contains("changed \"Paint\": Team from") }
                }
            }
            try await withFeature("task", in: host) { tasks in
                let removal = try await tasks.perform("remove", ["id": "1"], as: kim)
                await eventually { await rows(notes).isEmpty }
                // The list of notes knows the change too.
                _ = try await notes.perform("undo", ["change": .integer(try #require(removal.change))], as: kim)
                #expect(await rows(notes).map(\.id) == ["1"])
                await eventually { await rows(tasks).map(\.id) == ["1", "2"] }
            }
        }
    }

    @Test func `Taking back the addition of a record takes back what was added to it, and undoing that restores both`()
        async throws
    {
        let host = try TeamHost(store: store)
        try await withFeature("note", in: host) { notes in
            try await withFeature("task", in: host) { tasks in
                let added = try await tasks.perform("add", ["title": "Sand"], as: kim)
                _ = try await notes.perform("add", ["text": "Gently", "task": "Sand"], as: kim)
                // The cascade removes the note too, and is taken back with it.
                let undone = try await tasks.perform("undo", ["change": .integer(try #require(added.change))], as: kim)
                await eventually { await rows(notes).count == 1 }
                _ = try await tasks.perform("undo", ["change": .integer(try #require(undone.change))], as: kim)
                await eventually { await rows(notes).count == 2 }
            }
        }
    }

    @Test func `Bringing one record back brings back what its removal did to others`() async throws {
        let host = try TeamHost(store: store)
        try await withFeature("task", in: host) { _ in }
        try await withFeature("team", in: host) { teams in
            _ = try await teams.perform("remove", ["id": "1"], as: kim)
        }
        try await withFeature("team", ["id": "1"], in: host) { team in
            let button = try #require(await team.frame.screen.buttons.first { $0.title == "Bring back" })
            _ = try await team.perform(button.action, button.arguments, as: kim)
            #expect(try await store.rows(of: "Task", ids: ["1"]).first?.values["team"] == "1")
        }
    }

    @Test func `A person who may not change what names a record cannot remove the record`() async throws {
        let host = try TeamHost(store: store, tasks: .role("planner"))
        try await withFeature("team", in: host) { teams in
            let error = await #expect(throws: FeatureError.self) {
                try await teams.perform("remove", ["id": "1"], as: kim)
            }
            #expect(error?.code == .forbidden)
            #expect(error?.message == "You may not change Tasks, and some of them name what you are removing.")
            // No task names this one.
            _ = try await teams.perform("remove", ["id": "2"], as: kim)
            let planner = Person(id: "lee", name: "Lee", roles: .some(["planner"]))
            _ = try await teams.perform("remove", ["id": "1"], as: planner)
        }
    }

    @Test func `A person who may not use the other feature sees keys`() async throws {
        let host = try TeamHost(store: store, teams: .role("captain"))
        try await withFeature("task", in: host) { tasks in
            #expect(await rows(tasks).first?.cells["team"] == "1")
            let titled = await refusal { _ = try await tasks.perform("add", ["title": "x", "team": "Red"], as: kim) }
            #expect(titled?.fields == ["team": #"expected the key of a record that exists, got "Red""#])
            _ = try await tasks.perform("add", ["title": "x", "team": "2"], as: kim)
            let captain = Person(id: "lee", name: "Lee", roles: .some(["captain"]))
            _ = try await tasks.perform("add", ["title": "y", "team": "Red"], as: captain)
            #expect(await rows(tasks).map { $0.values["team"] } == ["1", nil, "2", "1"])
        }
    }

    @Test func `A program without the other feature keeps and enforces the reference`() async throws {
        try await withFeature("task") { _ in }
        let resources = RecordResources(store: { [store] in store }, files: NoFiles())
        let alone = ListFeature<Task>("task", resources) { id, input in
            Task(id: id, title: try input[Task.title], team: try input[Task.team])
        }
        try await withSession(of: alone) { session in
            try await session.start()
            _ = try await session.settled()
            #expect(await rows(session).first?.cells["team"] == "1")
            let refused = await refusal { _ = try await session.perform("add", ["title": "x", "team": "9"]) }
            #expect(refused?.fields == ["team": #"expected the key of a record that exists, got "9""#])
            _ = try await session.perform("add", ["title": "x", "team": "2"])
        }
        #expect(try await store.declarations()["Task"]?.references == [.init("team", to: "Team", onDelete: .clear)])
    }

    @Test func `A related list by a field that does not name the feature's records is refused at the launch`()
        async throws
    {
        let resources = RecordResources(store: { [store] in store }, files: NoFiles())
        func launch(_ related: Related) async throws -> Phase {
            let teams = ListFeature<Team>("team", resources, related: [related]) { id, input in
                Team(id: id, name: try input[Team.name], motto: try input[Team.motto])
            }
            let tasks = ListFeature<Task>("task", resources) { id, input in
                Task(id: id, title: try input[Task.title], team: try input[Task.team])
            }
            let notes = ListFeature<Note>("note", resources) { id, input in
                Note(id: id, text: try input[Note.text], task: try input[Note.task])
            }
            let registry = try FeatureRegistry([teams, tasks, notes]).sharing(resources)
            return try await withSession(of: try registry.feature("team")) { session in
                try await session.start()
                return try await session.settled().screen.phase
            }
        }
        for wrong in [Related("task", by: "title"), Related("task", by: "crew"), Related("note", by: "task")] {
            let error = await #expect(throws: FeatureError.self) { _ = try await launch(wrong) }
            #expect(
                error?.message.contains(
                    "no field '\(wrong.field)' of the records of '\(wrong.feature)' names records of teams") == true)
        }
        #expect(try await launch(Related("task", by: "team")) == .ready)
        // A host may lack the other feature.
        #expect(try await launch(Related("stranger", by: "team")) == .ready)
    }

    @Test func `The choices of a field are found by words, page by page`() async throws {
        let host = try TeamHost(store: store)
        let source = try #require(host.registry.choices)
        try await store.write(
            (0..<50).map { .insert(RowInsert(id: "t\($0)", values: ["name": .text("Team \($0)")])) }, to: "Team")
        var (titles, next): ([String], String?) = ([], nil)
        repeat {
            let page = try #require(try await source.choices(in: "team", matching: "team", after: next, limit: 20))
            titles += page.choices.map(\.title)
            next = page.next
        } while next != nil
        #expect(titles == (0..<50).map { "Team \($0)" })
        let blue = try await source.choices(in: "team", matching: "COOL", after: nil, limit: 20)
        #expect(blue?.choices == [Choice(id: "2", title: "Blue", detail: "Cool")])
        #expect(try await source.choices(in: "nobody", matching: "", after: nil, limit: 20) == nil)
    }
}
