/// The identity of a host: a name for people, a colour and images.
///
/// A host declares its brand beside its other members:
///
/// ```swift
/// enum Harbour: BrandedHost {
///     static let brand = HostBrand(name: "Harbour Tools", accent: "#0a6b57", logo: .svg(Array(logo.utf8)))
///
///     private static let logo = """
///         <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9" fill="#0a6b57"/></svg>
///         """
/// }
/// ```
///
/// ## Topics
/// - ``BrandedHost``
/// - ``Color``
public struct HostBrand: Sendable, Equatable {
    /// The colour of a host without an accent.
    package static let standardAccent: Color = "#2f5bd0"

    /// The name that people read, such as "Harbour Tools"; `nil` for the program's name.
    public let name: String?
    /// The colour of the most important controls; `nil` for #2f5bd0.
    ///
    /// Front ends derive colours from it that are readable on light and on dark backgrounds.
    public let accent: Color?
    /// The image beside the name; `nil` for a drawing of the front end.
    public let logo: ImageFile.Content?
    /// The image of the host in a browser's tabs; `nil` for a drawing in the accent colour.
    public let favicon: ImageFile.Content?

    /// Creates a brand.
    ///
    /// - Parameters:
    ///   - name: The name that people read; `nil` for the program's name.
    ///   - accent: The colour of the most important controls; `nil` for #2f5bd0.
    ///   - logo: The image beside the name; `nil` for a drawing of the front end.
    ///   - favicon: The image in a browser's tabs; `nil` for a drawing in the accent colour.
    public init(
        name: String? = nil, accent: Color? = nil, logo: ImageFile.Content? = nil, favicon: ImageFile.Content? = nil
    ) {
        (self.name, self.accent, self.logo, self.favicon) = (name, accent, logo, favicon)
    }
}
