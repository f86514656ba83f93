import FeatureKit

/// A mood as a page shows it: a class for colour, and a sign with a word for who does not see the colour.
struct ToneView {
    let name: String
    let sign: String
    let word: String

    /// `nil` for the plain mood, which needs no sign.
    init?(_ tone: Tone?) {
        switch tone {
        case .accent: (sign, word) = ("★", "Highlighted")
        case .positive: (sign, word) = ("✓", "Good")
        case .warning: (sign, word) = ("!", "Warning")
        case .critical: (sign, word) = ("✕", "Problem")
        case .plain, nil: return nil
        }
        name = tone?.rawValue ?? ""
    }
}

/// A notice as a page shows it.
struct NoticeView {
    let words: String
    let tone: ToneView?

    init(_ notice: Notice) {
        (words, tone) = (notice.text, ToneView(notice.tone))
    }
}
