public import ArgumentParser
import FeatureKit
import Logging

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The options of a command that serves features over HTTP.
///
/// Each option can also be set by an environment variable. The variable's name consists of the host's name and the
/// option's name: `FEATUREHOST_PORT`, or `FEATUREHOST_ALLOW_HOST` with commas between host names. The command line has
/// priority over the environment.
///
/// ```swift
/// struct Serve: AsyncParsableCommand {
///     @OptionGroup var options: HTTPServerOptions
///
///     func run() async throws {
///         let server = try HTTPServer(
///             registry: registry, configuration: options.configuration(name: "featurehost"), name: "featurehost",
///             version: "1.0")
///         try await server.run()
///     }
/// }
/// ```
public struct HTTPServerOptions: ParsableArguments {
    @Option(name: .customLong(Settings.host.name), help: Settings.host.help, transform: Settings.host.parse)
    private var host: String?

    @Option(name: .customLong(Settings.port.name), help: Settings.port.help, transform: Settings.port.parse)
    private var port: Int?

    @Option(
        name: .customLong(Settings.allowedHosts.name), help: Settings.allowedHosts.help,
        transform: Settings.allowedHosts.parse)
    private var allowedHosts: [[String]] = []

    @Option(
        name: .customLong(Settings.trustedProxies.name), help: Settings.trustedProxies.help,
        transform: Settings.trustedProxies.parse)
    private var trustedProxies: [[String]] = []

    @Option(
        name: .customLong(Settings.personHeader.name), help: Settings.personHeader.help,
        transform: Settings.personHeader.parse)
    private var personHeader: String?

    @Option(
        name: .customLong(Settings.rolesHeader.name), help: Settings.rolesHeader.help,
        transform: Settings.rolesHeader.parse)
    private var rolesHeader: String?

    @Option(name: .customLong(Settings.proxySecretFile.name), help: Settings.proxySecretFile.help)
    private var proxySecretFile: String?

    @Option(name: .customLong(Settings.tokenFile.name), help: Settings.tokenFile.help)
    private var tokenFile: String?

    @Option(name: .customLong(Settings.issuer.name), help: Settings.issuer.help)
    private var issuer: String?

    @Option(name: .customLong(Settings.clientID.name), help: Settings.clientID.help)
    private var clientID: String?

    @Option(name: .customLong(Settings.secretFile.name), help: Settings.secretFile.help)
    private var secretFile: String?

    @Option(name: .customLong(Settings.audience.name), help: Settings.audience.help)
    private var audience: String?

    @Option(name: .customLong(Settings.rolesClaim.name), help: Settings.rolesClaim.help)
    private var rolesClaim: String?

    @Option(name: .customLong(Settings.scopes.name), help: Settings.scopes.help)
    private var scopes: String?

    @Flag(name: .customLong(Settings.isOpenToEverybody.name), help: Settings.isOpenToEverybody.help)
    private var isOpenToEverybody = false

    @Option(name: .customLong(Settings.certificate.name), help: Settings.certificate.help)
    private var certificate: String?

    @Option(name: .customLong(Settings.key.name), help: Settings.key.help)
    private var key: String?

    @Option(
        name: .customLong(Settings.openConnectionLimit.name), help: Settings.openConnectionLimit.help,
        transform: Settings.openConnectionLimit.parse)
    private var openConnectionLimit: Int?

    @Option(
        name: .customLong(Settings.addressConnectionLimit.name), help: Settings.addressConnectionLimit.help,
        transform: Settings.addressConnectionLimit.parse)
    private var addressConnectionLimit: Int?

    @Option(
        name: .customLong(Settings.sessionLimit.name), help: Settings.sessionLimit.help,
        transform: Settings.sessionLimit.parse)
    private var sessionLimit: Int?

    @Option(
        name: .customLong(Settings.addressSessionLimit.name), help: Settings.addressSessionLimit.help,
        transform: Settings.addressSessionLimit.parse)
    private var addressSessionLimit: Int?

    @Option(
        name: .customLong(Settings.rowLimit.name), help: Settings.rowLimit.help, transform: Settings.rowLimit.parse)
    private var rowLimit: Int?

    @Option(
        name: .customLong(Settings.callLimit.name), help: Settings.callLimit.help,
        transform: Settings.callLimit.parse)
    private var callLimit: Int?

    @Option(
        name: .customLong(Settings.addressCallLimit.name), help: Settings.addressCallLimit.help,
        transform: Settings.addressCallLimit.parse)
    private var addressCallLimit: Int?

    @Option(
        name: .customLong(Settings.streamLimit.name), help: Settings.streamLimit.help,
        transform: Settings.streamLimit.parse)
    private var streamLimit: Int?

    @Option(
        name: .customLong(Settings.sessionStreamLimit.name), help: Settings.sessionStreamLimit.help,
        transform: Settings.sessionStreamLimit.parse)
    private var sessionStreamLimit: Int?

    @Option(
        name: .customLong(Settings.addressStreamLimit.name), help: Settings.addressStreamLimit.help,
        transform: Settings.addressStreamLimit.parse)
    private var addressStreamLimit: Int?

    @Option(
        name: .customLong(Settings.bodyMemory.name), help: Settings.bodyMemory.help,
        transform: Settings.bodyMemory.parse)
    private var bodyMemory: Int?

    @Option(
        name: .customLong(Settings.sessionLifetime.name), help: Settings.sessionLifetime.help,
        transform: Settings.sessionLifetime.parse)
    private var sessionLifetime: Duration?

    @Option(
        name: .customLong(Settings.answerLimit.name), help: Settings.answerLimit.help,
        transform: Settings.answerLimit.parse)
    private var answerLimit: Duration?

