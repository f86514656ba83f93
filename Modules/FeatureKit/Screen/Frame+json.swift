extension Frame {
    /// The frame as JSON in UTF-8, in the wire format of ``Screen``; equal frames give equal bytes.
    ///
    /// Bytes can differ where Swift holds values equal that are written differently: composed and decomposed characters, a
    /// zero and its negative.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.raw("{")
        writer.members(of: self)
        writer.raw("}")
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
    /// The answer as JSON in UTF-8: the members of its frame, and `notices`.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.raw("{")
        writer.members(of: frame)
        writer.raw(",\"notices\":")
        writer.array(notices) { $0.notice($1) }
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
