import CommandLineFrontEnd
import FeatureKit

/// A host with a feature that shows the screens of the current test.
enum BoardHost: CommandLineHost {
    static let name = "boards"
    static let version = "0"
    static let summary = "Shows screens."

    /// The screens of the current test, in order.
    @TaskLocal static var screens: [Screen] = []
    /// The screens that follow without an action, with `nil` for a notice.
    @TaskLocal static var live: AsyncStream<Screen?>?

    static func registry() throws -> FeatureRegistry {
        try FeatureRegistry([BoardFeature(screens: screens, live: live)])
    }
}

/// A feature whose actions show the next screen or the same screen.
struct BoardFeature: Feature {
    static let turn = Action("turn", "Turn")
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let name = Field<String>("name", "Name", length: 0...20)
    static let rename = Action("rename", "Rename", fields: name)
    static let adopt = Action("adopt", "Adopt…", fields: name)
    static let manifest = FeatureManifest(
        id: "board", title: "Board", summary: "Shows screens.", actions: turn, refresh, rename, adopt)

    let screens: [Screen]
    let live: AsyncStream<Screen?>?

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = Presenter(stage: stage, screens: screens)
        return Scene(owning: presenter, start: { presenter.turn() })
            .on(Self.turn) { _ in presenter.turn() }
            .on(Self.refresh) { _ in }
            .on(Self.rename) { _ in }
            .on(Self.adopt) { _ in presenter.turn() }
            .following(live) { screen in
                if let screen { presenter.show(screen) } else { stage.announce(Notice("Nothing more.")) }
            }
    }

    final class Presenter {
        private let stage: Stage
        private var screens: [Screen]

        init(stage: Stage, screens: [Screen]) { (self.stage, self.screens) = (stage, screens) }

        func turn() { show(screens.removeFirst()) }

        func show(_ screen: Screen) { stage.screen = screen }
    }
}
