import FeatureKit
import FeatureTesting
import Testing

/// Tests of submitting forms in a scenario.
@Suite(.timeLimit(.minutes(5))) struct SubmittingTests {
    let feature = ShelterFeature()

    @Test func `a test fills a form with values or texts, and other fields keep their initial values`() async throws {
        try await feature.shown { shelter in
            try await shelter.submit("Adopt a dog", ["name": "Ann", "age": 2])
            try await shelter.submit("adopt", ["name": "Bea", "age": "3", "note": "shy", "place": "house"])
            await shelter.expectNotice("Ann moved in", tone: .positive)
            await shelter.expectNotice("Bea moved in", tone: .positive)
            #expect(feature.send.inputs == ["adopt Ann 2 - yard", "adopt Bea 3 shy house"])
        }
    }

    @Test func `a test fills a form with values of the fields' types`() async throws {
        try await feature.shown { shelter in
            let name = ShelterFeature.name.filled(with: "Ann")
            try await shelter.submit(
                ShelterFeature.adopt,
                [name, ShelterFeature.age.filled(with: 2), ShelterFeature.note.filled(with: nil)])
            await shelter.expectNotice("Ann moved in", tone: .positive)
            #expect(feature.send.inputs == ["adopt Ann 2 - yard"])
            let age = "expected a whole number from 0 to 30, got \"\""
            try await shelter.submit(ShelterFeature.adopt, [name], refused: ["age": age])
        }
    }

    @Test func `the initial values of a row's form are the row's values, and preset arguments are kept`() async throws {
        try await feature.shown { shelter in
            try await shelter.submit("Rename", inRow: "bo", [:])
            try await shelter.submit("Rename", inRow: "rex", ["name": "Max"])
            #expect(feature.send.inputs == ["rename bo Bo", "rename rex Max"])
        }
    }

    @Test func `filling in an unknown field ends the test`() async throws {
        #expect(
            try await feature.failure { try await $0.submit("Adopt a dog", ["nam": "Ann"]) } == """
                The form of 'Adopt a dog' (adopt) has no field 'nam', known are name, age, note, place; \
                did you mean 'name'?
                Fill in only fields of the form. To send other arguments, use `perform`.
                """)
        #expect(
            try await feature.failure { try await $0.submit("Release", inRow: "bo", ["id": "rex"]) } == """
                The form of 'Release' (release) has no field 'id', there are none.
                Fill in only fields of the form. To send other arguments, use `perform`.
                """)
    }

    @Test func `a test can expect a refusal by a rule or by a presenter`() async throws {
        try await feature.shown { shelter in
            try await shelter.submit(
                "adopt", ["name": "", "age": "old"],
                refused: [
                    "name": "expected text of 1 to 10 characters, got \"\"",
                    "age": "expected a whole number from 0 to 30, got \"old\"",
                ])
            try await shelter.submit("adopt", ["name": "Rex", "age": 1], refused: ["name": "Rex is here already"])
            #expect(feature.send.callCount == 0)
        }
    }

    @Test func `an unexpected refusal throws an error`() async throws {
        try await feature.shown { shelter in
            let error = await #expect(throws: InputRefused.self) {
                try await shelter.submit("adopt", ["name": "Rex", "age": 1])
            }
            #expect(error?.fields == ["name": "Rex is here already"])
        }
    }

    @Test func `a refusal that differs from the expected refusal fails the test`() async throws {
        let message = try await feature.failure {
            try await $0.submit("adopt", ["name": "Rex", "age": 1], refused: ["name": "Rex is full"])
        }
        #expect(
            message == """
                'adopt' (Adopt a dog) was refused, but not as expected; expected (-), actual (+):

                  [
                -   "name": "Rex is full"
                +   "name": "Rex is here already"
                  ]

                If the outcome is right, change the expectation. If not, fix the field's rule or the presenter.
                """)
    }

    @Test func `a test that expects a refusal fails if the call succeeds or throws another error`() async throws {
        let done = try await feature.failure { shelter in
            try await shelter.submit(
                "adopt", ["name": "Ann", "age": 1], refused: ["name": "taken", "age": "too young"])
            shelter.skipNotices()
        }
        #expect(
            done == """
                'adopt' (Adopt a dog) was accepted, but the test expected a refusal for fields age, name.
                If the outcome is right, change the expectation. If not, fix the field's rule or the presenter.
                """)
        feature.send.fails(with: ShelterFeature.Flooded())
        let failed = try await feature.failure { shelter in
            try await shelter.submit("adopt", ["name": "Ann", "age": 1], refused: ["name": "taken"])
            shelter.skipNotices()
        }
        #expect(
            failed == """
                'adopt' (Adopt a dog) failed, but the test expected a refusal for fields name: the yard is under water
                If the outcome is right, change the expectation. If not, fix the field's rule or the presenter.
                """)
    }
}
