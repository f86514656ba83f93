import FeatureKit
import Synchronization
import Testing

/// A host's features by id.
@Suite(.timeLimit(.minutes(5))) struct FeatureRegistryTests {
    /// A feature whose manifest is chosen for each value.
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

    @Test func `features stand by id, whatever their order`() throws {
        let registry = try FeatureRegistry([feature("user"), feature("doggy"), feature("game")])
        #expect(registry.manifests.map(\.id) == ["doggy", "game", "user"])
        #expect(registry.features.map(\.manifest.id) == ["doggy", "game", "user"])
        #expect(try registry.feature("game").manifest.id == "game")
    }

    @Test func `an unknown feature is told from the nearest, or from those that are known`() throws {
        let registry = try FeatureRegistry([feature("user"), feature("doggy")])
        let near = #expect(throws: FeatureError.self) { try registry.feature("dogy") }
        #expect(near?.code == .unknownFeature)
        #expect(near?.message == #"there is no feature "dogy"; did you mean 'doggy'?"#)
        let far = #expect(throws: FeatureError.self) { try registry.feature("cat") }
        #expect(far?.message == #"there is no feature "cat"; known are doggy, user"#)
    }

    @Test func `of many features not all are named, and an endless name is cut`() throws {
        let registry = try FeatureRegistry((10..<100).map { feature("f\($0)") })
        let error = #expect(throws: FeatureError.self) { try registry.feature(String(repeating: "z", count: 1000)) }
        let known = (10..<30).map { "f\($0)" }.joined(separator: ", ")
        #expect(error?.message == "there is no feature \"\(String(repeating: "z", count: 60))…\"; known are \(known)")
    }

    @Test func `an empty registry says so`() throws {
        let error = #expect(throws: FeatureError.self) { try FeatureRegistry([]).feature("cat") }
        #expect(error?.message == #"there is no feature "cat"; none is registered"#)
    }

    @Test func `listing a thousand features launches none`() throws {
        let launches = Launches()
        let registry = try FeatureRegistry((0..<1000).map { feature("f\($0)", launches: launches) })
        #expect(registry.manifests.count == 1000)
        #expect(try registry.feature("f999").manifest.title == "f999")
        #expect(launches.count.withLock { $0 } == 0)
    }
}
