package import FeatureKit

/// The name and the colours of an interactive view, as far as the host and the terminal decide them.
package struct Look: Sendable, Hashable {
    /// The name of the host, which begins the path of places; `nil` to begin with the feature.
    package var name: String?
    /// The name of the person of the token that this terminal sends to a server; `nil` to show no name.
    package var person: String?
    /// The colour of the selection and of keys.
    package var accent: HostBrand.Color
    /// Whether the terminal's background is light; `nil` if the terminal has not told.
    package var isLight: Bool?

    /// The time after the start in which the terminal may tell its background.
    ///
    /// A later answer would change the colours while a person reads.
    static let patience = Duration.seconds(1)

    /// Creates the looks of a host.
    package init(
        name: String? = nil, person: String? = nil, accent: HostBrand.Color? = nil, isLight: Bool? = nil
    ) {
        (self.name, self.person) = (name, person)
        (self.accent, self.isLight) = (accent ?? HostBrand.standardAccent, isLight)
    }
}
