import Crypto
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
    /// The digest of the content that was used last; `nil` for a pipe, which can be read only once.
    private var digest: SHA256.Digest?
    /// Why the file could not be used last time.
    private var failure: String?

    /// The outcome of a look at the file.
    private enum Look {
        /// The file is as it was.
        case unchanged
        /// The file has changed, and its content is used.
        ///
        /// - wasBroken: Whether the last look has failed.
        case used(wasBroken: Bool)
        /// The file cannot be used; an equal failure is reported once.
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
        var file = Self(path: path, option: option, parse: parse)
        let isPipe = !isRegular(path)
        let data = try file.data()
        if !isPipe { file.digest = SHA256.hash(data: data) }
        return (file, try file.content(of: data))
    }

    private init(path: String, option: String, parse: @escaping @Sendable (String, String) throws -> Content) {
        (self.path, self.option, self.parse) = (path, option, parse)
    }

    /// Reads the file, and uses its content if it has changed or could not be used last time.
    private mutating func look(use: (Content) throws -> Void) -> Look {
        guard let digest else { return .unchanged }
        do {
            guard Self.isRegular(path) else { throw unreadable }
            let data = try data()
            let current = SHA256.hash(data: data)
            guard failure != nil || current != digest else { return .unchanged }
            try use(content(of: data))
            defer { (self.digest, failure) = (current, nil) }
            return .used(wasBroken: failure != nil)
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
    ///   - use: Called with new content; an error is a failure of the file.
    func watch(
        as name: String, kept: String, clock: any Clock<Duration>, logger: Logger, use: (Content) throws -> Void
    ) async throws {
        var file = self
        while true {
            try await clock.sleep(for: .seconds(1))
            switch file.look(use: use) {
            case .used(let wasBroken):
                if wasBroken { logger.notice("The \(name) can be read again") }
            case .failed(let reason):
                logger.error("The \(name) cannot be used; \(kept)", metadata: ["reason": "\(reason)"])
            case .unchanged: break
            }
        }
    }

    private func data() throws -> Data {
        guard let data = FileManager.default.contents(atPath: path) else { throw unreadable }
        return data
    }

    private func content(of data: Data) throws -> Content {
        guard let text = String(bytes: data, encoding: .utf8) else { throw unreadable }
        return try parse(text, name)
    }

    private var name: String { "--\(option): '\(path)'" }

    private var unreadable: FeatureError { FeatureError(.unreadableFile, "\(name) cannot be read") }

    /// Returns whether a file exists and can be read more than once.
    private static func isRegular(_ path: String) -> Bool {
        // The attributes of a link are its own, so links are followed first.
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }
}
