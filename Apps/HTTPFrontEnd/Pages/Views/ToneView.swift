import FeatureKit

/// A tone on a page: a class for its colour, and a sign with a word for people who do not see the colour.
struct ToneView {
    let name: String
    let sign: String
    let word: String

    /// `nil` for the plain tone, which needs no sign.
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

/// A notice on a page.
struct NoticeView {
    let words: String
    let tone: ToneView?
    /// The number of the running action that it is about.
    ///
    /// The notice is removed when the action ends.
    var running: Int?
    /// The address that a person without script loads again.
    var address: String?
    /// The button that it offers.
    var action: ActionView?
    /// The address that it leads to.
    var opens: String?

    init(_ notice: Notice) {
        (words, tone) = (notice.text, ToneView(notice.tone))
    }

    /// Creates the notice that an action is running.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - number: The number by which the page asks for the result. Without one the notice disappears after a while.
    ///   - session: The session's id.
    init(running action: Action, number: Int?, in session: String) {
        self.init(Notice("“\(action.title)” is still running.", tone: .accent))
        (running, address) = (number, "/sessions/\(session)")
    }
}
