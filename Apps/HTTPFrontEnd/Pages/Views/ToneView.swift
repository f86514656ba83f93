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
    /// The number of the action that it says is running; it goes when that has ended.
    var running: Int?
    /// Where a person without script looks again whether it has.
    var address: String?

    init(_ notice: Notice) {
        (words, tone) = (notice.text, ToneView(notice.tone))
    }

    /// Says that an action of a session is running.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - number: The number under which pages follow it; without one the notice goes by itself.
    ///   - session: The session.
    init(running action: Action, number: Int?, in session: String) {
        self.init(Notice("“\(action.title)” is still running.", tone: .accent))
        (running, address) = (number, "/sessions/\(session)")
    }
}
