#if PostgreSQL
    import FeatureTesting
    import Testing

    @Suite(.timeLimit(.minutes(5)), .enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.absence))
    struct PostgreSQLContractTests {
        @Test(arguments: RecordStoreContract.requirements)
        func `A store in PostgreSQL fulfils the contract`(requirement: RecordStoreContract.Requirement) async throws {
            let server = try #require(PostgreSQLServer.shared)
            let contract = RecordStoreContract(canShare: true, hasVersions: true) { name, logLimit in
                try server.open("t" + name, logLimit: logLimit)
            }
            try await contract.verify(requirement)
        }
    }
#endif
