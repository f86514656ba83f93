import Foundation
import PackagePlugin

/// The command `swift package new-feature Weather`, which runs `Tools/new-feature Weather`.
@main
struct NewFeaturePlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = context.package.directoryURL.appending(path: "Tools/new-feature")
        process.arguments = arguments
        // SwiftPM holds the lock of its build folder while it waits for this plug-in. SwiftPM changes nothing in the
        // folder during that time, so let the build of the script ignore the lock.
        let environment = ProcessInfo.processInfo.environment
        process.environment = environment.merging(["NEW_FEATURE_SWIFT_OPTIONS": "--ignore-lock"]) { $1 }
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }
}
