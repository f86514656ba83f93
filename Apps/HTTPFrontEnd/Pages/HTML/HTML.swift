import FeatureKit

/// HTML that is being written, in UTF-8.
///
/// Names of elements and attributes are a part of the program, and texts are written by ``text(_:)``, ``words(_:)``,
/// ``attribute(_:_:)`` and ``value(_:)``, which escape them. So a text from outside the program cannot become markup.
///
/// An element's attributes come before its content.
struct HTML: ~Copyable {
    private var out: ByteWriter
    /// Whether the last written element can still get attributes.
    private var isInTag = false
    /// The written slots; `nil` if nobody asks for them.
    private var slots: [Fragment.Place]?

    /// Creates a writer with an initial capacity in bytes.
    init(capacity: Int = 1024) { out = ByteWriter(capacity: capacity) }

    /// The number of written bytes.
    var count: Int { out.count }

    /// Calls a closure with the written bytes, without copying them.
    borrowing func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) throws -> T) rethrows -> T {
        try out.withBytes(body)
    }

    /// The written text.
    var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    // MARK: - Elements

    /// Writes an element with its attributes and its content.
    @inline(__always)
    mutating func element(_ name: StaticString, _ content: (inout HTML) -> Void) {
        begin(name)
        content(&self)
        close(name)
    }

    /// Writes an element that has no content and no end tag (HTML Standard, 13.1.2), such as `input`.
    @inline(__always)
    mutating func void(_ name: StaticString, _ attributes: (inout HTML) -> Void) {
        begin(name)
        attributes(&self)
        closeTag()
    }

    /// Writes the start of a page: `<!doctype html>`.
    mutating func doctype() { append("<!doctype html>\n") }

    // MARK: - Attributes

    /// Writes an attribute, unless the text is `nil`.
    mutating func attribute(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        beginAttribute(name)
        append(text, showsDirection: true)
        append(UInt8(ascii: "\""))
    }

    /// Writes an attribute with a number, unless the number is `nil`.
    mutating func attribute(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        attribute(name) { $0.part(number) }
    }

    /// Writes an attribute that consists of two texts, such as an id with a suffix.
    mutating func attribute(_ name: StaticString, _ text: String, _ end: StaticString) {
        attribute(name) { html in
            html.part(text)
            html.part(fixed: end)
        }
    }

    /// Writes an attribute whose text has several parts, such as an address.
    ///
    /// - Parameters:
    ///   - name: The name of the attribute.
    ///   - parts: Writes the parts by ``part(_:)``, ``part(fixed:)`` and ``part(encoding:)``, and nothing else.
    @inline(__always)
    mutating func attribute(_ name: StaticString, parts: (inout HTML) -> Void) {
        beginAttribute(name)
        parts(&self)
        append(UInt8(ascii: "\""))
    }

    /// Writes a part of an attribute's text.
    mutating func part(_ text: String) { append(text, showsDirection: true) }

    /// Writes a part of an attribute's text that is a part of the program and needs no escaping.
    @inline(__always)
    mutating func part(fixed text: StaticString) { append(text) }

    /// Writes a number as a part of an attribute's text.
    mutating func part(_ number: Int) { out.append(digitsOf: number) }

    /// Writes a part of an attribute's text as ``Swift/String/percentEncoded``.
    mutating func part(encoding text: String) {
        var text = text
        text.withUTF8 { out.append(percentEncoding: $0) }
    }

    /// Writes a part of an attribute's text that differs between the pages that share a fragment.
    ///
    /// - Parameters:
    ///   - slot: The name of the part.
    ///   - text: The text on this page. A fragment can be used again with another text of the same length.
    mutating func part(_ slot: Slot, _ text: String) {
        slots?.append(Fragment.Place(slot: slot, offset: out.count))
        part(encoding: text)
    }

    /// Writes an attribute whose text is a list of words, such as classes; omits absent and empty words.
    mutating func attribute(_ name: StaticString, words: String?...) {
        var isFirst = true
        for word in words {
            guard let word, !word.isEmpty else { continue }
            if isFirst { beginAttribute(name) } else { append(UInt8(ascii: " ")) }
            isFirst = false
            append(word, showsDirection: true)
        }
        if !isFirst { append(UInt8(ascii: "\"")) }
    }

    /// Writes an attribute without a value, such as `disabled`, if it is set.
    mutating func flag(_ name: StaticString, _ isSet: Bool = true) {
        guard isSet else { return }
        assert(isInTag, "attributes come before the content of an element")
        append(UInt8(ascii: " "))
        append(name)
    }

    /// Writes the attribute `value` of a control.
    ///
    /// The value keeps bidirectional control characters, because the browser sends it back.
    mutating func value(_ text: String) {
        beginAttribute("value")
        append(text, showsDirection: false)
        append(UInt8(ascii: "\""))
    }

    private mutating func beginAttribute(_ name: StaticString) {
        assert(isInTag, "attributes come before the content of an element")
        append(UInt8(ascii: " "))
        append(name)
        append("=\"")
    }

    // MARK: - Content

    /// Writes a text, and shows its control characters as such.
    mutating func text(_ text: String) {
        closeTag()
        append(text, showsDirection: true)
    }

    /// Writes a text whose direction does not affect its surroundings: `<bdi>…</bdi>`.
    mutating func words(_ text: String) {
        closeTag()
        append("<bdi>")
        append(text, showsDirection: true)
        append("</bdi>")
    }

    /// Writes the content of a control of several lines, which the browser sends back.
    ///
    /// A browser ignores a line break at the beginning (HTML Standard, 13.1.2.5), so the text follows one.
    mutating func lines(_ text: String) {
        closeTag()
        append("\n")
        append(text, showsDirection: false)
    }

    /// Writes markup that is a part of the program.
    mutating func markup(_ markup: StaticString) {
        closeTag()
        append(markup)
    }

    // MARK: - Repeated parts

    /// A part of a fragment that differs between pages.
    enum Slot {
        /// The id of the page's session.
        case session
        /// The idempotency key of the page's forms.
        case key
    }

    /// A part of a page that is written once and then repeated, such as the beginning of each cell of a column.
    struct Fragment: Sendable {
        fileprivate struct Place {
            let slot: Slot
            let offset: Int
        }

        fileprivate let bytes: [UInt8]
        fileprivate let isInTag: Bool
        fileprivate let slots: [Place]

        /// The number of bytes.
        var count: Int { bytes.count }
    }

    /// Returns what a view writes.
    static func fragment(capacity: Int = 128, _ write: (inout HTML) -> Void) -> Fragment {
        var html = HTML(capacity: capacity)
        html.slots = []
        write(&html)
        return Fragment(bytes: html.withBytes { Array($0) }, isInTag: html.isInTag, slots: html.slots ?? [])
    }

    /// Writes a part of a page that was written before, without slots.
    mutating func add(_ fragment: Fragment) {
        assert(fragment.slots.isEmpty, "a part with slots needs the texts of this page")
        copy(fragment)
    }

    private mutating func copy(_ fragment: Fragment) {
        closeTag()
        fragment.bytes.withUnsafeBufferPointer { out.append($0) }
        isInTag = fragment.isInTag
    }

    /// Writes a part of a page that this or another page has written before.
    ///
    /// The texts of the slots have the same length on all pages that share the part, and need no escaping.
    ///
    /// - Parameters:
    ///   - fragment: The part.
    ///   - session: The id of this page's session.
    ///   - key: The idempotency key of this page's forms; `nil` if they have none.
    mutating func add(_ fragment: Fragment, session: String, key: String?) {
        closeTag()
        let start = out.count
        copy(fragment)
        for place in fragment.slots {
            guard var text = place.slot == .session ? session : key else { continue }
            text.withUTF8 { out.replace(from: start + place.offset, by: $0) }
        }
    }

    /// Writes the beginning of an element whose end another part writes.
    mutating func open(_ name: StaticString) { begin(name) }

    /// Writes the end of an element that another part has begun.
    @inline(__always)
    mutating func close(_ name: StaticString) {
        closeTag()
        append("</")
        append(name)
        append(UInt8(ascii: ">"))
    }

    /// Writes what another writer has written.
    mutating func add(_ other: borrowing HTML) {
        closeTag()
        other.withBytes { out.append($0) }
    }

    // MARK: - Bytes

    private mutating func begin(_ name: StaticString) {
        closeTag()
        append(UInt8(ascii: "<"))
        append(name)
        isInTag = true
    }

    private mutating func closeTag() {
        guard isInTag else { return }
        isInTag = false
        append(UInt8(ascii: ">"))
    }

    @inline(__always)
    private mutating func append(_ byte: UInt8) { out.append(byte) }

    @inline(__always)
    private mutating func append(_ text: StaticString) { out.append(text) }

    private mutating func append(_ text: String, showsDirection: Bool) {
        var text = text
        text.withUTF8 { out.append(escaping: $0, showsDirection: showsDirection) }
    }
}
