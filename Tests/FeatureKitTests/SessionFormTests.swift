import FeatureKit
import FeatureTesting
import Testing

/// Tests calls from a form: the session adds the form's values, and enforces the form's restrictions.
@Suite(.timeLimit(.minutes(5))) struct SessionFormTests {
    /// A feature with one form, which the test chooses.
    ///
    /// The handler of the form's action records its input.
    struct BookingFeature: Feature {
        static let kind = Field<String>("kind", "Kind", length: 1...20)
        static let days = Field<Int?>("days", "Days", range: 1...9)
        static let share = Field<Double>("share", "Share", default: 0.5)
        static let book = Action("book", "Book", fields: kind, days, share)
        static let hold = Action("hold", "Hold")
        static let manifest = FeatureManifest(
            id: "booking", title: "Booking", summary: "Books.", actions: book, hold)

        var form = FormElement(id: "form", of: book, values: ["kind": "return", "days": 3, "share": 0.25])
        var buttons: [Button] = []
        /// The form that the action `hold` draws; `nil` if it draws no form.
        var later: FormElement?
        let log = Log()

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let (form, later, buttons, log) = (form, later, buttons, log)
            func draw(_ form: FormElement?) {
                stage.screen.elements = form.map { [.section(id: "s", elements: [.form($0)])] } ?? []
                (stage.screen.phase, stage.screen.buttons) = (.ready, buttons)
            }
            return Scene(owning: stage, start: { draw(form) })
                .on(Self.book) { input in
                    let values = input.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                    log.add(
                        "\(values.joined(separator: " ")), changed \(input.changed.sorted().joined(separator: " "))")
                }
                .on(Self.hold) { _ in
                    await elsewhere()
                    draw(later)
                }
        }
    }

    private func entries(of feature: BookingFeature, _ calls: Call...) async throws -> [String] {
        try await withSession(of: feature) { session in
            try await session.start()
            _ = try await session.settled()
            let tasks = try await session.beginAll(calls)
            for task in tasks { _ = try await task.value }
        }
        return feature.log.entries
    }

    private func refusal(of calls: Call..., by feature: BookingFeature) async throws -> [String: String]? {
        let error = await #expect(throws: InputRefused.self) {
            try await withSession(of: feature) { session in
                try await session.start()
                _ = try await session.settled()
                for task in try await session.beginAll(calls) { _ = try await task.value }
            }
        }
        #expect(feature.log.entries == [])
        return error?.fields
    }

    private func expectDisabled(_ calls: Call..., by feature: BookingFeature) async throws {
        let error = await #expect(throws: FeatureError.self) {
            try await withSession(of: feature) { session in
                try await session.start()
                _ = try await session.settled()
                for task in try await session.beginAll(calls) { _ = try await task.value }
            }
        }
        #expect(error?.code == .disabled)
        #expect(feature.log.entries == [])
    }

    @Test func `if a call names a form, the session adds the missing fields from the form`() async throws {
        #expect(
            try await entries(of: BookingFeature(), Call("book", ["days": 5], form: "form"))
                == ["days=5 kind=return share=0.25, changed days"])
        #expect(
            try await entries(of: BookingFeature(), Call("book", form: "form"))
                == ["days=3 kind=return share=0.25, changed "])
    }

    @Test func `an emptied field has no value, not even its default`() async throws {
        #expect(
            try await entries(of: BookingFeature(), Call("book", emptied: ["days"], form: "form"))
                == ["kind=return share=0.25, changed days"])
        #expect(
            try await refusal(of: Call("book", emptied: ["share", "kind"], form: "form"), by: BookingFeature())?.keys
                .sorted() == ["kind", "share"])
        #expect(
            try await refusal(of: Call("book", ["kind": "x"], emptied: ["share", "colour"]), by: BookingFeature())?.keys
                .sorted() == ["colour", "share"])
    }

    @Test func `a call that names no form gets the defaults of its fields and not the form's values`() async throws {
        #expect(
            try await entries(of: BookingFeature(), Call("book", ["kind": "one way"]))
                == ["kind=one way share=0.5, changed kind"])
    }

    @Test func `an action gets the values that the form has when the action begins`() async throws {
        var feature = BookingFeature()
        feature.later = FormElement(
            id: "form", of: BookingFeature.book, values: ["kind": "round", "days": 7, "share": 1])
        #expect(
            try await entries(of: feature, Call("hold"), Call("book", ["days": 5], form: "form"))
                == ["days=5 kind=round share=1, changed days"])
    }

    @Test func `a call is refused if its form is missing or has another action`() async throws {
        try await expectDisabled(Call("hold"), Call("book", ["days": 5], form: "form"), by: BookingFeature())
        try await expectDisabled(Call("book", ["days": 5], form: "other"), by: BookingFeature())
        try await expectDisabled(Call("hold", form: "form"), by: BookingFeature())
    }

    @Test func `a disabled form refuses every call of its action unless an enabled button fits the call`()
        async throws
    {
        var feature = BookingFeature()
        feature.form.enabled = false
        try await expectDisabled(Call("book", ["days": 5], form: "form"), by: feature)
        try await expectDisabled(Call("book", ["kind": "x"]), by: feature)
        feature.buttons = [Button(BookingFeature.book, enabled: false)]
        try await expectDisabled(Call("book", ["kind": "x"]), by: feature)
        feature.buttons = [Button(BookingFeature.book)]
        #expect(try await entries(of: feature, Call("book", ["kind": "x"])).count == 1)
    }

    @Test func `an enabled form allows its action even if a button of the action is disabled`() async throws {
        var feature = BookingFeature()
        feature.buttons = [Button(BookingFeature.book, enabled: false)]
        #expect(try await entries(of: feature, Call("book", form: "form")).count == 1)
    }

    /// A feature whose form offers thirty ids for a field of several texts.
    struct PickFeature: Feature {
        static let ids = Field<[String]>("ids", "Ids", count: 0...50, length: 1...20)
        static let pick = Action("pick", "Pick", fields: ids)
        static let manifest = FeatureManifest(id: "pick", title: "Pick", summary: "Picks.", actions: pick)

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let offered = (1...30).map { "id\($0)" }
            return Scene(
                owning: stage,
                start: {
                    let form = FormElement(id: "form", of: Self.pick, choices: ["ids": offered])
                    stage.screen = Screen(title: "Pick", phase: .ready, elements: [.form(form)])
                }
            ).on(Self.pick) { _ in }
        }
    }

    @Test func `a refusal of several texts names only the wrong ones`() async throws {
        let error = await #expect(throws: InputRefused.self) {
            try await withSession(of: PickFeature()) { session in
                try await session.start()
                _ = try await session.settled()
                let given = (1...30).map { "id\($0)" } + ["id31", "x"]
                _ = try await session.perform(Call("pick", ["ids": .texts(given)], form: "form"))
            }
        }
        let first = (1...20).map { "id\($0)" }.joined(separator: ", ")
        #expect(error?.fields == ["ids": #"expected only some of \#(first) and 10 more, got "id31", "x""#])
    }

    @Test func `a disabled field keeps the form's value and refuses other values`() async throws {
        var feature = BookingFeature()
        feature.form.disabled = ["days"]
        let refused = ["days": "the field is disabled in this form; leave it out"]
        #expect(try await refusal(of: Call("book", ["days": 5], form: "form"), by: feature) == refused)
        #expect(try await refusal(of: Call("book", emptied: ["days"], form: "form"), by: feature) == refused)
        #expect(try await refusal(of: Call("book", ["kind": "x", "days": 5]), by: feature) == refused)
        #expect(
            try await entries(of: feature, Call("book", ["days": 3, "kind": "x"], form: "form"))
                == ["days=3 kind=x share=0.25, changed days kind"])
    }

    @Test func `a form acts only on the row whose id it has`() async throws {
        let feature = RowFormFeature()
        try await withSession(of: feature) { session in
            try await session.start()
            let error = await #expect(throws: InputRefused.self) {
                try await session.perform(Call("name", ["id": "2", "name": "Bo"], form: "form"))
            }
            #expect(error?.fields == ["id": #"this form acts on "1"; leave the field out"#])
            _ = try await session.perform(Call("name", ["id": "1", "name": "Al"], form: "form"))
            _ = try await session.perform(Call("name", ["id": "2", "name": "Bo"]))
            _ = try await session.perform(Call("name", emptied: ["note"], form: "form"))
        }
        #expect(feature.log.entries == ["1 Al at 4", "2 Bo", "1 Alfred at 4 without a note"])
    }

    @Test func `a call of an edit leaves out what stays, but not the id of the row`() async throws {
        let feature = RowFormFeature()
        try await withSession(of: feature) { session in
            try await session.start()
            _ = try await session.perform(Call("name", ["id": "1"]))
            _ = try await session.perform(Call("name", ["id": "1"], emptied: ["note"]))
            for call in [Call("name", ["name": "Al"]), Call("name", ["id": "1"], emptied: ["name"])] {
                let error = await #expect(throws: InputRefused.self) { try await session.perform(call) }
                #expect(error?.fields.keys.first == (call.emptied.isEmpty ? "id" : "name"))
            }
        }
        #expect(feature.log.entries == ["1 as before", "1 as before without a note"])
    }

    /// A feature with a form that edits the row 1.
    private struct RowFormFeature: Feature {
        static let name = Action(
            "name", "Name", effect: .edits,
            fields: Field<String>("id", "Id").role(.row), Field<String>("name", "Name", length: 1...9),
            Field<String?>("note", "Note", length: 0...9), Field<Int>("age", "Age", default: 3))
        static let manifest = FeatureManifest(id: "rows", title: "Rows", summary: "", actions: name)
        let log = Log()

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let form = FormElement(
                id: "form", of: Self.name, values: ["id": "1", "name": "Alfred", "note": "Shy", "age": 4])
            return Scene(
                owning: stage,
                start: { (stage.screen.phase, stage.screen.elements) = (.ready, [.form(form)]) }
            )
            .on(Self.name) { [log] input in
                let name = input.values["name"]?.description ?? "as before"
                let isEmptied = input.changed.contains("note") && input.values["note"] == nil
                let age = input.values["age"].map { " at \($0)" } ?? ""
                log.add("\(input.values["id"]?.description ?? "?") \(name)\(age)\(isEmptied ? " without a note" : "")")
            }
        }
    }

    @Test func `the choices of a form restrict a field even in a call that does not name the form`() async throws {
        var feature = BookingFeature()
        feature.form.choices = ["kind": ["one way", "return"]]
        let refused = ["kind": #"expected one of one way, return, got "boat""#]
        #expect(try await refusal(of: Call("book", ["kind": "boat"], form: "form"), by: feature) == refused)
        #expect(try await refusal(of: Call("book", ["kind": "boat"]), by: feature) == refused)
        #expect(try await entries(of: feature, Call("book", ["kind": "one way"], form: "form")).count == 1)
    }

    static let faults: [(FormElement, String)] = [
        (FormElement(id: "s", of: BookingFeature.book), "two elements of the screen have the id 's'"),
        (FormElement(id: "form", action: "fly"), "the form 'form' names the action 'fly'"),
    ]

    #if DEBUG
        @Test(arguments: faults)
        func `in a debug build, an invalid screen fails the session`(
            form: FormElement, message: String
        ) async throws {
            var feature = BookingFeature()
            feature.form = form
            try await withSession(of: feature) { session in
                try await session.start()
                let screen = try await session.settled().screen
                guard case .failed(let shown, _) = screen.phase else { throw Unexpected() }
                #expect(shown.contains("feature 'booking' drew a faulty screen: \(message)"))
                let error = await #expect(throws: FeatureError.self) { try await session.perform("hold") }
                #expect(error?.code == .featureFault)
            }
        }
    #endif
}

extension Session {
    /// Enqueues calls, one after the other.
    fileprivate func beginAll(_ calls: [Call]) throws -> [Task<Answer, any Error>] {
        try calls.map { try begin($0, as: nil).answer }
    }
}
