package import FeatureKit
import Interaction
package import TerminalKit

/// The state of an interactive view: a value that events change and that can be painted.
///
/// This type uses no terminal, session or clock: ``reduce(_:at:)`` turns events into effects, and `painted(depth:)`
/// draws the state. Tests can therefore cover all of its behaviour.
package struct InteractiveState: Sendable {
    /// An overlay in front of the page.
    ///
    /// The overlay receives the keys.
    enum Overlay: Sendable {
        case menu(MenuState)
        case palette(PaletteState)
        case form(FormState)
        case confirmation(Confirmation)
        case details(RowDetails)
    }

    /// A notice and the time at which it disappears.
    struct ShownNotice: Sendable {
        var notice: Notice
        /// The key of the page that the notice is about.
        let page: Int
        /// Whether the view itself says that an action has succeeded.
        ///
        /// A notice of the session replaces this notice.
        var isOwn = false
        /// The words to say again as soon as the page shows the effect of the action; `nil` for any other notice.
        var early: (words: SuccessWords, revision: Int)?
        /// Whether the notice stays when the person goes to another place.
        ///
        /// A notice of the session waits for a person, and a success can lead to another place. Any other notice belongs
        /// to its place.
        var stays = false
        /// Whether no box may cover the notice, because the same key acts when it is pressed again.
        var isPinned = false
        /// The form whose draft the notice speaks of; `nil` for any other notice.
        var draft: FormState.Identity?
        var deadline: Duration
    }

    /// Returns how long a notice is shown.
    ///
    /// Warnings and errors are shown longer than other notices.
    static func lifetime(of tone: Tone) -> Duration {
        switch tone {
        case .critical, .warning: .seconds(10)
        case .plain, .accent, .positive: .seconds(5)
        }
    }
    /// The maximum number of notices that are shown at once.
    ///
    /// At the maximum, a new notice replaces the oldest one. Only a tall terminal has room for a third.
    var noticesLimit: Int { size.lines >= 36 ? 3 : 2 }
    /// The time between two pictures of the spinner animation.
    static let spinnerInterval = Duration.milliseconds(80)

    /// The features that the user can open.
    let catalogue: [FeatureManifest]
    /// Whether the sessions run on a server.
    let isRemote: Bool
    /// The name and the colours of the view.
    var look: Look
    /// The pages.
    ///
    /// The last page is the visible one. The array is never empty.
    var pages: [InteractivePage]
    var overlay: Overlay?
    /// The help, which is in front of everything else; `nil` without help.
    var help: HelpState?
    /// The keys that wait for rows.
    var held = HeldKeys()
    /// The records that the focused field can name; `nil` if it names none.
    var references: ReferenceList?
    /// The number of the last question for such records.
    var lastQuestion = 0
    var notices: [ShownNotice] = []
    /// The text that the user typed into forms and did not send.
    var drafts: [FormState.Identity: FormState.Draft] = [:]
    /// The texts that were not sent when the person was last asked whether to quit.
    var textsAskedAbout: [String] = []
    /// The running calls of closed pages, by call key.
    var closedCalls: [Int: RunningCall] = [:]
    /// The scroll bar on which the person has pressed the mouse button; `nil` if it is released or elsewhere.
    var draggedBar: ScrollBar?
    /// The time of the last event.
    var now = Duration.zero
    var size: Terminal.Size
    var lastPage = 0
    var lastCall = 0

    /// Creates the state of a view that waits for its first frame.
    ///
    /// - Parameters:
    ///   - manifest: The manifest of the first feature. The key of its page is 0.
    ///   - catalogue: The features that the user can open.
    ///   - look: The name and the colours of the view.
    ///   - isRemote: Whether the sessions run on a server.
    package init(
        _ manifest: FeatureManifest, catalogue: [FeatureManifest], size: Terminal.Size, look: Look = Look(),
        isRemote: Bool = false
    ) {
        (self.catalogue, self.size, self.look, self.isRemote) = (catalogue, size, look, isRemote)
        pages = [InteractivePage(key: 0, manifest: manifest, width: size.columns, height: 0)]
        fitPage()
    }

    /// The visible page.
    var page: InteractivePage {
        get { pages[pages.count - 1] }
        set { pages[pages.count - 1] = newValue }
    }

    /// The time at which the view changes even without an event; `nil` if it changes only with events.
    package var nextChange: Duration? {
        var next = notices.map(\.deadline).min()
        if !page.marks.shown.isEmpty { next = min(next ?? page.marksEnd, page.marksEnd) }
        if let due = references?.due { next = min(next ?? due, due) }
        if let begun = page.callingSince, !isBusy {
            next = min(next ?? begun + Self.patience, begun + Self.patience)
        }
        if isBusy {
            let picture = now - Self.rest(now, Self.spinnerInterval) + Self.spinnerInterval
            next = min(next ?? picture, picture)
        }
        return next
    }

    /// Whether the spinner is shown.
    var isBusy: Bool {
        page.screen.phase.isLoading || isWorking || !page.work.isEmpty || page.connection != .live
    }

    /// The current picture of the spinner.
    var spinner: Character {
        let pictures: [Character] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        return pictures[Int(now / Self.spinnerInterval) % pictures.count]
    }

    private static func rest(_ time: Duration, _ interval: Duration) -> Duration {
        time - interval * (time / interval).rounded(.down)
    }

    /// Resizes the visible page to the available lines and columns.
    mutating func fitPage() {
        let areas = ScreenAreas(self)
        page.resize(width: size.columns, height: areas.content.count, lines: size.lines)
    }

    // MARK: - State for tests

    /// The id of the selected row.
    package var selectedRow: String? { page.selection?.id }
    /// The names of the keys of what is in front of the page; empty without an overlay and a filter.
    package var explainedKeys: Set<String> {
        Set((front?.legends(in: self) ?? []).flatMap(\.names))
    }
    /// The keys that the hint line names.
    package var hintedKeys: [KeyPress] { hints.flatMap(\.presses) }
    /// A description of an inconsistent focus, selection or scroll position; `nil` if the state is consistent.
    package var fault: String? {
        let page = page
        if let focus = page.focus {
            guard page.layout.line(of: focus) != nil else { return "the page does not contain the focused part" }
            if case .field(let form, let name) = focus, page.view.forms[form]?.focus != name {
                return "the page and the form focus different fields"
            }
        } else if let selection = page.selection {
            if page.layout.row(selection.number)?.id != selection.id { return "the selected row does not exist" }
            guard let line = page.selectedLine else { return "the selected row has no line" }
            let inSight = page.linesInSight
            if !inSight.contains(line), inSight.contains(where: { page.layout.row(onLine: $0) != nil }) {
                return "line \(line) of the selected row is outside the visible lines \(inSight)"
            }
        } else if page.layout.rowCount > 0 {
            return "the page has rows, but no row is selected"
        }
        if page.top < 0 || page.top > max(0, page.layout.lineCount - page.height) {
            return "the first visible line is \(page.top), which is out of range"
        }
        return switch overlay {
        case .form(let form) where !(0..<form.stopCount).contains(form.focus): "the form's focus is out of range"
        case .menu(let menu) where !menu.choices.indices.contains(menu.index): "the menu's choice is out of range"
        case .palette(let palette) where !palette.found.isEmpty && !palette.found.indices.contains(palette.index):
            "the palette's choice is out of range"
        default: nil
        }
    }
}
