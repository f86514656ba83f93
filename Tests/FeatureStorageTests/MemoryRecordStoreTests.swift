import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct MemoryRecordStoreTests {
    private let contract = RecordStoreContract(canShare: false, hasVersions: true) { _, logLimit in
        MemoryRecordStore(logLimit: logLimit)
    }

    @Test(arguments: RecordStoreContract.requirements)
    func `A store in memory fulfils the contract`(requirement: RecordStoreContract.Requirement) async throws {
        try await contract.verify(requirement)
    }

    @Test(arguments: RecordStoreContract.requirements)
    func `A lazily opened store fulfils the contract`(
        requirement: RecordStoreContract.Requirement
    ) async throws {
        let lazy = RecordStoreContract(canShare: false, hasVersions: true) { _, logLimit in
            LazyRecordStore { MemoryRecordStore(logLimit: logLimit) }
        }
        try await lazy.verify(requirement)
    }
}
