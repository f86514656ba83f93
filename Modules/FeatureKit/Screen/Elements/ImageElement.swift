/// An image that the host serves.
///
/// Pages show the image. Front ends that cannot show it say ``alt``.
public struct ImageElement: Sendable, Hashable, Decodable {
    /// The element's id.
    public var id: String
    /// The file with the image.
    public var file: FileReference
    /// The text that says to everybody who cannot see the image what it shows.
    public var alt: String

    /// The text in place of the image.
    package var words: String { "Image: \(alt)" }

    /// The mistake in an image that a view has drawn; `nil` if there is none.
    var fault: String? {
        if alt.isEmpty { return "the image '\(id)' has no text for those who cannot see it" }
        if !file.type.hasPrefix("image/") { return "the image '\(id)' has the type '\(file.type)'; expected image/…" }
        if file.address == nil {
            return "the image '\(id)' is at '\(file.href)'; expected a path of this host, which begins with one /"
        }
        return nil
    }
}

/// A file that the host serves.
public struct FileReference: Sendable, Hashable, Decodable {
    /// The file's name, such as `plan.svg`.
    public var name: String
    /// The media type, such as `image/svg+xml`.
    public var type: String
    /// The number of bytes; `nil` if it is unknown.
    public var size: Int?
    /// The path of the file on this host, such as `/api/features/tour/images/plan.svg`.
    public var href: String

    /// Creates a reference to a file.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - type: The media type.
    ///   - size: The number of bytes; `nil` if it is unknown.
    ///   - href: The path on this host: visible ASCII that begins with one `/`.
    public init(name: String, type: String, size: Int? = nil, href: String) {
        (self.name, self.type, self.size, self.href) = (name, type, size, href)
    }

    /// Creates a reference to an image of a feature.
    ///
    /// The path changes with the image, because browsers keep images.
    public init(_ image: ImageFile, of manifest: FeatureManifest) {
        self.init(
            name: image.fileName, type: image.content.type, size: image.content.bytes.count,
            href: "/api/features/\(manifest.id)/images/\(image.fileName)?v=\(String(image.fingerprint, radix: 16))")
    }

    /// The path if it can only lead to this host; `nil` for any other text.
    ///
    /// A browser reads `//` and `/\` as the beginning of another host's address.
    package var address: String? {
        let bytes = href.utf8
        guard bytes.first == UInt8(ascii: "/"), bytes.dropFirst().first != UInt8(ascii: "/"),
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return href
    }
}
