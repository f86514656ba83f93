import FeatureKit
import Synchronization
import Testing

/// Tests the registry of a host's features.
@Suite(.timeLimit(.minutes(5))) struct FeatureRegistryTests {
    /// A feature whose values have different manifests.
    struct NamedFeature: Feature {
        static let manifest = FeatureManifest(id: "named", title: "", summary: "")
        var manifest: FeatureManifest = Self.manifest
        var launches: Launches?

        func launch(on stage: Stage, options: Options) throws -> Scene {
            launches?.count.withLock { $0 += 1 }
            return Scene(owning: stage, start: {})
        }
    }

    final class Launches: Sendable {
        let count = Mutex(0)
    }

    private func feature(_ id: String, launches: Launches? = nil) -> NamedFeature {
        NamedFeature(manifest: FeatureManifest(id: id, title: id, summary: ""), launches: launches)
    }

    @Test func `features are sorted by id`() throws {
        let registry = try FeatureRegistry([feature("user"), feature("doggy"), feature("game")])
        #expect(registry.manifests.map(\.id) == ["doggy", "game", "user"])
        #expect(registry.features.map(\.manifest.id) == ["doggy", "game", "user"])
        #expect(try registry.feature("game").manifest.id == "game")
    }

    @Test func `the error for an unknown feature suggests the nearest match or lists the known features`() throws {
        let registry = try FeatureRegistry([feature("user"), feature("doggy")])
        let near = #expect(throws: FeatureError.self) { try registry.feature("dogy") }
        #expect(near?.code == .unknownFeature)
        #expect(near?.message == #"there is no feature "dogy"; did you mean 'doggy'?"#)
        let far = #expect(throws: FeatureError.self) { try registry.feature("cat") }
        #expect(far?.message == #"there is no feature "cat"; known are doggy, user"#)
    }

    @Test func `the error lists at most 20 features and truncates a long name`() throws {
        let registry = try FeatureRegistry((10..<100).map { feature("f\($0)") })
        let error = #expect(throws: FeatureError.self) { try registry.feature(String(repeating: "z", count: 1000)) }
        let known = (10..<30).map { "f\($0)" }.joined(separator: ", ")
        #expect(error?.message == "there is no feature \"\(String(repeating: "z", count: 60))…\"; known are \(known)")
    }

    @Test func `the error of an empty registry says that no feature is registered`() throws {
        let error = #expect(throws: FeatureError.self) { try FeatureRegistry([]).feature("cat") }
        #expect(error?.message == #"there is no feature "cat"; none is registered"#)
    }

    @Test func `listing a thousand features launches no feature`() throws {
        let launches = Launches()
        let registry = try FeatureRegistry((0..<1000).map { feature("f\($0)", launches: launches) })
        #expect(registry.manifests.count == 1000)
        #expect(try registry.feature("f999").manifest.title == "f999")
        #expect(launches.count.withLock { $0 } == 0)
    }
}
