/// A button that chooses the theme of all pages.
struct ThemeView {
    let value: String
    let label: String
    /// Whether the page has this theme.
    let isChosen: Bool

    /// Makes the buttons of a page with a given theme.
    static func list(chosen: Theme) -> [ThemeView] {
        Theme.allCases.map { ThemeView(value: $0.rawValue, label: $0.label, isChosen: $0 == chosen) }
    }
}
