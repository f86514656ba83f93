/// An image of the feature.
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
        alt.allSatisfy(\.isWhitespace)
            ? "the image '\(id)' has no text; give it one for everybody who cannot see the image" : nil
    }
}
