import CommandLineFrontEnd
import FeatureKit
import FeatureStorage
import RecordFiles

/// A host with several features.
///
/// All features except one keep records.
enum PoundHost: CommandLineHost {
    static let name = "pound"
    static let version = "0"
    static let summary = "Keeps records."

    /// The record store of the current test.
    @TaskLocal static var store: any RecordStore = MemoryRecordStore()
    /// The importer and exporter of records of the current test.
    @TaskLocal static var exchange: any RecordExchange = RecordFiles()

    static func registry() throws -> FeatureRegistry {
        try FeatureRegistry([PoundFeature(), StrayFeature(), KennelFeature()])
    }

    static func store(database: String?) throws -> any RecordStore {
        if let database {
            throw StorageError(.unusable, "the database '\(database)' cannot be opened; choose another with --database")
        }
        return store
    }

    static func recordExchange() throws -> any RecordExchange { exchange }
}

/// A feature that keeps two kinds of records.
struct PoundFeature: Feature, RecordKeeping {
    enum Kind: String, CaseIterable, FieldType { case dogs, cats }

    struct Dog: Record {
        static let sample: [Dog] = []
        static let fields: [any FieldDeclaration] = [
            Field<String>("name", "Name", length: 1...40), Field<Int>("age", "Age", range: 0...30),
        ]
        let id: String
        let name: String
        let age: Int
    }

    struct Cat: Record {
        static let sample: [Cat] = []
        static let fields: [any FieldDeclaration] = [Field<String>("name", "Name", length: 1...40)]
        let id: String
        let name: String
    }

    static let kind = Field<Kind>("kind", "Kind", default: .dogs)
    static let manifest = FeatureManifest(id: "pound", title: "Pound", summary: "Animals.", options: [kind])

    func recordType(for options: Options) throws -> any Record.Type {
        switch try options[Self.kind] {
        case .dogs: Dog.self
        case .cats: Cat.self
        }
    }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        try GalleryFeature().launch(on: stage, options: options)
    }
}

/// Another feature that keeps records.
struct StrayFeature: Feature, RecordKeeping {
    static let manifest = FeatureManifest(id: "strays", title: "Strays", summary: "Animals of nobody.")

    func recordType(for options: Options) -> any Record.Type { PoundFeature.Dog.self }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        try GalleryFeature().launch(on: stage, options: options)
    }
}
