import FeatureKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct RowSharingTests {
    @Test func `sharing rows changes no screen`() {
        var pairs = RandomScreenPairs(seed: 11)
        for _ in 0..<2000 {
            let (old, new) = pairs.pair()
            var shared = new
            shared.shareRows(with: old)
            #expect(shared == new)
        }
    }

    @Test func `equal rows share their storage before and after an inserted, a removed or a changed row`() {
        func row(_ number: Int, _ title: String = "") -> Row {
            Row(
                id: "\(number)", title: title,
                buttons: [Button(action: "a", title: "A", arguments: ["id": .integer(number)])])
        }
        func screen(_ rows: [Row]) -> Screen {
            let list = Element.list(ListElement(id: "l", rows: rows))
            return Screen(elements: [.section(id: "s", elements: [list])])
        }
        func places(_ screen: Screen) -> [String: UnsafePointer<Button>?] {
            let rows = screen.lists[0].rows.map { ($0.id, $0.buttons.withUnsafeBufferPointer(\.baseAddress)) }
            return Dictionary(uniqueKeysWithValues: rows)
        }
        let old = screen((0..<9).map { row($0) })
        var new = screen([0, 1, 20, 2, 3, 4, 7, 8].map { row($0, $0 == 3 ? "changed" : "") })
        new.shareRows(with: old)
        let (before, after) = (places(old), places(new))
        #expect([0, 1, 7, 8].allSatisfy { before["\($0)"] == after["\($0)"] })
        #expect(before["3"] != after["3"])

        var same = screen((0..<9).map { row($0) })
        same.shareRows(with: old)
        #expect(places(same) == before)
    }
}
