import ArgumentParser
import CMalloc
import FeatureKit
import FeatureStorage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The command `serve`, which serves a host's features over HTTP.
struct ServeCommand<Host: HTTPHost>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "serve", abstract: "Serve the features to browsers and API clients.",
            discussion: """
                EXAMPLE: \(Host.name) serve --port 8080

                Each option can be set by an environment variable too: \(variable(Settings.port)) for \
                --\(Settings.port.name). The variable \(variable(Settings.token)) contains the token itself; use it \
                instead of --\(Settings.tokenFile.name).
                """)
    }

    private static func variable(_ setting: Setting<some Any>) -> String {
        environmentVariable(setting.name, of: Host.name)
    }

    @OptionGroup var options: HTTPServerOptions

    @Option(
        name: .customLong(DatabaseSetting.name),
        help: ArgumentHelp(stringLiteral: DatabaseSetting.help), completion: .file())
    var database: String?

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let database = try database.map(Self.checked) ?? Self.database(in: environment)
        try await Host.prepareToServe(database: database)
        var configuration = try options.configuration(name: Host.name, environment: environment)
        configuration.checkStore = { try await Host.checkStore(database: database) }
        configuration.countRecords = { await Host.recordCount(of: $0, database: database) }
        configuration.readHistory = {
            try await Host.history(of: $0, for: $1, matching: $2, limit: $3, database: database)
        }
        keepFreedMemory()
        let server = try HTTPServer(
            registry: Host.registry(database: database), configuration: configuration, name: Host.name,
            version: Host.version, brand: Host.brand)
        try await server.run()
    }

    /// Lets the allocator keep the memory of a few pages that were written.
    ///
    /// By default it gives 128 KiB of free memory back to the system, which costs a page's request a tenth of its time.
    private func keepFreedMemory() {
        #if canImport(Glibc)
            mallopt(M_TRIM_THRESHOLD, 4 << 20)
            mallopt(M_MMAP_THRESHOLD, 1 << 20)
        #endif
    }

    private static func database(in environment: [String: String]) throws -> String? {
        do { return try DatabaseSetting.value(of: Host.name) { environment[$0] } } catch {
            throw ValidationError("\(error)")
        }
    }

    /// Parses the value of `--database`.
    ///
    /// The argument parser does not do this, because its error messages quote the value, which may contain a password.
    private static func checked(_ text: String) throws -> String {
        do { return try DatabaseSetting.read(text) } catch {
            throw ValidationError("--\(DatabaseSetting.name): \(error)")
        }
    }
}
