package import FeatureKit
import Hummingbird

/// Writes pages and their edits without a server, so that their costs can be counted.
package struct PageCosts {
    private let pages: Pages
    private let features: RemoteFeatures
    private let request = Request(
        head: .init(method: .get, scheme: "http", authority: "localhost", path: "/"), body: .init(buffer: .init()))

    /// Creates the writer of the pages of a host.
    package init(of registry: FeatureRegistry) throws {
        features = RemoteFeatures(registry)
        pages = Pages(
            name: "featurehost", version: "1.0", brand: HostBrand(), features: features,
            themes: Themes(isSecure: false), hasLogin: false)
    }

    private func addresses(on frame: Frame) throws -> PageAddresses {
        PageAddresses(of: frame, in: try features.feature(frame.feature).manifest, place: features.address)
    }

    /// Writes a whole page, and returns its size in bytes.
    package func page(of frame: Frame) throws -> Int {
        let page = pages.session(frame, at: try addresses(on: frame), notices: [], for: request)
        return page.body.contentLength ?? 0
    }

    /// Writes the event with the edits between two frames, and returns its size in bytes.
    package func patch(from old: Frame, to new: Frame) throws -> Int {
        let encoder = pages.encoder(at: try addresses(on: old))
        return encoder.patch(from: old, to: new)?.readableBytes ?? 0
    }
}
