/// The current frame of one session, and whether a commit is scheduled.
///
/// It implements these guarantees of ``Session``:
///
/// - 1, *one turn, one frame*: ``schedule()`` allows one commit after the first draw of a turn. ``commit(_:)`` then
///   makes one frame of everything that the turn has drawn. The first frame has revision 0 and the phase `loading`.
/// - 2, *replay*: Only ``commit(_:)`` changes the revision. It adds 1, and only if the screen differs.
/// - 6, *an answer shows its own effect*: ``current`` is a value, so the frame of an answer never changes.
package struct Frames {
    /// The current frame.
    package private(set) var current: Frame
    /// Whether a commit is scheduled.
    ///
    /// It is `true` at first. The first turn of `start` ends with a commit, so draws before that need no other commit.
    package private(set) var isScheduled = true

    /// Creates the first frame, with an empty screen.
    package init(session: String, feature: String) {
        current = Frame(session: session, feature: feature, revision: 0, screen: Screen(phase: .loading))
    }

    /// Sets the screen of the first frame to the screen that the launch has drawn.
    ///
    /// The phase stays `loading`.
    package mutating func begin(with screen: Screen) {
        current.screen = screen
        current.screen.phase = .loading
    }

    /// Records a draw.
    ///
    /// Returns whether the caller must schedule a commit.
    package mutating func schedule() -> Bool {
        guard !isScheduled else { return false }
        isScheduled = true
        return true
    }

    /// Records that the scheduled commit has begun.
    ///
    /// The next draw schedules another commit.
    package mutating func beginCommit() {
        isScheduled = false
    }

    /// Makes a new frame with the next revision if the drawn screen differs from the current screen.
    ///
    /// - Returns: Whether there is a new frame.
    package mutating func commit(_ screen: Screen) -> Bool {
        var screen = screen
        screen.shareRows(with: current.screen)
        guard screen != current.screen else { return false }
        current.revision += 1
        current.screen = screen
        return true
    }

    /// Throws an error unless the current revision is one of the revisions that the caller of an action expects.
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
