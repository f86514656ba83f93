public import FeatureStorage
public import Testing

/// What every store must hold, whoever wrote it: one suite that runs over any `RecordStore`.
///
/// ```swift
/// let contract = RecordStoreContract(canShare: true) { name, logLimit in
///     try MyStore(path: folder + name, logLimit: logLimit)
/// }
///
/// @Test(arguments: RecordStoreContract.requirements)
/// func `Keeps the contract`(requirement: RecordStoreContract.Requirement) async throws {
///     try await contract.verify(requirement)
/// }
/// ```
///
/// What is broken is recorded as an issue of the running test.
///
/// ## Topics
/// - ``requirements``
/// - ``verify(_:)``
public struct RecordStoreContract: Sendable {
    /// One thing that a store must hold.
    public struct Requirement: Sendable, CustomTestStringConvertible {
        /// What must hold, as the test's argument is shown.
        public let testDescription: String
        let verify: @Sendable (RecordStoreContract) async throws -> Void

        init(_ description: String, _ verify: @escaping @Sendable (RecordStoreContract) async throws -> Void) {
            (testDescription, self.verify) = (description, verify)
        }
    }

    /// Opens a store: a new one for a new name; for a name that was opened before another handle on the same data.
    public typealias Opener = @Sendable (_ name: String, _ logLimit: Int) async throws -> any RecordStore

    /// Everything that a store must hold.
    public static let requirements =
        orderRequirements + writeRequirements + loadRequirements + changeRequirements + valueRequirements

    /// How long a hint may take, in real time, before it counts as missing: a minute, for tests share their machine.
    public static let patience = Duration.seconds(60)

    private let canShare: Bool
    private let open: Opener

    /// Creates the contract of a kind of store.
    ///
    /// - Parameters:
    ///   - canShare: Whether two handles can be opened on the same data, as two processes have them.
    ///   - open: Opens a store; the log limit is how many changes of a collection its log keeps.
    public init(canShare: Bool, open: @escaping Opener) {
        (self.canShare, self.open) = (canShare, open)
    }

    /// Verifies one requirement on a store of its own.
    public func verify(_ requirement: Requirement) async throws {
        try await requirement.verify(self)
    }

    /// Opens a store that nobody else uses.
    func store(logLimit: Int = 10_000) async throws -> any RecordStore {
        try await open(Self.newName(), logLimit)
    }

    /// Opens two handles on the same data; the same one twice if it cannot be shared.
    func twoHandles(logLimit: Int = 10_000) async throws -> (any RecordStore, any RecordStore) {
        let name = Self.newName()
        let store = try await open(name, logLimit)
        return (store, canShare ? try await open(name, logLimit) : store)
    }

    private static func newName() -> String {
        String(UInt64.random(in: .min ... .max), radix: 36)
    }
}
