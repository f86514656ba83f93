import FeatureKit
import HTTPConnections
import Synchronization

/// Limits the number of open event streams: per session, per client address and in total.
final class StreamPlaces: Sendable {
    /// The limits of the number of open event streams.
    struct Limits: Sendable {
        var all = 10_000
        var session = 1_000
        var address = 1_000
        /// Whether `all` is below the configured limit because the process may open too few files.
        var isAllReduced = false
        /// Whether `address` is below the configured limit because the process may open too few files.
        var isAddressReduced = false
    }

    /// The place of one open stream.
    ///
    /// The place becomes free when the object is released.
    final class Place: Sendable {
        private let session: String
        private let address: ClientAddress
        private let places: StreamPlaces

        fileprivate init(_ session: String, _ address: ClientAddress, in places: StreamPlaces) {
            (self.session, self.address, self.places) = (session, address, places)
        }

        deinit { places.leave(session, address) }
    }

    private struct Taken {
        var all = 0
        var closed = 0
        var bySession: [String: Int] = [:]
        var byAddress: [ClientAddress: Int] = [:]
    }

    private let limits: Mutex<Limits>
    private let log: LimitLog
    private let taken = Mutex(Taken())

    init(limits: Limits, log: LimitLog) {
        self.limits = Mutex(limits)
        self.log = log
    }

    /// The number of open streams.
    var count: Int { taken.withLock(\.all) }

    /// The number of streams that have closed.
    var closedCount: Int { taken.withLock(\.closed) }

    /// Lowers the limits to three quarters of the connections that the process can have.
    ///
    /// The remaining quarter serves other requests.
    func fit(_ connections: Connections.Limits) {
        limits.withLock { limits in
            let (all, address) = (connections.all - connections.all / 4, connections.address - connections.address / 4)
            (limits.isAllReduced, limits.isAddressReduced) = (all < limits.all, address < limits.address)
            (limits.all, limits.address) = (min(limits.all, all), min(limits.address, address))
        }
    }

    /// Reserves a place for a stream.
    ///
    /// - Throws: ``Problem`` (503) if a limit is reached; its message names the limit.
    func take(session: String, address: ClientAddress) throws(Problem) -> Place {
        let limits = limits.withLock(\.self)
        let refusal: String? = taken.withLock { taken in
            guard taken.all < limits.all else {
                log.note(.streamLimit, limits.all, isOfProcess: limits.isAllReduced)
                return "\(limits.all) event streams are open"
            }
            guard taken.bySession[session, default: 0] < limits.session else {
                log.note(.sessionStreamLimit, limits.session)
                return "\(limits.session) event streams of this session are open"
            }
            guard taken.byAddress[address, default: 0] < limits.address else {
                log.note(.addressStreamLimit, limits.address, isOfProcess: limits.isAddressReduced)
                return "\(limits.address) event streams from your address are open"
            }
            taken.all += 1
            taken.bySession[session, default: 0] += 1
            taken.byAddress[address, default: 0] += 1
            return nil
        }
        if let refusal {
            throw Problem.noRoom("\(refusal), the maximum; close one or try again later")
        }
        return Place(session, address, in: self)
    }

    private func leave(_ session: String, _ address: ClientAddress) {
        taken.withLock { taken in
            taken.all -= 1
            taken.closed += 1
            taken.bySession[session] = taken.bySession[session].flatMap { $0 > 1 ? $0 - 1 : nil }
            taken.byAddress[address] = taken.byAddress[address].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }
}
