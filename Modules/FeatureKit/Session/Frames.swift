/// The committed frames of one session: the current one, its revision, and whether a commit is due.
///
/// It keeps these of ``Session``'s guarantees:
///
/// - 1, *one turn, one frame*: ``schedule()`` admits one commit after the first draw of a turn, and ``commit(_:)``
///   makes one frame of everything drawn by then. The first frame has revision 0 and the phase `loading`.
/// - 2, *replay*: ``commit(_:)`` alone changes the revision, by one, and only for a screen that differs.
/// - 6, *an answer shows its own effect*: ``current`` is a value, so an answer that holds it does not change any more.
package struct Frames {
    /// The current frame.
    package private(set) var current: Frame
    /// Whether a commit will come; `true` at first, because `start` commits its first turn itself.
    private var isScheduled = true

    /// Creates the first frame, with an empty screen.
    package init(session: String, feature: String) {
        current = Frame(session: session, feature: feature, revision: 0, screen: Screen(phase: .loading))
    }

    /// Gives the first frame the screen that the launch has drawn; the phase stays `loading` until `start` has run.
    package mutating func begin(with screen: Screen) {
        current.screen = screen
        current.screen.phase = .loading
    }

    /// Records that something was drawn; returns whether the caller must schedule a commit.
    package mutating func schedule() -> Bool {
        guard !isScheduled else { return false }
        isScheduled = true
        return true
    }

    /// Records that the scheduled commit is under way; the next draw schedules another.
    package mutating func beginCommit() {
        isScheduled = false
    }

    /// Makes a drawn screen the current frame, under the next revision, if it differs from the current one.
    ///
    /// - Returns: Whether there is a new frame.
    package mutating func commit(_ screen: Screen) -> Bool {
        guard screen != current.screen else { return false }
        current.revision += 1
        current.screen = screen
        return true
    }

    /// Refuses an action whose caller expects another revision than the current one.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/outdated``.
    package func verifyRevision(in expected: Set<Int>) throws(FeatureError) {
        guard !expected.contains(current.revision) else { return }
        let wanted = expected.count == 1 ? expected.first.map { "revision \($0)" } : nil
        throw FeatureError(
            .outdated,
            "expected \(wanted ?? "another revision"), the session is at \(current.revision); "
                + "fetch the screen and try again")
    }
}
