public import FeatureKit
import TerminalKit

extension ScreenRendition {
    /// The cells that the interactive view paints, each line between bars.
    ///
    /// ```text
    /// | Doggies         ● live |
    /// |────────────────────────|
    /// ```
    ///
    /// - Parameters:
    ///   - columns: The terminal's width.
    ///   - lines: The terminal's height.
    ///   - styled: Whether to add the style of each cell as a letter, and a legend.
    public static func cells(columns: Int = 80, lines: Int = 24, styled: Bool = false) -> ScreenRendition {
        ScreenRendition("\(columns) × \(lines) cells") { frame, manifest in
            var state = InteractiveState(manifest, catalogue: [], size: .init(columns: columns, lines: lines))
            _ = state.reduce(.source(page: 0, .frame(frame)), at: .zero)
            let buffer = state.painted(depth: .full)
            return styled ? buffer.picture : buffer.characters
        }
    }
}
