import CommandLineFrontEnd
import FeatureKit
import FeatureStorage
import FeatureTesting
import RecordFiles
import Synchronization

/// A host of two features with records: books, and the shelves that books name.
enum LibraryHost: CommandLineHost {
    static let name = "library"
    static let version = "0"
    static let summary = "Keeps books."

    /// The record store of the current test.
    @TaskLocal static var store: any RecordStore = MemoryRecordStore()

    static func registry() throws -> FeatureRegistry {
        let resources = RecordResources(store: { [store] in store }, files: RecordFiles())
        return try FeatureRegistry([ShelfFeature(resources: resources), BookFeature(resources: resources)])
            .sharing(resources)
    }

    static func store(database: String?) throws -> any RecordStore { store }
    static func recordExchange() -> any RecordExchange { RecordFiles() }

    /// Creates a store with shelves of these names, whose keys are `s1`, `s2` and so on.
    static func shelves(_ names: [String], in store: any RecordStore = MemoryRecordStore()) async throws
        -> any RecordStore
    {
        _ = try await store.fillOnce(
            "Shelf",
            with: names.enumerated().map { number, name in
                RowInsert(id: "s\(number + 1)", values: ["name": .text(name), "room": .text("Room \(number + 1)")])
            })
        return store
    }
}

struct Shelf: Record {
    static let name = Field<String>("name", "Name", length: 1...60).inTitle()
    static let fields: [any FieldDeclaration] = [name, Field<String>("room", "Room", length: 0...40)]
    static let sample: [Shelf] = []
    var id: String
    var name: String
    var room = ""
}

struct Book: Record {
    static let title = Field<String>("title", "Title", length: 1...60).inTitle()
    static let shelf = Field<Ref?>("shelf", "Shelf", to: "shelf", onDelete: .refuse)
    static let fields: [any FieldDeclaration] = [title, shelf]
    static let sample: [Book] = []
    var id: String
    var title: String
    var shelf: Ref?
}

struct ShelfFeature: Feature, RecordKeeping {
    static let manifest = FeatureManifest(id: "shelf", title: "Shelves", summary: "Lists shelves.")
    let resources: RecordResources

    func recordType(for options: Options) -> any Record.Type { Shelf.self }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        Scene(owning: stage, start: { stage.screen.phase = .ready })
    }
}

struct BookFeature: Feature, RecordKeeping {
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let add = Action("add", "Add a book", effect: .adds, fields: Book.title, Book.shelf)
    static let edit = Action("edit", "Edit", effect: .edits, fields: RecordFields.id, Book.title, Book.shelf)
    static let manifest = FeatureManifest(
        id: "book", title: "Books", summary: "Lists books.", actions: refresh, more, add, edit)
    let resources: RecordResources

    func recordType(for options: Options) -> any Record.Type { Book.self }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = BookPresenter(try resources.storedRecords(of: Book.self), on: stage)
        let books = presenter.records
        return Scene(owning: stage, listing: presenter, again: Self.refresh, more: Self.more)
            .on(Self.add) { input in
                try await books.insert(
                    Book(id: "b\(books.makeID())", title: input[Book.title], shelf: input[Book.shelf]))
            }
            .on(Self.edit) { input in
                let (title, shelf) = (try input[Book.title], try input[Book.shelf])
                try await books.change(input[RecordFields.id]) { ($0.title, $0.shelf) = (title, shelf) }
            }
    }
}

private final class BookPresenter: ListPresenter {
    let records: LiveRecords<Book>
    private let stage: Stage

    init(_ service: some RecordService<Book>, on stage: Stage) {
        (records, self.stage) = (LiveRecords(service, named: "books"), stage)
        records.report(to: self, by: BookPresenter.show)
    }

    private func show(_ event: LiveRecords<Book>.Event) {
        switch event {
        case .loading: stage.screen.phase = .loading
        case .loaded: stage.screen.phase = .ready
        case .records(let books, _):
            stage.screen.elements = [
                .list(
                    id: "books",
                    rows: books.map { book in
                        Row(
                            id: book.id, title: book.record.title, detail: book.title(of: Book.shelf),
                            values: book.values,
                            buttons: [Button(BookFeature.edit, arguments: ["id": .text(book.id)])])
                    })
            ]
            stage.screen.buttons = [Button(BookFeature.add, role: .primary)]
        case .failed(let message): stage.screen.phase = .failed(message, retry: BookFeature.refresh)
        case .notice(let notice): stage.announce(notice)
        case .record: break
        }
    }
}

/// A store that counts the rows that it reads.
final class ReadingStore: ForwardingStore {
    let base: any RecordStore
    private let rowCount = Mutex(0)

    init(_ base: any RecordStore) { self.base = base }

    /// The number of rows that were read.
    var rowsRead: Int { rowCount.withLock(\.self) }

    private func counted(_ page: StoredPage) -> StoredPage {
        rowCount.withLock { $0 += page.rows.count }
        return page
    }

    func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
        counted(try await base.page(of: collection, after: cursor, limit: limit))
    }

    func page(
        of collection: String, matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
    ) async throws -> StoredPage {
        counted(try await base.page(of: collection, matching: query, after: cursor, limit: limit))
    }
}
