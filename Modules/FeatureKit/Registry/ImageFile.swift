/// An image that belongs to a feature, such as a plan, which the feature's host serves.
///
/// A feature lists its images in ``Feature/images``, and its view shows them:
///
/// ```swift
/// let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>"#
/// let plan = ImageFile("plan", .svg(Array(drawing.utf8)))
/// stage.screen.elements = [
///     .image(id: "plan", "The kennel from above", FileReference(plan, of: DoggyFeature.manifest))
/// ]
/// ```
///
/// Only people who may use the feature get its images.
///
/// ## Topics
/// - ``Content``
public struct ImageFile: Sendable, Hashable {
    /// The bytes of an image in a format that browsers show.
    public enum Content: Sendable, Hashable {
        /// A GIF file.
        case gif([UInt8])
        /// A JPEG file.
        case jpeg([UInt8])
        /// A PNG file.
        case png([UInt8])
        /// An SVG document in UTF-8. Pages run no scripts in it.
        case svg([UInt8])
        /// A WebP file.
        case webp([UInt8])
    }

    /// The file's name without an ending: a lower-case letter, then lower-case letters, digits or `-`.
    public let name: String
    /// The bytes in their format.
    public let content: Content
    /// A short text that changes with the bytes.
    package let version: String

    /// Creates an image.
    ///
    /// Create an image once, as a static constant: its bytes are read here.
    ///
    /// - Parameters:
    ///   - name: A lower-case letter, then lower-case letters, digits or `-`; unique in the feature.
    ///   - content: The bytes in their format.
    public init(_ name: String, _ content: Content) {
        (self.name, self.content) = (name, content)
        version = String(content.bytes.fingerprint, radix: 16)
    }

    /// The file's name with the ending of its format, such as `plan.svg`.
    package var fileName: String { "\(name).\(content.ending)" }
}

extension ImageFile.Content {
    /// The bytes of the file.
    package var bytes: [UInt8] {
        switch self {
        case .gif(let bytes), .jpeg(let bytes), .png(let bytes), .svg(let bytes), .webp(let bytes): bytes
        }
    }

    /// The media type, such as `image/png`.
    package var type: String {
        switch self {
        case .gif: "image/gif"
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .svg: "image/svg+xml"
        case .webp: "image/webp"
        }
    }

    /// The ending of the names of such files.
    fileprivate var ending: String {
        switch self {
        case .gif: "gif"
        case .jpeg: "jpg"
        case .png: "png"
        case .svg: "svg"
        case .webp: "webp"
        }
    }
}
