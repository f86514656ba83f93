public import FeatureStorage
public import Testing

/// The checks that every `RecordStore` must pass.
///
/// ```swift
/// let contract = RecordStoreContract(canShare: true) { name, logLimit in
///     try MyStore(path: folder + name, logLimit: logLimit)
/// }
///
/// @Test(arguments: RecordStoreContract.requirements)
/// func `The store fulfils the contract`(requirement: RecordStoreContract.Requirement) async throws {
///     try await contract.verify(requirement)
/// }
/// ```
///
/// The contract records each violation as an issue of the running test.
///
/// ## Topics
/// - ``requirements``
/// - ``verify(_:)``
public struct RecordStoreContract: Sendable {
    /// A single requirement on a store.
    public struct Requirement: Sendable, CustomTestStringConvertible {
        /// A sentence that states the requirement.
        ///
        /// The test report shows it as the name of the test's argument.
        public let testDescription: String
        let verify: @Sendable (RecordStoreContract) async throws -> Void

        init(_ description: String, _ verify: @escaping @Sendable (RecordStoreContract) async throws -> Void) {
            (testDescription, self.verify) = (description, verify)
        }
    }

    /// Opens a store.
    ///
    /// A new name creates a new store. A name that was used before opens another handle on the same data.
    public typealias Opener = @Sendable (_ name: String, _ logLimit: Int) async throws -> any RecordStore

    /// All requirements on a store.
    public static let requirements =
        orderRequirements + writeRequirements + loadRequirements + changeRequirements + valueRequirements
        + queryRequirements + historyRequirements + undoRequirements + severalRequirements
        + batchRequirements + referenceRequirements

    /// The maximum real time for a hint to arrive.
    ///
    /// The limit is long because other tests run at the same time.
    public static let patience = Duration.seconds(60)

    private let canShare: Bool
    let hasVersions: Bool
    private let open: Opener

    /// Creates the contract for a type of store.
    ///
    /// - Parameters:
    ///   - canShare: Whether two handles can share the same data, as two processes do.
    ///   - hasVersions: Whether the store has versions (`RecordStore.version()`).
    ///   - open: Opens a store. Its second argument is the maximum number of changes in the log of a collection.
    public init(canShare: Bool, hasVersions: Bool = false, open: @escaping Opener) {
        (self.canShare, self.hasVersions, self.open) = (canShare, hasVersions, open)
    }

    /// Verifies a requirement with a new store.
    public func verify(_ requirement: Requirement) async throws {
        try await requirement.verify(self)
    }

    /// Opens a new store.
    func store(logLimit: Int = 10_000) async throws -> any RecordStore {
        try await open(Self.newName(), logLimit)
    }

    /// Opens two handles on the same data.
    ///
    /// If the store cannot be shared, returns the same handle twice.
    func twoHandles(logLimit: Int = 10_000) async throws -> (any RecordStore, any RecordStore) {
        let name = Self.newName()
        let store = try await open(name, logLimit)
        return (store, canShare ? try await open(name, logLimit) : store)
    }

    private static func newName() -> String {
        String(UInt64.random(in: .min ... .max), radix: 36)
    }
}
