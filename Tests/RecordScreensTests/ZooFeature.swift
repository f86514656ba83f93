import FeatureKit
import FeatureStorage
import RecordScreens

/// A record type for tests of the pages of records.
struct Animal: Record {
    static let name = Field<String>("name", "Name", length: 1...40)
    static let fields: [any FieldDeclaration] = [name, Field<Int?>("legs", "Legs", range: 0...1000)]
    static let sample = [
        Animal(id: "1", name: "Ape", legs: 2), Animal(id: "2", name: "Bee", legs: 6), Animal(id: "3", name: "Carp"),
    ]
    var id: String
    var name: String
    var legs: Int?
}

/// A feature that lists animals, and shows each animal on a page of its own.
struct ZooFeature: Feature {
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let add = Action("add", "Add", fields: RecordFields.id, Animal.name)
    static let rename = Action("rename", "Rename", fields: RecordFields.id, Animal.name, RecordFields.revision)
    static let edit = Action(
        "edit", "Edit", effect: .edits, for: .role("keeper"), fields: RecordFields.id, Animal.name,
        RecordFields.revision)
    static let remove = Action("remove", "Remove", fields: RecordFields.id)
    static let manifest = FeatureManifest(
        id: "zoo", title: "Zoo", summary: "Lists animals.", options: RecordSource.options + RecordDetail.options,
        actions: refresh, more, add, rename, edit, remove, RecordDetail.visit)

    let makeService: @Sendable (Options) throws -> any RecordService<Animal>
    /// Whether the page of an animal edits it.
    var edits = false

    init(_ makeService: @escaping @Sendable (Options) throws -> any RecordService<Animal>) {
        self.makeService = makeService
    }

    init(_ resources: RecordResources) {
        self.init { try resources.records(of: Animal.self, for: $0) }
    }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        try launch(on: stage, options: options, as: Self.manifest)
    }

    func launch(
        on stage: Stage, options: Options, as manifest: FeatureManifest, by browsing: RecordBrowsing? = nil
    ) throws -> Scene {
        let presenter = ZooPresenter(try makeService(options))
        let places = try RecordPlaces(of: presenter, in: manifest, by: browsing, on: stage, for: options)
        let view = ZooScreen(stage: stage, places: places, edits: edits)
        presenter.view = view
        return Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(view.places, superseding: [Self.refresh, Self.more])
            .on(Self.add) { input in
                try await presenter.records.insert(Animal(id: input[RecordFields.id], name: input[Animal.name]))
            }
            .on(Self.rename) { input in
                let name = try input[Animal.name]
                try await presenter.records.change(input[RecordFields.id], seen: input.revision) { $0.name = name }
            }
            .on(Self.edit) { input in
                try await presenter.records.change(input[RecordFields.id], seen: input.revision) {
                    try $0.update(with: input)
                }
            }
            .on(Self.remove) { input in try await presenter.records.remove(input[RecordFields.id]) }
    }
}

final class ZooPresenter: ListPresenter {
    let records: LiveRecords<Animal>
    weak var view: ZooScreen?

    init(_ service: some RecordService<Animal>) {
        records = LiveRecords(service, named: "animals")
        records.report(to: self, by: ZooPresenter.show)
    }

    private func show(_ event: LiveRecords<Animal>.Event) { view?.show(event) }
}

/// Draws the events, and a tone for animals with more than four legs.
final class ZooScreen {
    private let stage: Stage
    let places: RecordPlaces
    private let edits: Bool

    init(stage: Stage, places: RecordPlaces, edits: Bool) {
        (self.stage, self.places, self.edits) = (stage, places, edits)
        places.begin(
            title: "Zoo", tone: .accent, buttons: [Button(ZooFeature.add), Button(ZooFeature.refresh)])
    }

    func show(_ event: LiveRecords<Animal>.Event) {
        switch event {
        case .loading: places.startLoading()
        case .loaded: stage.screen.phase = .ready
        case .records([], _): places.showList(places.nothing(id: "empty", "No animals"))
        case .records(let animals, let hasMore):
            let more = hasMore ? Button(ZooFeature.more) : nil
            places.showList([.list(id: "animals", rows: places.linked(animals.map(Self.row)), more: more)])
        case .record(let animal):
            guard edits else { return places.showRecord(animal.map(Self.row), [places.fields]) }
            var row = animal.map(Self.row)
            row?.buttons += animal.map { [Button(ZooFeature.edit, arguments: RecordHandle($0).arguments)] } ?? []
            places.showRecord(row, [places.editor(ZooFeature.edit)])
        case .failed(let message): places.showFailure(message, retry: ZooFeature.refresh)
        case .notice(let notice): stage.announce(notice)
        }
    }

    static func row(_ animal: Stored<Animal>) -> Row {
        let buttons = [Button(ZooFeature.rename, arguments: RecordHandle(animal).arguments)]
        var row = Row(RecordHandle(animal), title: "The \(animal.record.name)", buttons: buttons)
        if (animal.record.legs ?? 0) > 4 { row.tone = .warning }
        return row
    }
}

extension ZooFeature {
    /// Returns the row of an animal in the list, with its link.
    static func row(_ animal: Stored<Animal>, _ options: [String: FieldValue] = [:]) -> Row {
        var row = ZooScreen.row(animal)
        row.opens = FeatureLink(feature: "zoo", options: options.merging(["id": .text(animal.id)]) { $1 })
        return row
    }

    /// Returns the buttons that lead to the neighbours of an animal.
    static func steps(from id: String) -> [Button] {
        [("Previous", "previous", Button.Role.previous), ("Next", "next", .next)].map { title, step, role in
            Button(action: "visit", title: title, arguments: ["id": .text(id), "step": .text(step)], role: role)
        }
    }

    /// Returns the page of an animal.
    static func page(_ animal: Stored<Animal>, _ options: [String: FieldValue] = [:]) -> Screen {
        var row = ZooScreen.row(animal)
        // The form of a button begins with the record's values.
        for index in row.buttons.indices { row.buttons[index].values = ["name": .text(animal.record.name)] }
        let items = [("Name", animal.record.name), ("Legs", animal.record.legs.map { "\($0)" } ?? "–")]
        return Screen(
            title: row.title, tone: row.tone ?? .plain, phase: .ready,
            elements: [.fields(id: "record", items: items.map { FieldsElement.Item(label: $0, value: $1) })],
            buttons: row.buttons + steps(from: animal.id),
            up: FeatureLink(feature: "zoo", options: options, title: "Zoo"))
    }
}
