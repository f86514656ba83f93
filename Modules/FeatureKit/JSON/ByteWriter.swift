/// A buffer of bytes that are being written.
///
/// The buffer is not a Swift array, because an array checks for unique ownership at every small write. The type
/// is public, because the compiler copies no other code into other modules.
public struct ByteWriter: ~Copyable {
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var length = 0

    /// The number of bytes written.
    @inlinable public var count: Int { length }

    /// The last byte, of which there must be one.
    @inlinable public var last: UInt8 { start[length - 1] }

    /// Creates a writer with an initial capacity in bytes.
    public init(capacity: Int) {
        self.capacity = max(16, capacity)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// Calls a closure with the written bytes, without copying them.
    @inlinable
    public borrowing func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) throws -> T) rethrows -> T {
        try body(UnsafeBufferPointer(start: start, count: length))
    }

    /// Removes the written bytes from a position on, and keeps the buffer.
    @inlinable
    public mutating func removeAll(from position: Int = 0) { length = position }

    /// Replaces written bytes by as many others.
    ///
    /// - Parameters:
    ///   - position: The position of the first byte.
    ///   - bytes: The other bytes, at most as many as were written from the position on.
    @inlinable
    public mutating func replace(from position: Int, by bytes: UnsafeBufferPointer<UInt8>) {
        precondition(position >= 0 && position + bytes.count <= length, "there are fewer bytes to replace")
        if let first = bytes.baseAddress { (start + position).update(from: first, count: bytes.count) }
    }

    /// Writes a byte.
    @inlinable @inline(__always)
    public mutating func append(_ byte: UInt8) {
        if length == capacity { grow(1) }
        start[length] = byte
        length += 1
    }

    /// Writes a text that is a part of the program.
    @inlinable @inline(__always)
    public mutating func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

    /// Writes bytes.
    @inlinable @inline(__always)
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let first = bytes.baseAddress { append(first, bytes.count) }
    }

    /// Writes the digits of a whole number.
    public mutating func append(digitsOf number: Int) {
        if 0..<10 ~= number { return append(UInt8(ascii: "0") + UInt8(number)) }
        var digits = String(number)
        digits.withUTF8 { append($0) }
    }

    @inlinable @inline(__always)
    mutating func append(_ bytes: UnsafePointer<UInt8>, _ more: Int) {
        if length + more > capacity { grow(more) }
        (start + length).update(from: bytes, count: more)
        length += more
    }

    /// Makes room for more bytes.
    @inline(never) @usableFromInline
    mutating func grow(_ more: Int) {
        capacity = max(2 * capacity, length + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: length)
        start.deallocate()
        start = larger
    }
}
