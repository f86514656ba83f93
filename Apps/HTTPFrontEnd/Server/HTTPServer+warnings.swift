import FeatureKit
import HTTPConnections
import Logging

// The messages of the server in the log at its start.

extension HTTPServer {
    /// Lowers the limits of connections and streams to the number of files that the process can open.
    func fitDescriptors() {
        let wanted = connections.limits.all
        let limits = configuration.connectionLimits(atMost: DescriptorLimit.connections)
        guard limits.all < wanted else { return }
        connections.limits = limits
        streamPlaces.fit(limits)
        logger.notice(
            "The process may not open enough files for its connection limit; raise the limit of open files (ulimit -n)",
            metadata: ["files": "\(DescriptorLimit.current)", "connections": "\(limits.all)"])
    }

    /// Logs warnings about dangerous or surprising settings.
    func warn() {
        for (option, path) in [
            (Settings.tokenFile.name, configuration.tokenFile), (Settings.key.name, configuration.tls?.key),
            (Settings.proxySecretFile.name, configuration.proxySecretFile),
            (Settings.secretFile.name, configuration.provider?.secretFile),
        ] {
            guard let warning = path.flatMap({ SecretFile.warning(about: $0, option: "--\(option)") }) else { continue }
            logger.warning("\(warning)")
        }
        guard !HTTPServerConfiguration.isLoopback(configuration.host) else { return }
        if access == nil, proxied == nil {
            logger.warning(
                "Every client can use this host, because it requires no token (--insecure-no-token)")
        } else if configuration.tls == nil {
            let secrets = access == nil ? "The proxy's secret and persons" : "Tokens"
            logger.warning("\(secrets) are sent unencrypted; give --tls-cert and --tls-key")
        }
        if configuration.allowedHosts.isEmpty {
            logger.notice(
                "Requests must address this host as localhost or \(host); allow other names with --allow-host")
        }
    }
}
