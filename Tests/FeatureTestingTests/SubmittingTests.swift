import FeatureKit
import FeatureTesting
import Testing

/// Forms that a scenario's person fills in.
@Suite(.timeLimit(.minutes(5))) struct SubmittingTests {
    let feature = ShelterFeature()

    @Test func `a form is filled with values or typed text, the rest is as it begins`() async throws {
        try await feature.shown { shelter in
            try await shelter.submit("Adopt a dog", ["name": "Ann", "age": 2])
            try await shelter.submit("adopt", ["name": "Bea", "age": "3", "note": "shy", "place": "house"])
            await shelter.expectNotice("Ann moved in", tone: .positive)
            await shelter.expectNotice("Bea moved in", tone: .positive)
            #expect(feature.send.inputs == ["adopt Ann 2 - yard", "adopt Bea 3 shy house"])
        }
    }

    @Test func `a form is filled with values of its fields' types`() async throws {
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

    @Test func `a row's form begins with the row's values, and keeps what its button presets`() async throws {
        try await feature.shown { shelter in
            try await shelter.submit("Rename", inRow: "bo", [:])
            try await shelter.submit("Rename", inRow: "rex", ["name": "Max"])
            #expect(feature.send.inputs == ["rename bo Bo", "rename rex Max"])
        }
    }

    @Test func `a form has no field that it does not ask for`() async throws {
        #expect(
            try await feature.failure { try await $0.submit("Adopt a dog", ["nam": "Ann"]) } == """
                The form of 'Adopt a dog' (adopt) has no field 'nam', known are name, age, note, place; \
                did you mean 'name'?
                Fill in what a person can; `perform` sends whatever it is given.
                """)
        #expect(
            try await feature.failure { try await $0.submit("Release", inRow: "bo", ["id": "rex"]) } == """
                The form of 'Release' (release) has no field 'id', there are none.
                Fill in what a person can; `perform` sends whatever it is given.
                """)
    }

    @Test func `a refusal is stated, that of a rule and that of a presenter`() async throws {
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

    @Test func `a refusal that is not stated is an error`() async throws {
        try await feature.shown { shelter in
            let error = await #expect(throws: InputRefused.self) {
                try await shelter.submit("adopt", ["name": "Rex", "age": 1])
            }
            #expect(error?.fields == ["name": "Rex is here already"])
        }
    }

    @Test func `another refusal than stated fails`() async throws {
        let message = try await feature.failure {
            try await $0.submit("adopt", ["name": "Rex", "age": 1], refused: ["name": "Rex is full"])
        }
        #expect(
            message == """
                'adopt' (Adopt a dog) was refused otherwise than stated (-), namely so (+):

                  [
                -   "name": "Rex is full"
                +   "name": "Rex is here already"
                  ]

                State how it ends if that is right; if not, mend the field's rule or the presenter.
                """)
    }

    @Test func `what is done, or fails otherwise, though stated was that it is refused, fails`() async throws {
        let done = try await feature.failure { shelter in
            try await shelter.submit(
                "adopt", ["name": "Ann", "age": 1], refused: ["name": "taken", "age": "too young"])
            shelter.skipNotices()
        }
        #expect(
            done == """
                'adopt' (Adopt a dog) was done, though stated was that it is refused for age, name.
                State how it ends if that is right; if not, mend the field's rule or the presenter.
                """)
        feature.send.fails(with: ShelterFeature.Flooded())
        let failed = try await feature.failure { shelter in
            try await shelter.submit("adopt", ["name": "Ann", "age": 1], refused: ["name": "taken"])
            shelter.skipNotices()
        }
        #expect(
            failed == """
                'adopt' (Adopt a dog) failed, though stated was that it is refused for name: the yard is under water
                State how it ends if that is right; if not, mend the field's rule or the presenter.
                """)
    }
}
