/// A program that runs features under a brand.
///
/// The protocols of all hosts refine this protocol, so that a program with several front ends declares its brand once.
public protocol BrandedHost: Sendable {
    /// The identity that front ends show to people; by default the program's name and the standard colour.
    static var brand: HostBrand { get }

    /// Verifies that the database can be used.
    ///
    /// Commands call this function before they launch a feature that keeps records. A server calls it before it listens,
    /// and then to find out whether it is ready. The default implementation does nothing.
    ///
    /// - Parameter database: The setting from `--database` or the environment; `nil` for the host's default.
    /// - Throws: `FeatureError` with the code `serviceUnavailable`.
    static func connect(database: String?) async throws
}

extension BrandedHost {
    /// The brand of a host without an identity of its own.
    public static var brand: HostBrand { HostBrand() }

    /// Does nothing.
    public static func connect(database: String?) async throws {}
}
