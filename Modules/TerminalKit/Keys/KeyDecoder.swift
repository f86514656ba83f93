/// A decoder that turns the bytes of a terminal into keys.
///
/// It decodes UTF-8, control characters, the ECMA-48 sequences of xterm (CSI, SS3, modifiers), the mouse wheel and the
/// mouse buttons in SGR format (DEC mode 1006), bracketed paste (mode 2004) and reports of colours (OSC). It skips an unknown sequence as a
/// whole, and never treats a part of the sequence as text. Bytes may arrive in pieces of any size.
package struct KeyDecoder: Sendable {
    private static let escape: UInt8 = 0x1B
    private static let interrupt: UInt8 = 0x03
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// The greatest length of a key's sequence in bytes.
    private static let longestSequence = 64
    /// The greatest number of bytes of one paste that the decoder keeps.
    private static let longestPaste = 1 << 20

    private var pending: [UInt8] = []
    private var pasted: [UInt8]?

    /// Creates a decoder.
    package init() {}

    /// The number of buffered bytes.
    ///
    /// The number has an upper limit for every input.
    package var heldByteCount: Int { pending.count + (pasted?.count ?? 0) }

    /// Whether the decoder waits for the rest of a sequence.
    ///
    /// While it waits, call ``flush()`` if no bytes arrive for a short time.
    package var isWaiting: Bool { !pending.isEmpty }

    /// Decodes the next bytes.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [KeyPress] {
        var keys: [KeyPress] = []
        var last: UInt8?
        for byte in bytes {
            if pasted != nil { takePasted(byte, into: &keys) } else { take(byte, into: &keys) }
            last = byte
        }
        // The end of a paste may never arrive. If Ctrl-C is the last byte, a person has pressed it, and it ends the
        // paste. Otherwise Ctrl-C is a part of the pasted text.
        if last == Self.interrupt, pasted != nil {
            pasted = nil
            keys.append(.control("c"))
        }
        return keys
    }

    /// Decodes the pending bytes without waiting for more bytes.
    ///
    /// A pending ESC becomes the escape key.
    package mutating func flush() -> [KeyPress] {
        defer { pending = [] }
        switch pending.count {
        case 1 where pending[0] == Self.escape: return [KeyPress(.escape)]
        case 2 where pending[0] == Self.escape:
            return Self.single(pending[1]).map { $0.adding(.alt) }.map { [$0] } ?? []
        default: return []
        }
    }

    private mutating func takePasted(_ byte: UInt8, into keys: inout [KeyPress]) {
        guard var text = pasted.take() else { return }
        text.append(byte)
        guard byte == Self.pasteEnd.last, text.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] else {
            // If the paste is too long, keep its beginning. Also keep its last bytes, because they can be a part of the
            // sequence that ends the paste.
            let excess = text.count - Self.longestPaste - 2 * Self.pasteEnd.count
            if excess >= 0 { text.removeSubrange(Self.longestPaste..<Self.longestPaste + Self.pasteEnd.count) }
            pasted = text
            return
        }
        let content = text.dropLast(Self.pasteEnd.count).prefix(Self.longestPaste)
        keys.append(KeyPress(.paste(String(decoding: content, as: UTF8.self))))
    }

    private mutating func take(_ byte: UInt8, into keys: inout [KeyPress]) {
        // Within a sequence, ESC starts a new sequence, and CAN and SUB cancel the sequence (ECMA-48, xterm).
        // A report can end with ESC and a backslash, so ESC does not end it yet.
        if byte == Self.escape, pending.count > 0, !isInReport {
            if pending == [Self.escape] { keys.append(KeyPress(.escape)) }
            pending = [byte]
            return
        }
        pending.append(byte)
        switch pending[0] {
        case Self.escape: takeSequence(into: &keys)
        case 0xC2...0xF4: takeCharacter(into: &keys)
        default:
            if let key = Self.single(pending[0]) { keys.append(key) }
            pending = []
        }
    }

    /// Whether the pending bytes are the beginning of a report.
    ///
    /// Alt with a bracket sends the same two bytes, so these two alone are no report yet.
    private var isInReport: Bool { pending.count > 2 && pending[1] == UInt8(ascii: "]") && pending[0] == Self.escape }

    private mutating func takeReport(into keys: inout [KeyPress]) {
        guard pending.count > 2, let last = pending.last else { return }
        let isBroken = pending[pending.count - 2] == Self.escape
        if last == 0x07 || isBroken && last == UInt8(ascii: "\\") {
            let content = pending[2..<pending.count - (isBroken ? 2 : 1)]
            pending = []
            if let key = TerminalReport(content: content).key { keys.append(key) }
        } else if isBroken {
            pending = [Self.escape]
            take(last, into: &keys)
        } else if pending.count > Self.longestSequence || last < 0x20 && last != Self.escape {
            pending = []
        }
    }

    private mutating func takeCharacter(into keys: inout [KeyPress]) {
        let first = pending[0]
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        if pending.count > 1, let last = pending.last, !(0x80...0xBF).contains(last) {
            // This byte cannot continue the sequence, so the sequence ends. The byte itself may be a key.
            pending = []
            return take(last, into: &keys)
        }
        guard pending.count == length else { return }
        if let text = String(validating: pending, as: UTF8.self), let character = text.first {
            keys.append(KeyPress(.character(character)))
        }
        pending = []
    }

    private mutating func takeSequence(into keys: inout [KeyPress]) {
        guard pending.count > 1 else { return }
        switch pending[1] {
        case UInt8(ascii: "["):
            guard pending.count > 2 else { return }
            let last = pending[pending.count - 1]
            if pending.count == 3, last == UInt8(ascii: "[") { return }  // The function keys of the Linux console.
            if pending.count == 4, pending[2] == UInt8(ascii: "[") {
                if (0x41...0x45).contains(last) { keys.append(KeyPress(.function(Int(last) - 0x40))) }
                pending = []
                return
            }
            guard (0x40...0x7E).contains(last) else {
                if !(0x20...0x3F).contains(last) || pending.count > Self.longestSequence { pending = [] }
                return
            }
            let parameters = pending[2..<pending.count - 1]
            pending = []
            if last == UInt8(ascii: "~"), parameters.elementsEqual("200".utf8) {
                pasted = []
            } else if let key = ControlSequence(parameters: parameters, final: last).key {
                keys.append(key)
            }
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return }
            if let key = ControlSequence(parameters: [], final: pending[2]).key { keys.append(key) }
            pending = []
        case UInt8(ascii: "]"): takeReport(into: &keys)
        case 0xC2...0xF4:
            // ESC and a multi-byte character mean Alt with this character.
            var rest = KeyDecoder()
            let found = rest.decode(pending.dropFirst())
            guard !rest.isWaiting else { return }
            keys += found.map { $0.adding(.alt) }
            pending = []
        default:
            if let key = Self.single(pending[1]) { keys.append(key.adding(.alt)) }
            pending = []
        }
    }

    /// Returns the key of a single byte.
    ///
    /// Returns `nil` for a byte that is only a part of a character.
    private static func single(_ byte: UInt8) -> KeyPress? {
        switch byte {
        case 0x0D, 0x0A: KeyPress(.enter)
        case 0x09: KeyPress(.tab)
        case 0x7F, 0x08: KeyPress(.backspace)
        case 0x1B: KeyPress(.escape)
        case 0x00: .control(" ")
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x1C...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
        case 0x20...0x7E: KeyPress(.character(Character(Unicode.Scalar(byte))))
        default: nil
        }
    }
}

extension KeyPress {
    fileprivate func adding(_ modifier: Modifiers) -> KeyPress { KeyPress(key, modifiers.union(modifier)) }
}
