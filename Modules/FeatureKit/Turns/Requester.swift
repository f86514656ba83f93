/// The client for which the current task works, so that clients share what is scarce.
///
/// A front end that serves clients sets ``current`` while it answers a request. A session keeps the requester that
/// launched it: its work counts for this requester, even if another client has called the action.
package struct Requester: Hashable, Sendable {
    /// The client of the current task; `nil` for work of the process itself.
    @TaskLocal package static var current: Requester?

    private let address: any Hashable & Sendable

    /// Creates the requester with an address.
    package init(_ address: any Hashable & Sendable) { self.address = address }

    /// Returns whether two requesters have the same address.
    package static func == (left: Requester, right: Requester) -> Bool {
        AnyHashable(left.address) == AnyHashable(right.address)
    }

    /// Hashes the address.
    package func hash(into hasher: inout Hasher) { address.hash(into: &hasher) }
}
