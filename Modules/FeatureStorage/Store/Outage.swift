import Synchronization

/// A time in which a store refuses writes for one reason.
///
/// Each refused write throws the same error. A log needs it only once.
package final class Outage: Sendable {
    private let isLogged = Atomic(false)

    /// Creates an outage that is not logged.
    package init() {}

    /// Returns whether the outage must be logged: `true` for the first call.
    package func takeLog() -> Bool { !isLogged.exchange(true, ordering: .relaxed) }
}
