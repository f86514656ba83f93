/// The data whose changes a ``ChangeFeed`` sends.
///
/// A host can answer with a screen that it has drawn before, as long as the data have the same version.
package struct ChangeOrigin: Sendable {
    /// The identity of the data.
    ///
    /// Several feeds can have the same origin.
    package let id: ObjectIdentifier
    /// Returns the current version of the data; `nil` if the data have no versions.
    ///
    /// Two versions differ if any process has changed the data between the two calls. Data that are read after a call
    /// include everything that was saved before the call.
    package let version: @Sendable () async throws -> Int?

    /// Creates an origin.
    package init(id: ObjectIdentifier, version: @escaping @Sendable () async throws -> Int?) {
        (self.id, self.version) = (id, version)
    }
}

extension Session {
    /// The origins of everything that the scene follows.
    ///
    /// `nil` if the scene follows something without an origin, or nothing: then only the scene knows when its screen
    /// changes.
    package var origins: [ChangeOrigin]? {
        guard let scene, scene.followers.isEmpty, !scene.feeds.isEmpty else { return nil }
        var origins: [ChangeOrigin] = []
        for feed in scene.feeds {
            guard let origin = feed.origin else { return nil }
            if !origins.contains(where: { $0.id == origin.id }) { origins.append(origin) }
        }
        return origins
    }
}
