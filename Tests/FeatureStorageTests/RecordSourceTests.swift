import FeatureKit
import FeatureStorage
import Testing

@Suite(.timeLimit(.minutes(5))) struct RecordSourceTests {
    @Test(
        arguments: [
            ("stored", .stored), ("sample", .sample), ("empty", .empty), ("dogs.csv", .file("dogs.csv")),
            ("Sample", .file("Sample")),
        ] as [(String, RecordSource)])
    func `The option source is parsed as stored, sample, empty or a path`(text: String, source: RecordSource) {
        #expect(RecordSource(fieldValue: .text(text)) == source)
        #expect(source.fieldValue == .text(text))
    }

    @Test func `Only the command line accepts a path as source`() throws {
        let option = RecordSource.option.description
        #expect(option.expectation == "one of stored, sample, empty, PATH")
        #expect(throws: Never.self) { try option.check("dogs.csv").get() }
        let elsewhere = try #require(option.withoutLocalParts)
        #expect(throws: FieldRefusal.self) { try elsewhere.check("dogs.csv").get() }
        #expect(throws: Never.self) { try elsewhere.check("empty").get() }
    }
}
