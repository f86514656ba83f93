import FeatureStorage
import Testing

@Suite(.timeLimit(.minutes(5))) struct RecordFileErrorTests {
    @Test func `A fault names the file, the position, the field and the problem`() {
        let fault = RecordFileError.Fault(.init(line: 3), field: "age", "expected this, got that")
        #expect(
            "\(RecordFileError(path: "a/dogs.csv", faults: [fault]))"
                == "a/dogs.csv, line 3, age: expected this, got that")
    }

    @Test func `A fault of the whole record names no field`() {
        let fault = RecordFileError.Fault(.init(index: 2), "expected an object, got 5")
        #expect(
            "\(RecordFileError(path: "dogs.json", faults: [fault]))" == "dogs.json, index 2: expected an object, got 5")
    }

    @Test func `A position may have an index, a line and a column`() {
        #expect("\(RecordFileError.Position(index: 2, line: 5, column: 9))" == "index 2, line 5, column 9")
    }

    @Test func `The error message shows three faults and the number of further faults`() {
        let faults = (2...6).map { RecordFileError.Fault(.init(line: $0), "no") }
        #expect(
            "\(RecordFileError(path: "x.csv", faults: Array(faults.prefix(3))))"
                == "x.csv, line 2: no; line 3: no; line 4: no")
        #expect(
            "\(RecordFileError(path: "x.csv", faults: faults, furtherCount: 10))"
                == "x.csv, line 2: no; line 3: no; line 4: no; and 12 more")
    }
}
