import FeatureCatalog
import FeatureKit
import FeatureStorage
import FeatureTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct FeatureCatalogTests {
    @Test func `the catalogue lists all features in order, including doggy, game, house and user`() throws {
        let ids = try FeatureCatalog.registry(files: BrokenFiles()).manifests.map(\.id)
        #expect(Set(ids).isSuperset(of: ["doggy", "game", "house", "user"]))
        #expect(ids == ids.sorted())
    }

    @Test(
        arguments: try FeatureCatalog.registry(files: BrokenFiles()).features.map {
            FeatureContract($0, limit: .seconds(120))
        })
    func `every registered feature fulfils the feature contract`(contract: FeatureContract) async {
        await contract.verify()
    }

    @Test func `every feature that reads a file shows a failed screen if the file cannot be read`() async throws {
        let features = try FeatureCatalog.registry(files: BrokenFiles()).features.filter(\.readsFiles)
        #expect(Set(features.map(\.manifest.id)).isSuperset(of: ["doggy", "house", "user"]))
        for feature in features {
            await FeatureContract(feature, options: ["source": "records.csv"], limit: .seconds(120)).verifyFailure()
        }
    }

    @Test func `every registered feature releases its presenter and service when its session is closed`() async throws {
        let files = BrokenFiles()
        for feature in try FeatureCatalog.registry(files: files).features.filter(\.readsFiles) {
            try await withSession(of: feature, options: ["source": "records.csv"]) { session in
                try await session.start()
                _ = try await session.settled()
                #expect(files.isInUse)
            }
            #expect(!files.isInUse, "\(feature.manifest.id) keeps its file open, so its service is not released")
        }
    }
}

extension Feature {
    /// Whether the feature can read its records from a file.
    fileprivate var readsFiles: Bool { manifest.options.contains { $0.name == "source" && $0.other != nil } }
}

/// A file opener whose files can be opened but cannot be read.
///
/// Only the service that opened a file keeps a reference to the file.
private final class BrokenFiles: RecordFileOpener {
    private final class BrokenFile: RecordFile {
        struct Unreadable: Error {}

        func records<R: Record>(of type: R.Type) async throws -> [R] { throw Unreadable() }
    }

    private struct WeakFile {
        weak let file: BrokenFile?
    }

    private let last = Mutex<WeakFile?>(nil)

    var isInUse: Bool { last.withLock { $0?.file != nil } }

    func open(_ path: String) throws -> any RecordFile {
        let file = BrokenFile()
        last.withLock { $0 = WeakFile(file: file) }
        return file
    }
}
