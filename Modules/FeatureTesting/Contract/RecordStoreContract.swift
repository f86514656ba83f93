public import FeatureStorage
public import Testing

/// The test suite that every `RecordStore` must pass.
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
/// Records each violation as an issue of the running test.
///
/// ## Topics
/// - ``requirements``
/// - ``verify(_:)``
public struct RecordStoreContract: Sendable {
    /// One requirement on a store.
    public struct Requirement: Sendable, CustomTestStringConvertible {
        /// The requirement, the name of the test's argument.
        public let testDescription: String
        let verify: @Sendable (RecordStoreContract) async throws -> Void

        init(_ description: String, _ verify: @escaping @Sendable (RecordStoreContract) async throws -> Void) {
            (testDescription, self.verify) = (description, verify)
        }
    }

    /// Opens a store.
    ///
    /// A new name makes a new store; a name that was opened before gives another handle on the same data.
    public typealias Opener = @Sendable (_ name: String, _ logLimit: Int) async throws -> any RecordStore

    /// All requirements on a store.
    public static let requirements =
        orderRequirements + writeRequirements + loadRequirements + changeRequirements + valueRequirements

    /// How long a hint may take, in real time, before it counts as missing.
    ///
    /// It is long because tests share their machine.
    public static let patience = Duration.seconds(60)

    private let canShare: Bool
    private let open: Opener

    /// Creates the contract of a kind of store.
    ///
    /// - Parameters:
    ///   - canShare: Whether two handles can share the same data, as two processes do.
    ///   - open: Opens a store. The log limit is how many changes the log of a collection keeps.
    public init(canShare: Bool, open: @escaping Opener) {
        (self.canShare, self.open) = (canShare, open)
    }

    /// Verifies one requirement on a new store.
    public func verify(_ requirement: Requirement) async throws {
        try await requirement.verify(self)
    }

    /// Opens a new store.
    func store(logLimit: Int = 10_000) async throws -> any RecordStore {
        try await open(Self.newName(), logLimit)
    }

    /// Opens two handles on the same data; returns one handle twice if the store cannot be shared.
    func twoHandles(logLimit: Int = 10_000) async throws -> (any RecordStore, any RecordStore) {
        let name = Self.newName()
        let store = try await open(name, logLimit)
        return (store, canShare ? try await open(name, logLimit) : store)
    }

    private static func newName() -> String {
        String(UInt64.random(in: .min ... .max), radix: 36)
    }
}
