import ArgumentParser
import FeatureKit
import NIOSSL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The options of every command that connects to a server.
struct ServerOptions<Host: CommandLineHost>: ParsableArguments {
    @Option(
        name: .customLong("token-file"),
        help: ArgumentHelp(
            "A file with your token alone. The variable \(tokenVariable) can contain the token itself.",
            valueName: "path"),
        completion: .file())
    var tokenFile: String?

    /// The environment variable that can contain the token.
    private static var tokenVariable: String { environmentVariable("token", of: Host.name) }

    @Option(
        name: .customLong("tls-ca"),
        help: ArgumentHelp(
            "A PEM file with the certificates to trust instead of the system's.", valueName: "path"),
        completion: .file())
    var authority: String?

    /// Runs an operation with a client for the server, and always closes the client's connections afterwards.
    ///
    /// - Parameter patience: The time for each whole answer; `nil` for ten seconds.
    /// - Throws: `FeatureError` for an unreadable file, ``CommandLineError`` for an invalid token, and the errors of
    ///   the operation.
    func withServer(
        at address: ServerAddress, patience: Duration?, on console: Console, _ body: (RemoteServer) async throws -> Void
    ) async throws {
        if let authority, (try? NIOSSLCertificate.fromPEMFile(authority))?.isEmpty ?? true {
            throw FeatureError(
                .unreadableFile, "--tls-ca: '\(authority)' is unreadable or contains no PEM certificate")
        }
        let server = RemoteServer(
            address, token: try token(console), authority: authority,
            patience: patience ?? .seconds(10))
        do {
            try await body(server)
            await server.shutDown()
        } catch {
            await server.shutDown()
            throw server.refusal(of: error)
        }
    }

    private func token(_ console: Console) throws -> String? {
        let variable = Self.tokenVariable
        guard let path = tokenFile else {
            return try console.environment(variable).flatMap { $0.isEmpty ? nil : $0 }.map {
                try checked($0, from: variable)
            }
        }
        if let warning = SecretFile.warning(about: path, option: "--token-file") {
            console.say([StyledLine("! \(warning)", TextStyle(tone: .warning))], colors: .auto)
        }
        guard let data = FileManager.default.contents(atPath: path), let text = String(bytes: data, encoding: .utf8)
        else { throw FeatureError(.unreadableFile, "--token-file: '\(path)' cannot be read") }
        let lines = text.split(whereSeparator: \.isNewline).map { $0.split(whereSeparator: \.isWhitespace) }
            .filter { !($0.first?.hasPrefix("#") ?? true) }
        guard lines.count == 1, lines[0].count == 1 else {
            throw CommandLineError.usage(
                "--token-file '\(path)': expected your token alone; a file with names and tokens belongs to the server")
        }
        return try checked(String(lines[0][0]), from: "--token-file '\(path)'")
    }

    /// Returns the token, or throws an error if an HTTP header cannot contain the token (RFC 6750, 2.1).
    ///
    /// The error message does not quote the token.
    private func checked(_ token: String, from origin: String) throws(CommandLineError) -> String {
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .usage("\(origin): expected a token of visible ASCII characters, without spaces")
        }
        return token
    }
}
