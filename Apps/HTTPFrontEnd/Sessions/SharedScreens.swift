import FeatureKit
import HummingbirdCore
import Interaction
import NIOCore
import Synchronization

/// One-shot screens, kept in JSON so that they can answer equal requests.
///
/// A kept screen answers a request only if the data that the screen follows still have the version that they had before
/// the screen was drawn. A request reads the version after its arrival, so its answer includes every write that was
/// acknowledged before the request was sent, if the scene follows the written records.
///
/// A screen can also show what has no version, such as the time of day or what a feature keeps in memory, so it is kept
/// for at most ``lifetime``.
final class SharedScreens: Sendable {
    /// The longest time that a screen is kept.
    static let lifetime = Duration.seconds(5)
    /// The greatest number of screens.
    static let limit = 64
    /// The greatest size of a screen, in bytes.
    static let sizeLimit = 256 << 10

    private struct Screen {
        let json: ByteBuffer
        let versions: DataVersions
        /// When drawing the screen began.
        let made: Duration
        /// The number of the last use.
        var use: Int
    }

    private struct State {
        /// The screens by the bytes of their addresses.
        ///
        /// A dictionary of strings would compare normalized characters.
        var screens: [[UInt8]: Screen] = [:]
        var lastUse = 0
    }

    private let state = Mutex(State())
    /// Returns the time since the host's start.
    let elapsed: @Sendable () -> Duration

    /// Creates a store without screens.
    init(clock: any Clock<Duration>) {
        elapsed = clock.stopwatch()
    }

    /// Returns the screen at an address for people with certain rights, if it is current.
    func current(at uri: URI, for rights: Rights) async -> ByteBuffer? {
        let (key, now) = (Self.key(uri, rights), elapsed())
        let screen = state.withLock { state -> Screen? in
            guard let screen = state.screens[key] else { return nil }
            guard now - screen.made < Self.lifetime else {
                state.screens[key] = nil
                return nil
            }
            state.lastUse += 1
            state.screens[key]?.use = state.lastUse
            return screen
        }
        guard let screen, await screen.versions.areCurrent() else { return nil }
        return screen.json
    }

    /// Keeps a screen, and drops the screen that was not used for longest if there are too many.
    ///
    /// - Parameters:
    ///   - json: The screen in JSON.
    ///   - versions: The versions of the screen's data before it was drawn.
    ///   - began: When drawing began, by ``elapsed``.
    ///   - uri: The address of the request.
    ///   - rights: The rights with which the screen is shown.
    func keep(
        _ json: ByteBuffer, of versions: DataVersions, drawnFrom began: Duration, at uri: URI, for rights: Rights
    ) {
        guard json.readableBytes <= Self.sizeLimit else { return }
        let (key, now) = (Self.key(uri, rights), elapsed())
        state.withLock { state in
            state.lastUse += 1
            state.screens[key] = Screen(json: json, versions: versions, made: began, use: state.lastUse)
            guard state.screens.count > Self.limit else { return }
            state.screens = state.screens.filter { now - $0.value.made < Self.lifetime }
            guard state.screens.count > Self.limit else { return }
            if let oldest = state.screens.min(by: { $0.value.use < $1.value.use })?.key { state.screens[oldest] = nil }
        }
    }

    private static func key(_ uri: URI, _ rights: Rights) -> [UInt8] {
        var key = Array(uri.string.utf8)
        // No address contains a space.
        if let tag = rights.tag { key += " \(tag)".utf8 }
        return key
    }
}

/// The versions that the data of a screen had at one moment.
struct DataVersions: Sendable {
    private let versions: [(origin: ChangeOrigin, number: Int)]

    /// Reads the versions of all data that a session follows.
    ///
    /// Returns `nil` if the session follows anything without a version.
    init?(of session: Session) async {
        guard let origins = await session.origins else { return nil }
        var versions: [(ChangeOrigin, Int)] = []
        for origin in origins {
            guard let number = try? await origin.version() else { return nil }
            versions.append((origin, number))
        }
        self.versions = versions
    }

    /// Returns whether the data still have these versions.
    ///
    /// Data that cannot be read are not current.
    func areCurrent() async -> Bool {
        for version in versions {
            guard let number = try? await version.origin.version(), number == version.number else { return false }
        }
        return true
    }
}
