/// The difference between two frames of a session.
///
/// A client that has the older frame applies the patch to get the newer frame.
///
/// The wire format is the format of ``ScreenDiff`` with two more members, the revisions `from` and `to`:
///
/// ```json
/// {"from":5,"to":6,"lists":{"dogs":[{"set":"3","detail":"4","values":{"age":4},"arguments":{"revision":9}}]}}
/// ```
public struct ScreenPatch: Sendable, Hashable {
    /// The revision of the older frame.
    public let from: Int
    /// The revision of the newer frame.
    public let to: Int
    /// The difference between the screens.
    ///
    /// It is empty if both frames show the same screen.
    public let diff: ScreenDiff

    /// Creates the patch between two frames.
    ///
    /// Returns `nil` unless both frames belong to the same session and `new` has the greater revision.
    public init?(from old: Frame, to new: Frame) {
        guard old.session == new.session, old.feature == new.feature, old.revision < new.revision else { return nil }
        (from, to) = (old.revision, new.revision)
        diff = ScreenDiff(from: old.screen, to: new.screen) ?? ScreenDiff()
    }
}

extension ScreenPatch: Decodable {
    private enum CodingKeys: CodingKey, CaseIterable { case from, to }

    /// Decodes the value from its wire format.
    ///
    /// - Throws: `DecodingError` also for an edit or a member of a later vocabulary, which a client must not ignore: it
    ///   would show an old part of the screen. The client then asks for the whole frame.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        from = try container.decode(Int.self, forKey: .from)
        to = try container.decode(Int.self, forKey: .to)
        diff = try ScreenDiff(from: decoder, besides: CodingKeys.allCases.map(\.stringValue))
    }
}

extension Frame {
    /// Returns the newer frame: this frame with a patch applied.
    ///
    /// - Throws: ``ScreenDiff/Mismatch`` if the patch is for another revision, or does not fit this frame's screen.
    public func applying(_ patch: ScreenPatch) throws -> Frame {
        guard patch.from == revision, patch.to > revision else {
            throw ScreenDiff.Mismatch.revision(revision, from: patch.from, to: patch.to)
        }
        return Frame(
            session: session, feature: feature, revision: patch.to, screen: try screen.applying(patch.diff))
    }
}
