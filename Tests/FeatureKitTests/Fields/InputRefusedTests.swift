import FeatureKit
import Testing

/// Tests the order of the messages for invalid input.
@Suite(.timeLimit(.minutes(5))) struct InputRefusedTests {
    let refusal = InputRefused(["b": "is wrong", "z": "is unknown", "a": "is missing", "y": "is unknown"])

    @Test func `messages follow the order of the fields, then unknown fields by name`() {
        let fields = ["c", "b", "a"].map { Field<Int>($0, $0).description }
        #expect(refusal.messages(inOrderOf: fields).map(\.field) == ["b", "a", "y", "z"])
        #expect(
            refusal.messages(inOrderOf: fields).map(\.message) == [
                "is wrong", "is missing", "is unknown", "is unknown",
            ])
    }

    @Test func `each message comes once, also if several actions have the field`() {
        let fields = ["a", "b", "a", "b"].map { Field<Int>($0, $0).description }
        #expect(refusal.messages(inOrderOf: fields).map(\.field) == ["a", "b", "y", "z"])
    }

    @Test func `the description is one line with the fields sorted by name`() {
        #expect("\(refusal)" == "a: is missing; b: is wrong; y: is unknown; z: is unknown")
    }

    @Test func `a presenter can refuse input with a field and a message`() {
        #expect(InputRefused(Field<Int>("age", "Age"), "is too old").fields == ["age": "is too old"])
    }
}
