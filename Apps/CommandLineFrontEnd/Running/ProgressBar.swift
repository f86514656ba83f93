/// A bar that grows with a share of work done.
package enum ProgressBar {
    /// How many cells the bar itself has.
    private static let width = 24

    /// The line at a share: the bar, to eighths of a cell, and the percentage.
    package static func line(share: Double) -> String {
        let share = min(1, max(0, share))
        let eighths = Int(share * Double(width * 8))
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let bar = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
        let percentage = String(Int(share * 100))
        return "▕" + bar + String(repeating: " ", count: width - bar.count) + "▏"
            + String(repeating: " ", count: 4 - percentage.count) + percentage + " %"
    }
}
