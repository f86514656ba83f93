package import FeatureKit

/// Something that a person can do or open from the list of commands of a page: with Ctrl-K in a browser and with `:` in a
/// terminal.
///
/// Every front end lists the same entries in the same order, and adds only what it alone can do.
package struct PaletteEntry: Sendable, Hashable {
    /// What an entry does.
    package enum Target: Sendable, Hashable {
        /// Presses a button of a row, or of the page.
        case press(Button, row: Row?)
        /// Opens the record of a row.
        case row(FeatureLink)
        /// Opens the place above.
        case up(FeatureLink)
        /// Opens a feature.
        case feature(FeatureLink)
        /// Searches the rows of the page.
        case search
    }

    /// The title.
    package let title: String
    /// What the entry is about; empty if the title says enough.
    package let detail: String
    /// What the entry does.
    package let target: Target

    private init(_ title: String, _ detail: String = "", _ target: Target) {
        (self.title, self.detail, self.target) = (title, detail, target)
    }

    /// Returns the entries of a page, the nearest first: what acts on the row with the focus and on the page, how to
    /// order and to load rows, the places to go to, and the rows.
    ///
    /// A disabled button is no entry.
    ///
    /// - Parameters:
    ///   - screen: The screen of the page.
    ///   - row: The row with the focus.
    ///   - manifest: The manifest of the page's feature.
    ///   - catalogue: The features that a person can open.
    package static func entries(
        of screen: Screen, on row: Row?, manifest: FeatureManifest, catalogue: [FeatureManifest]
    ) -> [PaletteEntry] {
        func presses(_ buttons: [Button], detail: String = "", of row: Row? = nil) -> [PaletteEntry] {
            buttons.filter(\.enabled).map { PaletteEntry($0.title, detail, .press($0, row: row)) }
        }
        var buttons = KeyedButton.keyed(screen.buttons, canRetry: false, hasRowButtons: false, of: manifest)
        // Buttons that ask first come after the others, as on a page.
        buttons = buttons.filter { !$0.asksFirst } + buttons.filter(\.asksFirst)
        var inSections: [Button] = []
        screen.forEachElement { if case .section(let section) = $0 { inSections += section.buttons } }
        let sorts = screen.lists.flatMap { $0.columns ?? [] }.compactMap { column in
            column.sort.flatMap { sort in
                sort.enabled ? PaletteEntry("Sort by \(column.title)", .press(sort, row: nil)) : nil
            }
        }
        let up = screen.up.map { link in
            PaletteEntry(
                link.title ?? catalogue.first { $0.id == link.feature }?.title ?? link.feature, "Up", .up(link))
        }
        let rows = screen.lists.flatMap(\.rows).compactMap { row in
            row.opens.map { PaletteEntry(row.title, .row($0)) }
        }
        return presses(row?.buttons ?? [], detail: row?.title ?? "", of: row)
            + presses(buttons.map(\.button) + inSections) + sorts + presses(screen.lists.compactMap(\.more))
            + [up].compactMap(\.self)
            + catalogue.map { PaletteEntry($0.title, $0.summary, .feature(FeatureLink(feature: $0.id))) }
            + rows + (screen.search(manifest.actions) == nil ? [] : [PaletteEntry("Search the list", .search)])
    }

    /// How an entry is found.
    package var finding: PaletteQuery.Finding {
        switch target {
        case .row: .row
        case .search: .always
        case .up, .feature: .place
        case .press: .name
        }
    }
}

extension PaletteEntry {
    private init(_ title: String, _ target: Target) { self.init(title, "", target) }
}
