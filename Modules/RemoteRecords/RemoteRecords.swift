import AsyncHTTPClient
import FeatureKit
package import FeatureStorage
import NIOCore

/// Opens records at `http://` and `https://` addresses.
///
/// Passes every other path to another opener.
package struct RemoteRecords: RecordFileOpener {
    private let files: any RecordFileOpener
    private let limits: Limits

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
    package init(otherwise files: any RecordFileOpener, limits: Limits = Limits()) {
        (self.files, self.limits) = (files, limits)
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
        return RemoteRecordFile(address: path, limits: limits)
    }
}

extension HTTPClient.Request {
    /// Returns the host of an address, or `nil` if the client cannot send requests to the address.
    fileprivate static func host(of address: String) -> String? {
        (try? HTTPClient.Request(url: address))?.host
    }
}
