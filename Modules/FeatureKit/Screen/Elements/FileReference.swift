/// A file that the host serves.
public struct FileReference: Sendable, Hashable, Decodable {
    /// The file's name, such as `plan.svg`.
    public var name: String
    /// The media type, such as `image/svg+xml`.
    public var type: String
    /// The number of bytes; `nil` if it is unknown.
    public var size: Int?
    /// The path of the file on this host, such as `/api/features/tour/images/plan.svg?v=1f`.
    public var href: String

    /// Creates a reference to a file at a path on this host.
    package init(name: String, type: String, size: Int? = nil, href: String) {
        (self.name, self.type, self.size, self.href) = (name, type, size, href)
    }

    /// Creates a reference to an image of a feature.
    ///
    /// The path changes with the image, because browsers keep images.
    public init(_ image: ImageFile, of manifest: FeatureManifest) {
        self.init(
            name: image.fileName, type: image.content.type, size: image.content.bytes.count,
            href: "/api/features/\(manifest.id)/images/\(image.fileName)?v=\(image.version)")
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
