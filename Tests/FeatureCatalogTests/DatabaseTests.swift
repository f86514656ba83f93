import FeatureCatalog
import FeatureKit
import FeatureStorage
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct DatabaseTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/database-\(UUID().uuidString)"

    private func insert(_ id: String, into database: Database) async throws {
        try await database.store().write([.insert(RowInsert(id: id, values: [:]))], to: "dogs")
    }

    private func ids(_ database: Database) async throws -> [String] {
        try await database.store().page(of: "dogs", after: nil, limit: 10).rows.map(\.id)
    }

    @Test func `Without a setting, the database is a file under XDG_DATA_HOME`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = Database(nil) { [folder] in $0 == "XDG_DATA_HOME" ? folder : nil }
        try await insert("a", into: database)
        #expect(FileManager.default.fileExists(atPath: folder + "/featurehost/records.sqlite"))
        #expect(try await ids(Database(folder + "/featurehost/records.sqlite")) == ["a"])
    }

    @Test(arguments: [nil, "", "relative"] as [String?])
    func `If XDG_DATA_HOME is not usable, the database is in the home folder`(data: String?) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = Database(nil) { [folder] in ["XDG_DATA_HOME": data, "HOME": folder][$0] ?? nil }
        try await insert("a", into: database)
        #expect(FileManager.default.fileExists(atPath: folder + "/.local/share/featurehost/records.sqlite"))
    }

    @Test func `A given path whose folder does not exist is refused, and no folder is created`() async throws {
        let path = folder + "/misspelt/dogs.sqlite"
        let error = await #expect(throws: FeatureError.self) { try await FeatureCatalog.connect(database: path) }
        #expect(error?.code == .serviceUnavailable)
        #expect(
            error?.message == """
                the database '\(path)' cannot be opened: the folder '\(folder)/misspelt' does not exist; create it, or \
                choose another database with --database
                """)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `A database file cannot be used after it was removed while it was open`() async throws {
        let path = folder + ".sqlite"
        try await FeatureCatalog.connect(database: path)
        try FileManager.default.removeItem(atPath: path)
        let error = await #expect(throws: FeatureError.self) { try await FeatureCatalog.connect(database: path) }
        #expect(error?.code == .serviceUnavailable)
    }

    @Test func `Each database in memory has a store of its own, and the store ends with the database`() async throws {
        let database = Database("memory")
        try await insert("a", into: database)
        #expect(try await ids(database) == ["a"])
        #expect(try await ids(Database("memory")) == [])
    }

    @Test func `The function connect throws an error if the database server cannot be reached`() async throws {
        let error = await #expect(throws: FeatureError.self) {
            try await FeatureCatalog.connect(database: "postgresql://me:secret@127.0.0.1:1/x")
        }
        #expect(error?.code == .serviceUnavailable)
        #expect(error?.message.hasPrefix("the database 'postgresql://me@127.0.0.1:1/x' ") == true)
        try await FeatureCatalog.connect(database: "memory")
    }
}
