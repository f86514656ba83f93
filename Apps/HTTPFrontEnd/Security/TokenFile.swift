import FeatureKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file with the tokens of a host, which is read again when it has changed.
struct TokenFile: Sendable {
    /// The path of the file.
    let path: String
    /// The state of the file before it was last read; `nil` if that failed.
    private var stamp: Stamp?
    /// Why the file could not be read last time.
    private var failure: String?

    /// What differs after a change of the file.
    private struct Stamp: Hashable {
        let device: UInt64
        let inode: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
    }

    /// The outcome of a look at the file.
    enum Look {
        /// The file is as it was.
        case unchanged
        /// The file has changed.
        ///
        /// - wasBroken: Whether the last look has failed.
        case read(AccessTokens, wasBroken: Bool)
        /// The file cannot be read, or is wrong; an equal failure is reported once.
        case failed(String)
    }

    /// Reads a file for the first time.
    ///
    /// - Throws: `FeatureError` with the code `unreadableFile`, or `ValidationError` for malformed content.
    static func read(_ path: String) throws -> (file: TokenFile, tokens: AccessTokens) {
        let file = TokenFile(path: path, stamp: stamp(of: path))
        return (file, try file.tokens())
    }

    private init(path: String, stamp: Stamp?) { (self.path, self.stamp) = (path, stamp) }

    /// Reads the file again if it has changed, or if it could not be read last time.
    mutating func look() -> Look {
        let current = Self.stamp(of: path)
        guard failure != nil || current != stamp else { return .unchanged }
        do {
            let tokens = try tokens()
            defer { (stamp, failure) = (current, nil) }
            return .read(tokens, wasBroken: failure != nil)
        } catch {
            let message = "\(error)"
            defer { failure = message }
            return failure == message ? .unchanged : .failed(message)
        }
    }

    private func tokens() throws -> AccessTokens {
        let name = "--token-file: '\(path)'"
        guard let data = FileManager.default.contents(atPath: path), let text = String(bytes: data, encoding: .utf8)
        else { throw FeatureError(.unreadableFile, "\(name) cannot be read") }
        return try AccessTokens(readingFile: text, named: name)
    }

    /// Returns the state of a file; `nil` if it does not exist or is not a regular file.
    ///
    /// A pipe can be read only once, so it never changes.
    private static func stamp(of path: String) -> Stamp? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Stamp(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino),
            size: Int64(status.st_size),
            seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }
}
