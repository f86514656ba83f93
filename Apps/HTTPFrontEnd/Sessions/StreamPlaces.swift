import FeatureKit
import Synchronization

/// How many event streams are open: no more than some limits, of one session, from one address and in all.
final class StreamPlaces: Sendable {
    /// How many there may be.
    struct Limits: Sendable {
        var all = 10_000
        var session = 1_000
        var address = 1_000
    }

    /// The place of one stream; it is given back when nobody holds it any more.
    final class Place: Sendable {
        private let session: String
        private let address: String
        private let places: StreamPlaces

        fileprivate init(_ session: String, _ address: String, in places: StreamPlaces) {
            (self.session, self.address, self.places) = (session, address, places)
        }

        deinit { places.leave(session, address) }
    }

    private struct Taken {
        var all = 0
        var bySession: [String: Int] = [:]
        var byAddress: [String: Int] = [:]
    }

    private let limits: Limits
    private let taken = Mutex(Taken())

    init(limits: Limits) { self.limits = limits }

    /// How many streams are open.
    var count: Int { taken.withLock(\.all) }

    /// Takes a place.
    ///
    /// - Throws: ``Problem`` (503) where a limit is reached, naming it.
    func take(session: String, address: String?) throws(Problem) -> Place {
        let address = address ?? ""
        let refusal: String? = taken.withLock { taken in
            guard taken.all < limits.all else { return "\(limits.all) event streams are open" }
            guard taken.bySession[session, default: 0] < limits.session else {
                return "\(limits.session) event streams of this session are open"
            }
            guard taken.byAddress[address, default: 0] < limits.address else {
                return "\(limits.address) event streams from your address are open"
            }
            taken.all += 1
            taken.bySession[session, default: 0] += 1
            taken.byAddress[address, default: 0] += 1
            return nil
        }
        if let refusal {
            throw Problem.noRoom("\(refusal), as many as this host allows; close one or try again later")
        }
        return Place(session, address, in: self)
    }

    private func leave(_ session: String, _ address: String) {
        taken.withLock { taken in
            taken.all -= 1
            taken.bySession[session] = taken.bySession[session].flatMap { $0 > 1 ? $0 - 1 : nil }
            taken.byAddress[address] = taken.byAddress[address].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }
}
