/// A program that runs features under a brand.
///
/// The protocols of all hosts refine this protocol, so that a program with several front ends declares its brand once.
public protocol BrandedHost: Sendable {
    /// The identity that front ends show to people; by default the program's name and the standard colour.
    static var brand: HostBrand { get }
}

extension BrandedHost {
    /// The brand of a host without an identity of its own.
    public static var brand: HostBrand { HostBrand() }
}
