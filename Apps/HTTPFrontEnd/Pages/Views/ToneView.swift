import FeatureKit

/// The view of a tone: a CSS class for its colour, and a sign with a word for people who do not see the colour.
struct ToneView {
    let name: String
    let sign: String
    let word: String

    /// Creates the view; `nil` for the plain tone, which needs no sign.
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
    /// The number of the running action that the notice describes.
    ///
    /// The script removes the notice when the action ends.
    var running: Int?
    /// The address of the link with which a person without script reloads the page.
    var address: String?
    /// The notice's button.
    var action: ActionView?
    /// The address of the notice's link.
    var opens: String?

    init(_ notice: Notice) {
        (words, tone) = (notice.text, ToneView(notice.tone))
    }

    /// Creates the notice that an action is still running.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - number: The number with which the page requests the result. Without a number, the notice disappears after a
    ///     while.
    ///   - again: The address of the page, if the notice has the link that reads it again.
    init(running action: Action, number: Int?, again: String? = nil) {
        self.init(Notice("“\(action.title)” is still running.", tone: .accent))
        (running, address) = (number, again)
    }
}
