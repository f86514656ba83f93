import FeatureKit
import FeatureStorage
import RecordScreens

/// A record type for tests of the pages of records.
struct Book: Record {
    static let name = Field<String>("name", "Name", length: 1...40)
    static let fields: [any FieldDeclaration] = [name, Field<Int?>("pages", "Pages", range: 0...10_000)]
    static let sample = [Book(id: "1", name: "Emma", pages: 474), Book(id: "2", name: "Ulysses")]
    var id: String
    var name: String
    var pages: Int?
}

/// A feature that lists books and shows each book on a page of its own.
struct ShelfFeature: Feature {
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let remove = Action("remove", "Remove", done: "was removed", fields: RecordFields.id)
    static let manifest = FeatureManifest(
        id: "shelf", title: "Shelf", summary: "Lists books.", options: RecordSource.options + RecordDetail.options,
        actions: refresh, more, remove, RecordHistory.undo, RecordDetail.visit)

    let resources: RecordResources

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = ShelfPresenter(try resources.records(of: Book.self, for: options))
        let places = try RecordPlaces(of: presenter, in: Self.manifest, on: stage, for: options)
        let shelf = Shelf(stage: stage, places: places)
        presenter.view = shelf
        return Scene(owning: shelf, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(places)
            .on(Self.remove) { input in try await presenter.records.remove(input[RecordFields.id]) }
    }
}

private final class ShelfPresenter: ListPresenter {
    let records: LiveRecords<Book>
    weak var view: Shelf?

    init(_ service: some RecordService<Book>) {
        records = LiveRecords(service, named: "books")
        records.report(to: self, by: ShelfPresenter.show)
    }

    private func show(_ event: LiveRecords<Book>.Event) { view?.show(event) }
}

private final class Shelf {
    private let stage: Stage
    private let places: RecordPlaces

    init(stage: Stage, places: RecordPlaces) {
        (self.stage, self.places) = (stage, places)
        places.begin(title: "Shelf")
    }

    func show(_ event: LiveRecords<Book>.Event) {
        switch event {
        case .loading: places.startLoading()
        case .loaded: stage.screen.phase = .ready
        case .records(let books, _):
            places.showList([.list(id: "books", rows: places.linked(books.map(row)))])
        case .record(let book): places.showRecord(book.map(row), [places.fields, places.history])
        case .failed(let message): places.showFailure(message, retry: ShelfFeature.refresh)
        case .notice(let notice): stage.announce(notice)
        }
    }

    private func row(_ book: Stored<Book>) -> Row {
        let remove = Button(ShelfFeature.remove, arguments: ["id": .text(book.id)])
        return Row(RecordHandle(book), title: book.record.name, buttons: [remove])
    }
}
