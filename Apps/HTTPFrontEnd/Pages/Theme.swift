/// The colours of pages.
enum Theme: String, CaseIterable {
    /// The colours that the browser's system prefers.
    case system
    case light
    case dark

    /// The label of the button that chooses the colours.
    var label: String {
        switch self {
        case .system: "System"
        case .light: "Light"
        case .dark: "Dark"
        }
    }
}
