import FeatureKit

/// A feature with a table of 10,000 rows.
struct LedgerFeature: Feature {
    static let id = Field<String>("id", "Entry", length: 1...20).role(.row)
    static let count = Action("count", "Count", fields: id)
    static let manifest = FeatureManifest(
        id: "ledger", title: "Ledger", summary: "Counts in a long table.", actions: count)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let screen = LedgerScreen(stage: stage)
        return Scene(owning: screen, start: { screen.show() })
            .on(Self.count) { screen.count(try $0[Self.id]) }
    }
}

/// Shows the entries and how often each was counted.
final class LedgerScreen {
    private let stage: Stage
    private var rows = (0..<10_000).map { number in
        Row(
            id: "\(number)", title: "Entry \(number)", values: ["count": 0],
            buttons: [Button(LedgerFeature.count, arguments: ["id": .text("\(number)")])])
    }

    init(stage: Stage) { self.stage = stage }

    func show() {
        let columns: [ListElement.Column] = [
            .init(.title, title: "Entry"), .init(name: "count", title: "Count", kind: .integer),
        ]
        stage.screen = Screen(
            title: "Ledger", phase: .ready, elements: [.list(id: "entries", rows: rows, columns: columns)])
    }

    func count(_ id: String) {
        guard let index = rows.firstIndex(where: { $0.id == id }),
            case .integer(let count) = rows[index].values["count"]
        else { return }
        rows[index].values["count"] = .integer(count + 1)
        show()
    }
}
