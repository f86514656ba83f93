#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The error of a failed system call.
package struct SystemError: Error, Sendable, Hashable {
    /// The error code of the system (`errno`).
    package let code: Int32
    /// The system's description of the error code.
    package var reason: String { String(cString: strerror(code)) }
}

/// Writes all bytes to a file descriptor, in as few calls as the system allows.
///
/// - Parameter wait: A closure that waits until a non-blocking descriptor accepts bytes.
/// - Throws: ``SystemError``, and any error that `wait` throws.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32, wait: () throws -> Void) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            rest = rest.dropFirst(count)
            continue
        }
        switch errno {
        case EINTR: continue
        case EAGAIN: try wait()
        case let code: throw SystemError(code: code)
        }
    }
}
