import CommandLineFrontEnd
import FeatureKit
import FeatureStorage

/// A host whose feature keeps chores, which can be added, renamed and removed.
enum ChoreHost: CommandLineHost {
    static let name = "chores"
    static let version = "0"
    static let summary = "Keeps chores."

    /// The record store of the current test.
    @TaskLocal static var store: any RecordStore = MemoryRecordStore()

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([ChoreFeature(store: store)]) }
    static func store(database: String?) throws -> any RecordStore { store }
}

struct Chore: Record {
    static let name = Field<String>("name", "Name", length: 1...40)
    static let fields: [any FieldDeclaration] = [name, Field<Int>("cost", "Cost", range: 0...99)]
    static let sample: [Chore] = []
    static let history = RecordHistory(keeps: .seconds(30 * 86_400))
    var id: String
    var name: String
    var cost = 0
}

struct ChoreFeature: Feature, RecordKeeping {
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let add = Action("add", "Add", done: "was added", effect: .adds, fields: Chore.name)
    static let rename = Action("rename", "Rename", done: "was renamed", fields: RecordFields.id, Chore.name)
    static let remove = Action("remove", "Remove", done: "was removed", effect: .removes, fields: RecordFields.id)
    static let manifest = FeatureManifest(
        id: "chores", title: "Chores", summary: "Chores.", actions: refresh, more, add, rename, remove,
        RecordHistory.undo)

    let store: any RecordStore

    func recordType(for options: Options) -> any Record.Type { Chore.self }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = ChorePresenter(RecordCollection<Chore>(store: store), on: stage)
        let chores = presenter.records
        return Scene(owning: stage, listing: presenter, again: Self.refresh, more: Self.more)
            .on(Self.add) { try await chores.insert(Chore(id: "c\(chores.makeID())", name: $0[Chore.name])) }
            .on(Self.rename) { input in
                let name = try input[Chore.name]
                try await chores.change(input[RecordFields.id]) { $0.name = name }
            }
            .on(Self.remove) { try await chores.remove($0[RecordFields.id]) }
    }
}

private final class ChorePresenter: ListPresenter {
    let records: LiveRecords<Chore>
    private let stage: Stage

    init(_ service: some RecordService<Chore>, on stage: Stage) {
        (records, self.stage) = (LiveRecords(service, named: "chores"), stage)
        stage.screen.title = "Chores"
        records.report(to: self, by: ChorePresenter.show)
    }

    private func show(_ event: LiveRecords<Chore>.Event) {
        switch event {
        case .loading: stage.screen.phase = .loading
        case .loaded: stage.screen.phase = .ready
        case .records(let chores, _): stage.screen.elements = [.list(id: "chores", rows: chores.map(row))]
        case .failed(let message): stage.screen.phase = .failed(message, retry: ChoreFeature.refresh)
        case .notice(let notice): stage.announce(notice)
        case .record: break
        }
    }

    private func row(_ chore: Stored<Chore>) -> Row {
        let buttons = [ChoreFeature.rename, ChoreFeature.remove].map { Button($0, arguments: ["id": .text(chore.id)]) }
        return Row(id: chore.id, title: chore.record.name, values: chore.values, buttons: buttons)
    }
}
