package import FeatureKit
package import TerminalKit

/// Everything that an interactive view is at a moment: a value that events change and that can be painted.
///
/// It knows no terminal, no session and no clock. ``reduce(_:at:)`` takes what happens and says what is to be done;
/// `paint(on:depth:)` draws it. So all that a person can see and do is tested without either.
package struct InteractiveState: Sendable {
    /// What stands before the page and takes the keys.
    enum Overlay: Sendable {
        /// Every key, from a line on.
        case help(from: Int)
        case menu(MenuState)
        case palette(PaletteState)
        case form(FormState)
        case confirmation(Confirmation)
    }

    /// A question before something is lost.
    struct Confirmation: Sendable {
        let button: Button
        let row: Row?
        /// Whether the focus is on doing it; at first it is on leaving things as they are.
        var isConfirming = false
    }

    /// A notice and when it goes.
    struct ShownNotice: Sendable {
        let notice: Notice
        var deadline: Duration
    }

    /// How long a notice stays; one of something wrong stays longer.
    static func lifetime(of tone: Tone) -> Duration {
        switch tone {
        case .critical, .warning: .seconds(10)
        case .plain, .accent, .positive: .seconds(5)
        }
    }
    /// How many notices are shown at once; beyond it the oldest goes.
    static let noticesLimit = 3
    /// How long a picture of the spinner stays.
    static let spinnerInterval = Duration.milliseconds(80)

    /// The features that can be launched.
    let catalogue: [FeatureManifest]
    /// The pages, the one in sight last; never empty.
    var pages: [InteractivePage]
    var overlay: Overlay?
    var notices: [ShownNotice] = []
    /// What was typed into forms and not sent.
    var drafts: [FormState.Identity: [String: String]] = [:]
    /// The forms that calls under way were sent by.
    var senders: [Int: FormState.Identity] = [:]
    /// When the last event came.
    var now = Duration.zero
    var size: Terminal.Size
    var lastPage = 0
    var lastCall = 0

    /// Creates a view of one feature, of which nothing is known yet but its manifest.
    ///
    /// - Parameters:
    ///   - manifest: The feature's manifest; its page has the key 0.
    ///   - catalogue: The features that can be launched from here.
    package init(_ manifest: FeatureManifest, catalogue: [FeatureManifest], size: Terminal.Size) {
        (self.catalogue, self.size) = (catalogue, size)
        pages = [InteractivePage(key: 0, manifest: manifest, width: size.columns, height: 0)]
        fitPage()
    }

    /// The page in sight.
    var page: InteractivePage {
        get { pages[pages.count - 1] }
        set { pages[pages.count - 1] = newValue }
    }

    /// Until when nothing changes by itself; `nil` for as long as nothing happens.
    package var nextChange: Duration? {
        var next = notices.map(\.deadline).min()
        if isBusy {
            let picture = now - Self.rest(now, Self.spinnerInterval) + Self.spinnerInterval
            next = min(next ?? picture, picture)
        }
        return next
    }

    /// Whether a spinner turns.
    var isBusy: Bool {
        page.screen.phase.isLoading || !page.calls.isEmpty || page.connection != .live
    }

    /// The spinner's picture now.
    var spinner: Character {
        let pictures: [Character] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        return pictures[Int(now / Self.spinnerInterval) % pictures.count]
    }

    private static func rest(_ time: Duration, _ interval: Duration) -> Duration {
        time - interval * (time / interval).rounded(.down)
    }

    /// Gives the page in sight the room that there is.
    mutating func fitPage() {
        let areas = ScreenAreas(self)
        page.resize(width: size.columns, height: areas.content.count)
    }

    // MARK: - Facts for tests

    /// Which row is selected, by its id.
    package var selectedRow: String? { page.selection?.id }
    /// Where the selection and what is in sight are, whether that is possible, and what is wrong if not.
    package var fault: String? {
        let page = page
        if let selection = page.selection {
            if page.layout.row(selection.number)?.id != selection.id { return "the selection is no row" }
            guard let line = page.selectedLine else { return "the selection has no line" }
            let inSight = page.linesInSight
            if !inSight.contains(line), inSight.contains(where: { page.layout.row(onLine: $0) != nil }) {
                return "line \(line) is not in sight, \(inSight) is"
            }
        } else if page.layout.rowCount > 0 {
            return "there are rows, and none is selected"
        }
        if page.top < 0 || page.top > max(0, page.layout.lineCount - page.height) {
            return "\(page.top) is no first line"
        }
        return switch overlay {
        case .form(let form) where !(0..<form.stopCount).contains(form.focus): "the form has no focus"
        case .menu(let menu) where !menu.choices.indices.contains(menu.index): "the menu has no choice"
        case .palette(let palette) where !palette.found.isEmpty && !palette.found.indices.contains(palette.index):
            "the palette has no choice"
        default: nil
        }
    }
}
