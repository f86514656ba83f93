package import FeatureKit
package import TerminalKit

/// The state of an interactive view: a value that events change and that can be painted.
///
/// It uses no terminal, session or clock: ``reduce(_:at:)`` turns events into effects, `painted(depth:)` draws. Tests
/// cover all behaviour without them.
package struct InteractiveState: Sendable {
    /// An overlay in front of the page, which gets the keys.
    enum Overlay: Sendable {
        /// The help, from a line on.
        case help(from: Int)
        case menu(MenuState)
        case palette(PaletteState)
        case form(FormState)
        case confirmation(Confirmation)
    }

    /// The confirmation of an action.
    struct Confirmation: Sendable {
        let button: Button
        let row: Row?
        /// The form that was filled in before; `nil` if the button needs none.
        var form: FormState?
        /// The arguments to perform the action with.
        var arguments: [String: FieldValue]

        init(button: Button, row: Row?) {
            (self.button, self.row, arguments) = (button, row, button.arguments)
        }

        /// Whether the button that performs the action is focused.
        ///
        /// At first the other one is.
        var isConfirming = false
    }

    /// A notice and the time of its removal.
    struct ShownNotice: Sendable {
        let notice: Notice
        /// The key of the page that it is about.
        let page: Int
        var deadline: Duration
    }

    /// The time that a notice is shown.
    ///
    /// Warnings and errors are shown longer.
    static func lifetime(of tone: Tone) -> Duration {
        switch tone {
        case .critical, .warning: .seconds(10)
        case .plain, .accent, .positive: .seconds(5)
        }
    }
    /// The most notices shown at once.
    ///
    /// A new one replaces the oldest.
    static let noticesLimit = 3
    /// The time between two pictures of the spinner.
    static let spinnerInterval = Duration.milliseconds(80)

    /// The features that can be opened.
    let catalogue: [FeatureManifest]
    /// The pages, the visible one last; never empty.
    var pages: [InteractivePage]
    var overlay: Overlay?
    var notices: [ShownNotice] = []
    /// The text typed into forms and not sent.
    var drafts: [FormState.Identity: [String: String]] = [:]
    /// The forms of the running calls.
    var senders: [Int: FormState.Identity] = [:]
    /// The time of the last event.
    var now = Duration.zero
    var size: Terminal.Size
    var lastPage = 0
    var lastCall = 0

    /// Creates the state of a view that waits for its first frame.
    ///
    /// - Parameters:
    ///   - manifest: The feature's manifest; its page has the key 0.
    ///   - catalogue: The features that can be opened.
    package init(_ manifest: FeatureManifest, catalogue: [FeatureManifest], size: Terminal.Size) {
        (self.catalogue, self.size) = (catalogue, size)
        pages = [InteractivePage(key: 0, manifest: manifest, width: size.columns, height: 0)]
        fitPage()
    }

    /// The visible page.
    var page: InteractivePage {
        get { pages[pages.count - 1] }
        set { pages[pages.count - 1] = newValue }
    }

    /// The time of the next change without an event; `nil` if there is none.
    package var nextChange: Duration? {
        var next = notices.map(\.deadline).min()
        if isBusy {
            let picture = now - Self.rest(now, Self.spinnerInterval) + Self.spinnerInterval
            next = min(next ?? picture, picture)
        }
        return next
    }

    /// Whether the spinner is shown.
    var isBusy: Bool {
        page.screen.phase.isLoading || !page.calls.isEmpty || page.connection != .live
    }

    /// The spinner's current picture.
    var spinner: Character {
        let pictures: [Character] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        return pictures[Int(now / Self.spinnerInterval) % pictures.count]
    }

    private static func rest(_ time: Duration, _ interval: Duration) -> Duration {
        time - interval * (time / interval).rounded(.down)
    }

    /// Resizes the visible page to the available room.
    mutating func fitPage() {
        let areas = ScreenAreas(self)
        page.resize(width: size.columns, height: areas.content.count)
    }

    // MARK: - Facts for tests

    /// The id of the selected row.
    package var selectedRow: String? { page.selection?.id }
    /// A description of an inconsistent selection or scroll position; `nil` if they are consistent.
    package var fault: String? {
        let page = page
        if let focus = page.focus {
            guard page.layout.line(of: focus) != nil else { return "the focused part is not on the page" }
            if case .field(let form, let name) = focus, page.view.forms[form]?.focus != name {
                return "the focused field is not entered"
            }
        } else if let selection = page.selection {
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
