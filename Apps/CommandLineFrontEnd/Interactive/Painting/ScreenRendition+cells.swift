public import FeatureKit
import TerminalKit

extension ScreenRendition {
    /// Renders the cells that the interactive view paints.
    ///
    /// Each line is enclosed in bars.
    ///
    /// ```text
    /// | Doggies         ● live |
    /// |────────────────────────|
    /// ```
    ///
    /// - Parameters:
    ///   - columns: The terminal's width.
    ///   - lines: The terminal's height.
    ///   - styled: Whether to add a letter for the style of each cell, and a legend of the letters.
    public static func cells(columns: Int = 80, lines: Int = 24, styled: Bool = false) -> ScreenRendition {
        ScreenRendition("\(columns) × \(lines) cells") { frame, manifest in
            var state = InteractiveState(manifest, catalogue: [], size: .init(columns: columns, lines: lines))
            _ = state.reduce(.source(page: 0, .frame(frame)), at: .zero)
            let buffer = state.painted(depth: .full)
            return styled ? buffer.picture : buffer.characters
        }
    }
}
