public import FeatureKit
import TerminalKit

extension ScreenRendition {
    /// What the interactive view paints on a terminal: each line between bars.
    ///
    /// ```text
    /// | Doggies         ● live |
    /// |────────────────────────|
    /// ```
    ///
    /// - Parameters:
    ///   - columns: How wide the terminal is.
    ///   - lines: How high it is.
    ///   - styled: Whether it is followed by how each cell is set, a letter for each style, and what the letters mean.
    public static func cells(columns: Int = 80, lines: Int = 24, styled: Bool = false) -> ScreenRendition {
        ScreenRendition("\(columns) × \(lines) cells") { frame, manifest in
            var state = InteractiveState(manifest, catalogue: [], size: .init(columns: columns, lines: lines))
            _ = state.reduce(.source(page: 0, .frame(frame)), at: .zero)
            let buffer = state.painted(depth: .full)
            return styled ? buffer.picture : buffer.characters
        }
    }
}
