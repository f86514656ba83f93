package import FeatureKit
import Hummingbird

/// Writes pages and their edits without a server, so that they can be compared and their costs can be counted.
package struct PageCosts {
    private let pages: Pages
    private let features: RemoteFeatures
    private let request = Request(
        head: .init(method: .get, scheme: "http", authority: "localhost", path: "/"), body: .init(buffer: .init()))

    /// Creates the writer of the pages of a host.
    ///
    /// - Parameters:
    ///   - registry: The features.
    ///   - copiesParts: Whether a page copies the parts that an earlier page has written.
    package init(of registry: FeatureRegistry, copiesParts: Bool = true) throws {
        features = RemoteFeatures(registry)
        pages = Pages(
            name: "featurehost", version: "1.0", brand: HostBrand(), features: features,
            themes: Themes(isSecure: false), isSecure: false, hasLogin: false, hasPersons: false,
            written: copiesParts ? WrittenParts() : nil)
    }

    private func addresses(on frame: Frame) throws -> PageAddresses {
        PageAddresses(of: frame, in: try features.feature(frame.feature).manifest, place: features.address)
    }

    /// Writes a whole page, and returns its size in bytes.
    package func page(of frame: Frame) throws -> Int {
        let page = pages.session(frame, at: try addresses(on: frame), notices: [], for: request)
        return page.body.contentLength ?? 0
    }

    /// Writes the parts of a page that a whole frame replaces.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - key: The idempotency key of the page's forms; `nil` if the script makes the keys.
    package func content(of frame: Frame, key: String?) throws -> String {
        var maker = pages.maker(at: try addresses(on: frame), refusedForm: nil, key: key)
        var html = HTML()
        maker.frame(frame.screen, to: &html)
        return html.string
    }

    /// Writes the event with the edits between two frames; `nil` if a page needs the whole frame.
    package func patch(from old: Frame, to new: Frame) throws -> String? {
        let encoder = pages.encoder(at: try addresses(on: old))
        return encoder.patch(from: old, to: new, id: "\(new.revision)").map { String(buffer: $0) }
    }
}
