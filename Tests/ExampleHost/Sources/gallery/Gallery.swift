import CellsFeature
import CircleDrawerFeature
import CommandLineFrontEnd
import CounterFeature
import CrudFeature
import FeatureKit
import FeatureStorage
import FlightBookerFeature
import HTTPFrontEnd
import IncidentsFeature
import RecordFiles
import ReindexFeature
import SQLiteStorage
import Synchronization
import TemperatureFeature
import TimerFeature
import UserFeature

/// A host with tasks of 7GUIs, a benchmark of toolkits for user interfaces, and with a team's tool: incidents.
@main enum Gallery: CommandLineHost, HTTPHost {
    static let name = "gallery"
    static let version = "1.0.0"
    static let summary = "Shows tasks of 7GUIs, a benchmark of toolkits for user interfaces, and incidents."
    static let extraCommands = serveCommands

    static func registry() throws -> FeatureRegistry { try registry(database: nil) }

    static func registry(database: String?) throws -> FeatureRegistry {
        let records = RecordResources(store: { try store(database: database) }, files: RecordFiles())
        return try FeatureRegistry([
            CounterFeature(), TemperatureFeature(), FlightBookerFeature(), TimerFeature(), CrudFeature(),
            CircleDrawerFeature(), CellsFeature(), ReindexFeature(),
            IncidentsFeature(resources: records), CommentsFeature(resources: records), UserFeature(resources: records),
        ])
        .sharing(records)
    }

    private static let opened = Mutex<(any RecordStore)?>(nil)

    /// Returns the store in an SQLite file; without a file, the records last as long as the process.
    static func store(database: String?) throws -> any RecordStore {
        try opened.withLock { opened in
            if let opened { return opened }
            let store: any RecordStore =
                if let database, database != "memory" { try SQLiteRecordStore(path: database) } else {
                    MemoryRecordStore()
                }
            opened = store
            return store
        }
    }

    static func recordExchange() -> any RecordExchange { RecordFiles() }
    static func connect(database: String?) async throws { try await store(database: database).verify() }
    static func disconnect() async {
        let store = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        await store?.close()
    }
}
