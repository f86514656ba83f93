import ArgumentParser
import FeatureKit

extension CommandLineProgram {
    /// Offers all features, for `launch` without a feature on a terminal.
    ///
    /// - Returns: The function that runs the command, or `nil` if the arguments name a feature, are invalid or print a
    ///   screen.
    func catalogue(_ arguments: [String]) -> (@Sendable () async -> ExitStatus)? {
        guard let command = catalogueCommand(arguments) else { return nil }
        return {
            let status: ExitStatus
            do {
                try await command.runCatalogue(on: console)
                status = .done
            } catch { status = report(error, colors: command.colors, from: LaunchCommand<Host>.self) }
            await Host.disconnect()
            return status
        }
    }

    /// Returns the command without a feature; `nil` if there is nothing to offer.
    private func catalogueCommand(_ arguments: [String]) -> LaunchCommand<Host>? {
        guard arguments.first == "launch", !arguments.contains("--help"), !arguments.contains("-h") else { return nil }
        // A feature is all that the arguments lack if they are valid together with one. No feature has this id.
        let completed = Array(arguments.dropFirst()) + ["?"]
        guard let command = try? LaunchCommand<Host>.parseAsRoot(completed) as? LaunchCommand<Host>,
            command.feature == "?", command.offersFeatures(on: console)
        else { return nil }
        return command
    }
}
