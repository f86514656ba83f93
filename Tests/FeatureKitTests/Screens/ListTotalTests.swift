import FeatureKit
import Foundation
import Testing

/// Tests the words for the shown rows and the total of a list.
@Suite(.timeLimit(.minutes(5))) struct ListTotalTests {
    private func list(_ count: Int, of total: ListElement.Total?) -> ListElement {
        ListElement(id: "list", rows: (0..<count).map { Row(id: "\($0)", title: "") }, total: total)
    }

    @Test(arguments: [
        (50, ListElement.Total(503), "1–50 of 503"), (1, .init(1), "1 of 1"), (0, .init(503), "0 of 503"),
        (50, .init(10_000, exact: false), "1–50 of at least 10,000"),
        (51, .init(63, apart: 1), "1–50 and 1 new of 63"), (3, .init(63, apart: 2), "1 and 2 new of 63"),
        (2, .init(63, apart: 2), "2 new of 63"),
    ])
    func `the words count only rows that follow each other`(count: Int, total: ListElement.Total, words: String) {
        #expect(list(count, of: total).extent == words)
        #expect(list(count, of: nil).extent == nil)
    }

    @Test func `a number of new rows below zero counts as none`() throws {
        let json = Data("{\"count\":1,\"exact\":true,\"apart\":-9223372036854775808}".utf8)
        let total = try JSONDecoder().decode(ListElement.Total.self, from: json)
        #expect(list(1, of: total).extent == "1 of 1")
    }

    @Test func `the words for a part of the rows tell new rows from the others`() {
        let list = list(53, of: .init(63, apart: 3))
        #expect(list.extent(of: 10..<30) == "11–30 of 63")
        #expect(list.extent(of: 40..<52) == "41–50 and 2 new of 63")
        #expect(list.extent(of: 51..<53) == "2 new of 63")
    }
}
