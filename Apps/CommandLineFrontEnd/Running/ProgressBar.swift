import FeatureKit

/// A progress bar as text.
package enum ProgressBar {
    /// The width of the bar in cells.
    private static let width = 24

    /// Returns the bar and the percentage for a share from 0 to 1.
    ///
    /// The bar grows in steps of an eighth of a cell.
    package static func line(share: Double) -> String {
        let share = min(1, max(0, share))
        let eighths = Int(share * Double(width * 8))
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let bar = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
        let percentage = String(share.percent)
        return "▕" + bar + String(repeating: " ", count: width - bar.count) + "▏"
            + String(repeating: " ", count: 4 - percentage.count) + percentage + " %"
    }
}