    @Option(
        name: .customLong(Settings.simulatedDelay.name), help: Settings.simulatedDelay.help,
        transform: Settings.simulatedDelay.parse)
    private var simulatedDelay: Duration?

    @Option(name: .customLong(Settings.logLevel.name), help: Settings.logLevel.help, transform: Settings.logLevel.parse)
    private var logLevel: Logger.Level?

    /// Creates options that the parser fills in.
    public init() {}

    /// Combines the options, the environment and the defaults.
    ///
    /// - Parameters:
    ///   - name: The host's name, the prefix of its environment variables: `featurehost` for `FEATUREHOST_PORT`.
    ///   - environment: The environment variables.
    /// - Returns: The configuration for an ``HTTPServer``.
    /// - Throws: `ValidationError` for a variable that cannot be parsed, and for a configuration that is not safe to
    ///   serve.
    public func configuration(
        name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> HTTPServerConfiguration {
        let variables = EnvironmentSettings(host: name, variables: environment)
        var result = HTTPServerConfiguration()
        func set<Value>(
            _ property: WritableKeyPath<HTTPServerConfiguration, Value>, to given: Value?, or setting: Setting<Value>
        ) throws {
            if let value = try given ?? variables.value(of: setting) { result[keyPath: property] = value }
        }
        func set(
            _ property: WritableKeyPath<HTTPServerConfiguration, Int?>, to given: Int?, or setting: Setting<Int>
        ) throws {
            if let value = try given ?? variables.value(of: setting) { result[keyPath: property] = value }
        }
        try set(\.host, to: host, or: Settings.host)
        try set(\.port, to: port, or: Settings.port)
        try set(
            \.allowedHosts, to: allowedHosts.isEmpty ? nil : Array(allowedHosts.joined()), or: Settings.allowedHosts)
        try set(
            \.isOpenToEverybody, to: isOpenToEverybody ? true : nil, or: Settings.isOpenToEverybody)
        try set(
            \.trustedProxies, to: trustedProxies.isEmpty ? nil : Array(trustedProxies.joined()),
            or: Settings.trustedProxies)
        result.personHeader = try personHeader ?? variables.value(of: Settings.personHeader)
        result.rolesHeader = try rolesHeader ?? variables.value(of: Settings.rolesHeader)
        result.proxySecretFile = try proxySecretFile ?? variables.value(of: Settings.proxySecretFile)
        result.tokenFile = try tokenFile ?? variables.value(of: Settings.tokenFile)
        if result.tokenFile == nil { result.token = try variables.value(of: Settings.token) }
        result.tls = try tls(variables)
        result.provider = try provider(variables)
        try set(\.streamLimit, to: streamLimit, or: Settings.streamLimit)
        try set(\.sessionStreamLimit, to: sessionStreamLimit, or: Settings.sessionStreamLimit)
        try set(\.addressStreamLimit, to: addressStreamLimit, or: Settings.addressStreamLimit)
        try set(\.openConnectionLimit, to: openConnectionLimit, or: Settings.openConnectionLimit)
        try set(\.addressConnectionLimit, to: addressConnectionLimit, or: Settings.addressConnectionLimit)
        try set(\.addressSessionLimit, to: addressSessionLimit, or: Settings.addressSessionLimit)
        try set(\.rowLimit, to: rowLimit, or: Settings.rowLimit)
        try set(\.callLimit, to: callLimit, or: Settings.callLimit)
        try set(\.addressCallLimit, to: addressCallLimit, or: Settings.addressCallLimit)
        try set(\.bodyMemory, to: bodyMemory, or: Settings.bodyMemory)
        try set(\.sessionLimit, to: sessionLimit, or: Settings.sessionLimit)
        try set(\.sessionLifetime, to: sessionLifetime, or: Settings.sessionLifetime)
        try set(\.answerLimit, to: answerLimit, or: Settings.answerLimit)
        if let delay = try simulatedDelay ?? variables.value(of: Settings.simulatedDelay) {
            result.simulatedDelay = delay
        }
        try set(\.logLevel, to: logLevel, or: Settings.logLevel)
        try result.validate(of: name)
        return result
    }

    private func provider(_ variables: EnvironmentSettings) throws -> SignInProvider? {
        func value(_ given: String?, or setting: Setting<String>) throws -> String? {
            try given ?? variables.value(of: setting)
        }
        let others = try [
            value(clientID, or: Settings.clientID), value(secretFile, or: Settings.secretFile),
            value(audience, or: Settings.audience), value(rolesClaim, or: Settings.rolesClaim),
            value(scopes, or: Settings.scopes),
        ]
        guard let issuer = try value(issuer, or: Settings.issuer) else {
            guard others.allSatisfy({ $0 == nil }) else {
                throw ValidationError("the options of a provider need --\(Settings.issuer.name) too")
            }
            return nil
        }
        var provider = SignInProvider(issuer: issuer, clientID: others[0] ?? "")
        (provider.secretFile, provider.audience) = (others[1], others[2])
        if let claim = others[3] { provider.rolesClaim = claim }
        if let scopes = others[4] { provider.scopes = scopes }
        return provider
    }

    private func tls(_ variables: EnvironmentSettings) throws -> TLSFiles? {
        let paths = try (
            certificate ?? variables.value(of: Settings.certificate), key ?? variables.value(of: Settings.key)
        )
        switch paths {
        case (nil, nil): return nil
        case (let certificate?, let key?): return TLSFiles(certificate: certificate, key: key)
        case (_, nil): throw ValidationError("--tls-cert needs --tls-key too")
        case (nil, _): throw ValidationError("--tls-key needs --tls-cert too")
        }
    }
}
