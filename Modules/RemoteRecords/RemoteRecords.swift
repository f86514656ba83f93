import AsyncHTTPClient
import FeatureKit
package import FeatureStorage
import NIOCore
import NIOPosix

/// Opens records at `http://` and `https://` addresses.
///
/// Passes every other path to another opener.
package struct RemoteRecords: RecordFileOpener {
    private let files: any RecordFileOpener
    private let limits: Limits
    private let addresses: @Sendable (String) async -> [String]

    /// The limits for a server's response.
    package struct Limits: Sendable {
        /// The maximum time for the whole response.
        package var time: Duration
        /// The maximum size of the response body, in bytes.
        package var size: Int

        /// Creates limits.
        ///
        /// The defaults are ten seconds and 16 MiB.
        package init(time: Duration = .seconds(10), size: Int = 16 << 20) {
            (self.time, self.size) = (time, size)
        }
    }

    /// Creates an opener.
    ///
    /// - Parameters:
    ///   - files: Opens paths that are not addresses.
    ///   - limits: The limits for a server's response.
    ///   - addresses: Returns the numeric addresses of a host, which decide whether a redirect is followed.
    package init(
        otherwise files: any RecordFileOpener, limits: Limits = Limits(),
        addresses: @escaping @Sendable (String) async -> [String] = RemoteRecords.resolved
    ) {
        (self.files, self.limits, self.addresses) = (files, limits, addresses)
    }

    /// Returns the numeric addresses of a host by the system's resolver, which blocks a thread of its own pool.
    package static func resolved(_ host: String) async -> [String] {
        (try? await NIOThreadPool.singleton.runIfActive { NetworkPlace.addresses(of: host) }) ?? []
    }

    /// Opens the records at an address, or opens a file.
    ///
    /// Sends no request yet.
    ///
    /// - Throws: `FeatureError` with the code `unreadableFile` for an address without a host; any error of the other
    ///   opener.
    package func open(_ path: String) throws -> any RecordFile {
        guard ["http://", "https://"].contains(where: path.lowercased().hasPrefix) else { return try files.open(path) }
        guard let url = HTTPClient.Request.host(of: path), !url.isEmpty else {
            throw FeatureError(
                .unreadableFile, "cannot read '\(path)': expected an address like https://example.org/houses.json")
        }
        return RemoteRecordFile(address: path, limits: limits, addresses: addresses)
    }
}

extension HTTPClient.Request {
    /// Returns the host of an address, or `nil` if the client cannot send requests to the address.
    fileprivate static func host(of address: String) -> String? {
        (try? HTTPClient.Request(url: address))?.host
    }
}
