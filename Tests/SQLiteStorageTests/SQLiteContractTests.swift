import FeatureTesting
import SQLiteStorage
import Testing

@Suite(.timeLimit(.minutes(5))) struct SQLiteContractTests {
    private let contract: RecordStoreContract

    init() throws {
        let folder = try TemporaryFolder()
        contract = RecordStoreContract(canShare: true, hasVersions: true) { name, logLimit in
            // How long a search takes depends on the load of the machine. SQLiteLaneTests verify the limit.
            try SQLiteRecordStore(path: folder.path + name, logLimit: logLimit, scanLimit: nil)
        }
    }

    @Test(arguments: RecordStoreContract.requirements)
    func `A store in an SQLite file fulfils the contract`(requirement: RecordStoreContract.Requirement) async throws {
        try await contract.verify(requirement)
    }
}
