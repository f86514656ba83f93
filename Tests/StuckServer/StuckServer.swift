import Dispatch
import FeatureKit
import HTTPFrontEnd

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Serves a feature whose action never ends.
///
/// Tests stop this program to check that the server ends although an action is still running.
///
///     StuckServer DRAIN-SECONDS
@main
enum StuckServer {
    static func main() {
        guard CommandLine.arguments.count == 2, let drain = Int(CommandLine.arguments[1]) else { exit(64) }
        Task {
            var configuration = HTTPServerConfiguration()
            configuration.port = 0
            configuration.drainLimit = .seconds(drain)
            let registry = try FeatureRegistry([StuckFeature()])
            try await HTTPServer(registry: registry, configuration: configuration, name: "stuck", version: "1").run()
            exit(0)
        }
        dispatchMain()
    }
}

/// A feature whose action blocks its thread forever.
struct StuckFeature: Feature {
    static let spin = Action("spin", "Spin")
    static let manifest = FeatureManifest(id: "stuck", title: "Stuck", summary: "Never ends.", actions: spin)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        Scene(owning: stage, start: { stage.screen.phase = .ready })
            .on(Self.spin) { _ in
                let line = Array("spinning\n".utf8)
                _ = write(1, line, line.count)
                while true {}
            }
    }
}
