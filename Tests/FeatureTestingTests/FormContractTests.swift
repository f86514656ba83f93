import FeatureKit
import FeatureTesting
import Testing

/// Tests of the contract for forms on the screen, sections and selectable rows.
@Suite(.timeLimit(.minutes(5))) struct FormContractTests {
    private func messages(_ feature: some Feature) async throws -> [String] {
        try await recordedIssues { await FeatureContract(feature).verify() }
    }

    @Test func `a correct feature with forms records no issue`() async throws {
        #expect(try await messages(WorkbenchFeature()) == [])
    }

    @Test func `the contract fills forms with values and selects rows`() async throws {
        let feature = WorkbenchFeature()
        _ = try await messages(feature)
        let inputs = feature.send.inputs
        #expect(inputs.contains("convert celsius=20 changed:"))
        #expect(inputs.contains("convert celsius=-273.15 changed: celsius"))
        #expect(inputs.contains("convert changed: celsius"))
        #expect(inputs.contains("lock") && inputs.contains("sort tool"))
        #expect(["pick saw", "pick axe", "pick old"].allSatisfy(inputs.contains))
    }

    @Test func `the contract records an issue for a faulty action that only a form performs`() async throws {
        let feature = WorkbenchFeature()
        feature.send.fails(with: ShelterFeature.Flooded())
        let fault = "throws Flooded for 'convert' with nothing changed in the form 'temperature': "
        #expect(try await messages(feature).contains { $0.contains(fault) })
    }

    @Test func `the contract records an issue for a form value that violates the rule of its field`() async throws {
        var feature = WorkbenchFeature()
        feature.form.values["celsius"] = "warm"
        #expect(
            try await messages(feature).contains(
                "feature 'workbench' fills the form 'temperature' with a wrong 'celsius' of 'convert': "
                    + "expected a number from -273.15 to 10000, got \"warm\""))
        feature = WorkbenchFeature()
        feature.form.problems["weight"] = .init("Too heavy.")
        #expect(
            try await messages(feature).contains(
                "feature 'workbench' shows the form 'temperature' with 'weight', a field that 'convert' does not have"))
    }

    @Test func `the contract records issues for duplicate ids and undeclared actions, even in sections`() async throws {
        var feature = WorkbenchFeature()
        feature.profile.id = "temperature"
        #expect(try await messages(feature).contains { $0.contains("two elements") && $0.contains("'temperature'") })
        feature = WorkbenchFeature()
        feature.form.action = "cook"
        #expect(try await messages(feature).contains { $0.contains("'cook'") })
    }
}
