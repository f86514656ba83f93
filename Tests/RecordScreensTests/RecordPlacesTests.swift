import FeatureKit
import FeatureStorage
import FeatureTesting
import RecordScreens
import Testing

/// Tests of the calls by which a view draws the places of a list of records.
@Suite(.timeLimit(.minutes(5))) struct RecordPlacesTests {
    private let store = MemoryRecordStore()
    private var resources: RecordResources { RecordResources(store: { [store] in store }, files: NoFiles()) }

    /// The places of a launch whose view draws on a stage without a session.
    private func places(
        of presenter: ZooPresenter, on stage: Stage, _ options: [String: FieldValue] = [:]
    ) throws -> RecordPlaces {
        let options = try PenFeature.manifest.options.check(options, noun: "option")
        return try RecordPlaces(
            of: presenter, in: PenFeature.manifest, by: PenFeature.browsing, on: stage, for: options)
    }

    private func presenter() throws -> ZooPresenter { ZooPresenter(try resources.storedRecords(of: Animal.self)) }

    private let rows = Animal.sample.map { Row(id: $0.id, title: $0.name) }

    @Test func `a list has only what its view draws`() async throws {
        try await withScenario(of: PenFeature(resources: resources), options: ["order": "name"]) { pen in
            try await pen.start()
            await pen.skipToSettled()
            #expect(pen.screen == Screen(title: "Pen", phase: .ready, elements: [.list(id: "animals", rows: rows)]))
            try await pen.perform("browse", ["search": "bee"])
            await pen.expect {
                $0.elements = [.list(id: "animals", rows: [rows[1]])]
                $0.address = ["order": "name", "search": "bee"]
            }
            try await pen.perform("browse", ["search": "zebra"])
            await pen.expect {
                $0.elements = [.text(id: "none", "The pen is empty.")]
                $0.address = ["order": "name", "search": "zebra"]
            }
        }
    }

    @Test func `the page of a record has the elements that its view draws`() async throws {
        try await withScenario(of: PenFeature(resources: resources), options: ["id": "2"]) { pen in
            try await pen.start()
            await pen.skipToSettled()
            #expect(pen.screen.title == "Bee")
            #expect(pen.screen.elements == [.text(id: "own", "Bee has a page of its own.")])
            #expect(pen.screen.up == FeatureLink(feature: "pen", title: "Pen"))
        }
    }

    @Test func `a view without a session draws the form, the order of the headings and the links`() throws {
        let (stage, presenter) = (Stage(), try presenter())
        let places = try places(of: presenter, on: stage, ["order": "name", "descending": true])
        let columns = [ListElement.Column(.title, title: "Name", sort: PenFeature.browsing.sort(by: Animal.name))]
        places.begin(title: "Pen")
        places.showList([
            places.searchForm, nil,
            .list(id: "animals", rows: places.linked(rows), columns: places.headings(columns), total: places.total),
        ])
        #expect(stage.screen.elements.map(\.id) == ["browse", "animals"])
        #expect(stage.screen.forms.first?.values == ["order": "name", "descending": true])
        let list = try #require(stage.screen.lists.first)
        #expect(list.columns?.map(\.sorted) == [.down])
        #expect(list.columns?.first?.sort?.arguments == ["order": "name", "descending": false])
        let options: [String: FieldValue] = ["order": "name", "descending": true, "id": "1"]
        #expect(list.rows.first?.opens == FeatureLink(feature: "pen", options: options))
        #expect(list.total == nil)
    }

    @Test func `a row keeps the link of its view`() throws {
        let (stage, presenter) = (Stage(), try presenter())
        let other = FeatureLink(feature: "other")
        let linked = try places(of: presenter, on: stage).linked([Row(id: "1", title: "", opens: other), rows[1]])
        #expect(linked.map(\.opens) == [other, FeatureLink(feature: "pen", options: ["id": "2"])])
    }

    @Test func `a list without records says that nothing matches, or why it is empty`() throws {
        let (stage, presenter) = (Stage(), try presenter())
        let all = try places(of: presenter, on: stage).nothing(id: "empty", "No animals")
        #expect(all == [.placeholder(id: "empty", "No animals")])
        let searched = try places(of: presenter, on: stage, ["search": "zebra"]).nothing(id: "empty", "No animals")
        #expect(searched.map(\.id) == ["browse", "empty", "all"])
        #expect(searched[1] == .placeholder(id: "empty", "Nothing matches your search."))
        #expect(searched[2] == .link(id: "all", "Show all", opens: FeatureLink(feature: "pen")))
    }

    @Test func `the list is not drawn over the page of a record, nor a page over the list`() throws {
        let (stage, presenter) = (Stage(), try presenter())
        let page = try places(of: presenter, on: stage, ["id": "2"])
        page.begin(title: "Pen")
        page.showList([.text(id: "list", "")])
        #expect(stage.screen.elements == [])
        let list = try places(of: presenter, on: stage)
        list.begin(title: "Pen")
        list.showRecord(rows[0], [.text(id: "page", "")])
        #expect(stage.screen == Screen(title: "Pen"))
    }

    @Test func `an action's answer shows a full page`() async throws {
        let animals = (101...170).map { Animal(id: "\($0)", name: "Ape \($0)") }
        _ = try await store.write(
            animals.map { .insert(RowInsert(id: $0.id, values: $0.values)) }, to: Animal.collection)
        let session = try await Session(ZooFeature(resources))
        try await session.start()
        _ = try await session.settled()
        let list = try #require(await session.perform("remove", ["id": "107"]).frame.screen.lists.first)
        #expect(list.rows.count == 50 && list.rows.last?.id == "151" && list.more != nil)
        await session.close()
    }
}

/// A feature whose view draws no form, no headings, no links and a page of its own.
private struct PenFeature: Feature {
    static let browsing = RecordBrowsing(of: Animal.self)
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let manifest = FeatureManifest(
        id: "pen", title: "Pen", summary: "Lists animals.",
        options: RecordSource.options + browsing.options + RecordDetail.options,
        actions: refresh, more, browsing.action, RecordDetail.visit)

    let resources: RecordResources

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = PenPresenter(try resources.records(of: Animal.self, for: options), stage: stage)
        let places = try RecordPlaces(of: presenter, in: Self.manifest, by: Self.browsing, on: stage, for: options)
        places.begin(title: "Pen")
        presenter.places = places
        return Scene(owning: presenter, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(places, superseding: [Self.refresh, Self.more])
    }
}

private final class PenPresenter: ListPresenter {
    let records: LiveRecords<Animal>
    private let stage: Stage
    var places: RecordPlaces?

    init(_ service: some RecordService<Animal>, stage: Stage) {
        (records, self.stage) = (LiveRecords(service, named: "animals"), stage)
        records.report(to: self, by: PenPresenter.show)
    }

    private func show(_ event: LiveRecords<Animal>.Event) {
        switch event {
        case .loading: stage.screen.phase = .loading
        case .loaded: stage.screen.phase = .ready
        case .records([], _): stage.screen.elements = [.text(id: "none", "The pen is empty.")]
        case .records(let animals, _):
            stage.screen.elements = [.list(id: "animals", rows: animals.map { Row(id: $0.id, title: $0.record.name) })]
        case .record(let animal):
            let row = animal.map { Row(id: $0.id, title: $0.record.name) }
            places?.showRecord(row, [.text(id: "own", "\(row?.title ?? "") has a page of its own.")])
        case .failed(let message): stage.screen.phase = .failed(message, retry: PenFeature.refresh)
        case .notice(let notice): stage.announce(notice)
        }
    }
}
