import CommandLineFrontEnd
import FeatureKit
import Synchronization

/// A host with a lamp feature.
///
/// The lamp can be turned off only while it is on.
enum LampHost: CommandLineHost {
    static let name = "lamps"
    static let version = "0"
    static let summary = "Has a lamp."

    /// The state of a lamp that is kept when its session ends.
    @TaskLocal static var memory = Memory()

    final class Memory: Sendable {
        let isOn = Mutex(false)
        /// The number of launches of the lamp feature.
        let launches = Mutex(0)

        var launchCount: Int { launches.withLock(\.self) }
    }

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([LampFeature(memory: memory)]) }
}

/// A feature with a lamp.
///
/// The state of the lamp ends with the session. With the option `kept`, the state remains after the session has ended.
struct LampFeature: Feature {
    static let isKept = Field<Bool>("kept", "Kept", default: false)
    static let on = Action("on", "Turn on")
    static let off = Action("off", "Turn off")
    static let manifest = FeatureManifest(
        id: "lamp", title: "Lamp", summary: "Is on or off.", options: [isKept], actions: on, off)

    let memory: LampHost.Memory

    func launch(on stage: Stage, options: Options) throws -> Scene {
        memory.launches.withLock { $0 += 1 }
        let presenter = Presenter(stage: stage, memory: try options[Self.isKept] ? memory : LampHost.Memory())
        return Scene(owning: presenter, start: { presenter.show() })
            .on(Self.on) { _ in presenter.turn(true) }
            .on(Self.off) { _ in presenter.turn(false) }
    }

    final class Presenter {
        private let stage: Stage
        private let memory: LampHost.Memory

        init(stage: Stage, memory: LampHost.Memory) {
            (self.stage, self.memory) = (stage, memory)
        }

        func turn(_ isOn: Bool) {
            memory.isOn.withLock { $0 = isOn }
            show()
        }

        func show() {
            let isOn = memory.isOn.withLock(\.self)
            stage.screen = Screen(
                title: isOn ? "On" : "Off", phase: .ready,
                buttons: [Button(LampFeature.on, enabled: !isOn), Button(LampFeature.off, enabled: isOn)])
        }
    }
}
