import FeatureKit
import FeatureTesting
import Testing

/// Tests of filling in forms, selecting rows, and pressing buttons in sections, headings and notices.
@Suite(.timeLimit(.minutes(5))) struct FillingTests {
    var feature = WorkbenchFeature()

    @Test func `a test fills a form with values, texts or entries, and only changed values are sent`() async throws {
        try await feature.shown { bench in
            try await bench.fill("temperature", with: ["celsius": 21.5])
            try await bench.fill("temperature", with: ["celsius": "-4e1"])
            try await bench.fill("temperature", with: [WorkbenchFeature.celsius.filled(with: 1)])
            try await bench.fill("temperature", emptying: ["celsius"])
            try await bench.fill("profile", with: ["name": "Rex", "role": "cook"])
            try await bench.fill("profile", with: ["role": "smith", "name": "Max"])
            #expect(
                feature.send.inputs == [
                    "convert celsius=21.5 changed: celsius", "convert celsius=-40 changed: celsius",
                    "convert celsius=1 changed: celsius", "convert changed: celsius",
                    "save name=Rex role=cook changed: role", "save name=Max role=smith changed: name role",
                ])
        }
    }

    @Test func `a test can begin to fill a form and continue while the call runs`() async throws {
        try await feature.shown { bench in
            let entries = [WorkbenchFeature.celsius.filled(with: nil)]
            try await bench.begin(.fill("temperature", with: entries)).answer()
            try await bench.begin(.fill("profile", with: ["role": "cook"])).answer()
            #expect(feature.send.inputs == ["convert changed: celsius", "save name=Rex role=cook changed: role"])
        }
    }

    @Test func `a test can expect a refusal by a rule, by a restriction or by the session`() async throws {
        try await feature.shown { bench in
            try await bench.fill(
                "temperature", with: ["celsius": "warm"],
                refused: ["celsius": "expected a number from -273.15 to 10000, got \"warm\""])
            try await bench.fill(
                "profile", with: ["role": "king"], refused: ["role": "expected one of cook, smith, got \"king\""])
            try await bench.fill(
                "profile", emptying: ["name"],
                refused: [
                    "name": "expected text of 1 to 10 characters, got nothing",
                    "role": "expected text of 1 to 10 characters, got nothing",
                ])
            #expect(feature.send.callCount == 0)
        }
        let message = try await feature.failure { try await $0.fill("temperature", with: ["celsius": 1], refused: [:]) }
        #expect(message.hasPrefix("'convert' (Convert) was accepted, but the test expected a refusal for "))
    }

    @Test func `filling a missing form ends the test, and the failure lists the existing forms`() async throws {
        let message = try await feature.failure { bench in
            try await bench.fill("temprature", with: ["celsius": 1])
            Issue.record("the test continues")
        }
        #expect(
            message == """
                No form 'temprature' is on frame 1; did you mean 'temperature'?
                Its forms: 'temperature' (convert), 'profile' (save).
                Expect the frame that shows it first. For the form of a button, use `submit`.
                """)
        #expect(
            try await feature.failure { try await $0.fill("cat") }.hasPrefix(
                "No form 'cat' is on frame 1.\nIts forms: "))
    }

    @Test func `filling a field that the form does not have ends the test`() async throws {
        #expect(
            try await feature.failure { try await $0.fill("profile", with: ["rol": "cook"]) } == """
                The form 'profile' (save) has no field 'rol', known are name, role; did you mean 'role'?
                Fill in only fields of the form. To send other arguments, use `perform`.
                """)
        let message = try await feature.failure { try await $0.fill("profile", emptying: ["age"]) }
        #expect(message.contains("no field 'age'"))
    }

    @Test func `filling a disabled form or field ends the test`() async throws {
        #expect(
            try await feature.failure { try await $0.fill("temperature", with: ["note": "hot"]) } == """
                The field 'note' is disabled in the form 'temperature' (convert).
                Enabled there: celsius.
                Expect the frame that enables it first.
                """)
        var feature = feature
        feature.profile.enabled = false
        #expect(
            try await feature.failure { try await $0.fill("profile", with: ["name": "Max"]) } == """
                The form 'profile' (save) is disabled on frame 1.
                Expect the frame that enables it first.
                """)
    }

    @Test func `filling in the same values ends the test only if the form is sent on change`() async throws {
        #expect(
            try await feature.failure { try await $0.fill("temperature", with: ["celsius": 20]) } == """
                No value differs from the form 'temperature' (convert), which is sent on change.
                Its values: celsius = 20.
                Fill in another value. A front end does not send an unchanged form.
                """)
        var feature = feature
        feature.profile.values["role"] = "cook"
        try await feature.shown { try await $0.fill("profile", with: ["role": "cook"]) }
        #expect(feature.send.inputs == ["save name=Rex role=cook changed:"])
    }

    @Test func `a test selects a row by its id or title`() async throws {
        try await feature.shown { bench in
            try await bench.select("Saw") { $0 = feature.screen(selected: "saw") }
            try await bench.select("old", in: "tools") { $0 = feature.screen(selected: "old") }
            let call = try await bench.begin(.select("axe"))
            try await call.answer()
            await bench.expect(feature.screen(selected: "axe"))
            #expect(feature.send.inputs == ["pick saw", "pick old", "pick axe"])
        }
    }

    @Test func `selecting a row ends the test if no row or several rows match`() async throws {
        #expect(
            try await feature.failure { try await $0.select("Sax") } == """
                No row 'Sax' can be selected on frame 1; did you mean 'Saw'?
                Lists whose rows can be selected: tools.
                Expect the frame that shows it first. For a row's button, use `press(_:inRow:)`.
                """)
        #expect(try await feature.failure { try await $0.select("Saw", in: "beds") }.contains(" in the list 'beds'"))
        #expect(
            try await feature.failure { try await $0.select("Axe") } == """
                2 rows 'Axe' can be selected on frame 1: axe, Axe; old, Axe.
                Choose one by its id, or name its list with `in:`.
                """)
    }

    @Test func `a test edits a cell, given by its column and by its row`() async throws {
        try await feature.shown { bench in
            try await bench.edit("weight", inRow: "axe", to: 3)
            try await bench.edit("Weight", inRow: "old", to: nil)
            try await bench.begin(.edit("weight", inRow: "axe", to: "4")).answer()
            await #expect(throws: InputRefused.self) { try await bench.edit("weight", inRow: "axe", to: "heavy") }
            #expect(
                feature.send.inputs == [
                    "weigh id=axe weight=3 changed: id weight", "weigh id=old changed: id weight",
                    "weigh id=axe weight=4 changed: id weight",
                ])
        }
    }

    @Test func `editing a cell ends the test if there is no such cell, or several, or if it cannot be edited`()
        async throws
    {
        #expect(
            try await feature.failure { try await $0.edit("wight", inRow: "axe", to: 3) } == """
                No cell 'wight' of a row 'axe' can be edited on frame 1; did you mean 'weight'?
                Columns whose cells can be edited: weight.
                Expect the frame that shows it first. For a button of the row, use `press` or `submit`.
                """)
        #expect(
            try await feature.failure { try await $0.edit("weight", inRow: "Axe", to: 3) } == """
                2 cells 'weight' of rows 'Axe' are on frame 1: axe, Axe; old, Axe.
                Choose one by the id of its row.
                """)
        let weigh = WorkbenchFeature.weigh
        for button in [
            Button(weigh, arguments: ["id": "saw"], enabled: false),
            Button(weigh, arguments: ["id": "saw", "weight": 1]),
        ] {
            var feature = feature
            feature.buttons = [button]
            #expect(
                try await feature.failure { try await $0.edit("weight", inRow: "saw", to: 3) }.hasPrefix(
                    "The cell 'weight' of the row 'saw' cannot be edited on frame 1: the row's button"))
        }
    }

    @Test func `a test can press buttons of sections, of headings and of the last expected notice`() async throws {
        try await feature.shown { bench in
            try await bench.press("Lock")
            try await bench.press("Sort")
            try await bench.press("Drop")
            await bench.expectNotice("Dropped", button: Button(WorkbenchFeature.undo, arguments: ["id": "saw"]))
            try await bench.press("Undo")
            #expect(feature.send.inputs == ["lock", "sort tool", "undo saw"])
        }
        let message = try await feature.failure { bench in
            try await bench.press("Drop")
            await bench.expectNotice("Dropped")
            try await bench.press("Redo")
        }
        #expect(message.contains("The next notice differs from the expected notice"))
        #expect(
            message.contains(
                "Its buttons: 'Drop' (drop), 'Lock' (lock) in the section bench, 'Sort' (sort) in the heading Tool, "
                    + "'Undo' (undo) in the notice 'Dropped'."))
    }

    @Test func `the initial values of a button's form are the button's values`() async throws {
        struct Kennel: Feature {
            static let name = Field<String>("name", "Name", length: 1...10)
            static let adopt = Action("adopt", "Adopt", fields: name)
            static let manifest = FeatureManifest(id: "kennel", title: "Kennel", summary: "-", actions: adopt)
            let send = Stub<String, Void>()

            func launch(on stage: Stage, options: Options) throws -> Scene {
                let button = Button(Self.adopt, values: ["name": "Rex"])
                stage.screen = Screen(title: "Kennel", phase: .ready, buttons: [button])
                return Scene(owning: stage, start: {})
                    .on(Self.adopt) { [send] input in try await send(input[Self.name]) }
            }
        }
        let kennel = Kennel()
        try await withScenario(of: kennel) { scenario in
            try await scenario.start()
            await scenario.skipToSettled()
            try await scenario.submit("Adopt", [:])
            try await scenario.submit("Adopt", ["name": "Max"])
        }
        #expect(kennel.send.inputs == ["Rex", "Max"])
    }
}
