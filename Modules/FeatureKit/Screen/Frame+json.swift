extension Frame {
    /// The frame as JSON in UTF-8.
    ///
    /// Equal frames have equal bytes, with two exceptions. Swift treats a composed and a decomposed character as equal,
    /// although their bytes differ. Swift also treats `0.0` and `-0.0` as equal.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.raw("{")
        writer.members(of: self)
        writer.raw("}")
        return writer.bytes
    }
}

extension Frame {
    /// Returns the frame as JSON in UTF-8, with the member `work` if any calls take long.
    package func json(with work: [RunningWork]) -> [UInt8] {
        guard !work.isEmpty else { return json }
        var writer = JSONWriter(capacity: 512)
        writer.raw("{")
        writer.members(of: self)
        writer.raw(",\"work\":")
        writer.array(work) { $0.work($1) }
        writer.raw("}")
        return writer.bytes
    }
}

extension Screen {
    /// The screen as JSON in UTF-8.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.screen(self)
        return writer.bytes
    }
}

extension Notice {
    /// The notice as JSON in UTF-8.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 64)
        writer.notice(self)
        return writer.bytes
    }
}

extension Answer {
    /// The answer as JSON in UTF-8.
    ///
    /// The object has the members of the frame and the member `notices`. It has the member `opens` if the action sends
    /// its caller to another place, and the member `change` if the action has changed records.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.raw("{")
        writer.members(of: frame)
        writer.raw(",\"notices\":")
        writer.array(notices) { $0.notice($1) }
        writer.member(",\"opens\":", opens)
        if let change {
            writer.raw(",\"change\":")
            writer.integer(change)
        }
        writer.raw("}")
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func members(of frame: Frame) {
        raw("\"session\":")
        string(frame.session)
        raw(",\"feature\":")
        string(frame.feature)
        raw(",\"revision\":")
        integer(frame.revision)
        raw(",\"screen\":")
        screen(frame.screen)
    }
}
