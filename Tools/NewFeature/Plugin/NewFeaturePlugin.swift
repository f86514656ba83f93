import Foundation
import PackagePlugin

/// Makes `swift package new-feature Weather` the same as `Tools/new-feature Weather`, which does the work.
@main
struct NewFeaturePlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = context.package.directoryURL.appending(path: "Tools/new-feature")
        process.arguments = arguments
        // SwiftPM holds the build folder's lock while it waits for this plug-in and does nothing there itself.
        let environment = ProcessInfo.processInfo.environment
        process.environment = environment.merging(["NEW_FEATURE_SWIFT_OPTIONS": "--ignore-lock"]) { $1 }
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }
}
