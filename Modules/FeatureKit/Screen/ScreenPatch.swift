/// The change from one frame of a session to a later one, for a client that has the first.
///
/// Its wire format is that of ``ScreenDiff`` with two more members, the revisions `from` and `to`:
///
/// ```json
/// {"from":5,"to":6,"lists":{"dogs":[{"set":"3","detail":"4","values":{"age":4},"arguments":{"revision":9}}]}}
/// ```
public struct ScreenPatch: Sendable, Hashable {
    /// The revision of the frame that it starts from.
    public let from: Int
    /// The revision of the frame that it leads to.
    public let to: Int
    /// How the screens differ; empty where a later frame shows what the first one did.
    public let diff: ScreenDiff

    /// Tells what leads from a frame to a later one; `nil` if they are not of one session, in this order.
    public init?(from old: Frame, to new: Frame) {
        guard old.session == new.session, old.feature == new.feature, old.revision < new.revision else { return nil }
        (from, to) = (old.revision, new.revision)
        diff = ScreenDiff(from: old.screen, to: new.screen) ?? ScreenDiff()
    }
}

extension ScreenPatch: Codable {
    private enum CodingKeys: CodingKey { case from, to }

    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        from = try container.decode(Int.self, forKey: .from)
        to = try container.decode(Int.self, forKey: .to)
        diff = try ScreenDiff(from: decoder)
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(from, forKey: .from)
        try container.encode(to, forKey: .to)
        try diff.encode(to: encoder)
    }
}

extension Frame {
    /// Returns the frame that a patch leads to.
    ///
    /// Throws ``ScreenDiff/Mismatch`` if the patch does not start from this frame's revision, or does not fit its screen.
    public func applying(_ patch: ScreenPatch) throws -> Frame {
        guard patch.from == revision, patch.to > revision else {
            throw ScreenDiff.Mismatch.revision(revision, from: patch.from, to: patch.to)
        }
        return Frame(
            session: session, feature: feature, revision: patch.to, screen: try screen.applying(patch.diff))
    }
}
