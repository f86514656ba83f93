import FeatureKit
import FeatureStorage

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
    static let remove = Action("remove", "Remove", fields: RecordFields.id)
    static let manifest = FeatureManifest(
        id: "shelf", title: "Shelf", summary: "Lists books.", options: RecordSource.options + [RecordDetail.option],
        actions: refresh, more, remove, RecordDetail.visit)

    let resources: RecordResources

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let shelf = Shelf(stage: stage)
        let presenter = ShelfPresenter(try resources.records(of: Book.self, for: options), view: shelf)
        return try Scene(owning: shelf, listing: presenter, again: Self.refresh, more: Self.more)
            .detailing(presenter, on: stage, for: options)
            .on(Self.remove) { input in try await presenter.records.remove(input[RecordFields.id]) }
    }
}

private final class ShelfPresenter: ListPresenter {
    let records: LiveRecords<Book>
    private weak var view: Shelf?

    init(_ service: some RecordService<Book>, view: Shelf) {
        records = LiveRecords(service, named: "books")
        self.view = view
        records.report(to: self, by: ShelfPresenter.show)
    }

    private func show(_ event: LiveRecords<Book>.Event) { view?.show(event) }
}

private final class Shelf {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Shelf"
    }

    func show(_ event: LiveRecords<Book>.Event) {
        switch event {
        case .loading: stage.screen.phase = .loading
        case .loaded: stage.screen.phase = .ready
        case .records(let books, _):
            let rows = books.map { book in
                let remove = Button(ShelfFeature.remove, arguments: ["id": .text(book.id)])
                return Row(RecordHandle(book), title: book.record.name, buttons: [remove])
            }
            stage.screen.elements = [.list(id: "books", rows: rows)]
        case .failed(let message): stage.screen.phase = .failed(message, retry: ShelfFeature.refresh)
        case .notice(let notice): stage.announce(notice)
        }
    }
}
