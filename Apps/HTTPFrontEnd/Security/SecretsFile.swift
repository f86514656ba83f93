import FeatureKit
import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file with secrets of a host, which is read again when it has changed.
struct SecretsFile<Content: Sendable>: Sendable {
    /// The path of the file.
    let path: String
    /// The option that names the file.
    private let option: String
    /// Parses the content of the file, which messages call by a name.
    private let parse: @Sendable (_ content: String, _ name: String) throws -> Content
    /// The state of the file before it was last read; `nil` if that failed.
    private var stamp: Stamp?
    /// Why the file could not be read last time.
    private var failure: String?

    /// What differs after a change of the file.
    private struct Stamp: Hashable {
        let inode: UInt64
        let size: UInt64
        let changed: Date
    }

    /// The outcome of a look at the file.
    private enum Look {
        /// The file is as it was.
        case unchanged
        /// The file has changed.
        ///
        /// - wasBroken: Whether the last look has failed.
        case read(Content, wasBroken: Bool)
        /// The file cannot be read, or is wrong; an equal failure is reported once.
        case failed(String)
    }

    /// Reads a file for the first time.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - option: The option that names the file.
    ///   - parse: Parses the content of the file, which messages call by a name.
    /// - Throws: `FeatureError` with the code `unreadableFile`, or the parser's error for malformed content.
    static func read(
        _ path: String, option: String,
        by parse: @escaping @Sendable (_ content: String, _ name: String) throws -> Content
    ) throws -> (file: Self, content: Content) {
        let file = Self(path: path, option: option, stamp: stamp(of: path), parse: parse)
        return (file, try file.content())
    }

    private init(
        path: String, option: String, stamp: Stamp?, parse: @escaping @Sendable (String, String) throws -> Content
    ) {
        (self.path, self.option, self.stamp, self.parse) = (path, option, stamp, parse)
    }

    /// Reads the file again if it has changed, or if it could not be read last time.
    private mutating func look() -> Look {
        let current = Self.stamp(of: path)
        guard failure != nil || current != stamp else { return .unchanged }
        do {
            let content = try content()
            defer { (stamp, failure) = (current, nil) }
            return .read(content, wasBroken: failure != nil)
        } catch {
            let message = "\(error)"
            defer { failure = message }
            return failure == message ? .unchanged : .failed(message)
        }
    }

    /// Looks at the file each second until the task is cancelled.
    ///
    /// A file that cannot be read or is wrong leaves what was read before as it is.
    ///
    /// - Parameters:
    ///   - name: The file in the log, such as `token file`.
    ///   - kept: What stays valid after a failure, as the end of a sentence in the log.
    ///   - clock: Measures the times between looks.
    ///   - logger: Logs failures to read the file, and their ends.
    ///   - use: Called with new content.
    func watch(
        as name: String, kept: String, clock: any Clock<Duration>, logger: Logger, use: (Content) -> Void
    ) async throws {
        var file = self
        while true {
            try await clock.sleep(for: .seconds(1))
            switch file.look() {
            case .read(let content, let wasBroken):
                use(content)
                if wasBroken { logger.notice("The \(name) can be read again") }
            case .failed(let reason):
                logger.error("The \(name) cannot be used; \(kept)", metadata: ["reason": "\(reason)"])
            case .unchanged: break
            }
        }
    }

    private func content() throws -> Content {
        let name = "--\(option): '\(path)'"
        guard let data = FileManager.default.contents(atPath: path), let text = String(bytes: data, encoding: .utf8)
        else { throw FeatureError(.unreadableFile, "\(name) cannot be read") }
        return try parse(text, name)
    }

    /// Returns the state of a file; `nil` if it does not exist or is not a regular file.
    ///
    /// A pipe can be read only once, so it never changes.
    private static func stamp(of path: String) -> Stamp? {
        // The attributes of a link are its own, so links are followed first.
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let inode = attributes[.systemFileNumber] as? UInt64,
            let size = attributes[.size] as? UInt64, let changed = attributes[.modificationDate] as? Date
        else { return nil }
        return Stamp(inode: inode, size: size, changed: changed)
    }
}
