import AsyncHTTPClient
import FeatureKit
package import FeatureStorage
import NIOCore

/// Opens records at an `http://` or `https://` address, and leaves every other path to another opener.
package struct RemoteRecords: RecordFileOpener {
    private let files: any RecordFileOpener
    private let limits: Limits

    /// What a server is given to answer with.
    package struct Limits: Sendable {
        /// How long the whole answer may take.
        package var time: Duration
        /// How large its body may be, in bytes.
        package var size: Int

        /// Creates limits: ten seconds and 16 MiB unless others are given.
        package init(time: Duration = .seconds(10), size: Int = 16 << 20) {
            (self.time, self.size) = (time, size)
        }
    }

    /// Creates an opener.
    ///
    /// - Parameters:
    ///   - files: Opens what is no address.
    ///   - limits: What a server is given to answer with.
    package init(otherwise files: any RecordFileOpener, limits: Limits = Limits()) {
        (self.files, self.limits) = (files, limits)
    }

    /// Takes an address, asking nobody yet; or opens a file.
    ///
    /// - Throws: `FeatureError` with the code `unreadableFile` for an address without a host, and what the other opener
    ///   throws.
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
    /// The host that an address names; `nil` if the client cannot ask it.
    fileprivate static func host(of address: String) -> String? {
        (try? HTTPClient.Request(url: address))?.host
    }
}
