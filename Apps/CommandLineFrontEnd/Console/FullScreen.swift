import FeatureKit
import TerminalKit

/// The settings of a full-screen view: its colours, the host's brand and the mouse.
struct FullScreen: Sendable {
    let colors: ColorChoice
    var brand = HostBrand()
    /// The name of the person of the token that the terminal sends to a server.
    var person: String?
    var usesMouse = true

    /// Takes control of the console's terminal and creates a view on it.
    func view(
        on console: Console, source: any ScreenSource, catalogue: [FeatureManifest],
        follow: @escaping @Sendable (FeatureLink) throws -> any ScreenSource
    ) throws -> InteractiveView {
        let depth = console.colorDepth(colors)
        return InteractiveView(
            on: try console.input.takeTerminal(usesMouse), depth: depth, repertoire: console.repertoire,
            clock: console.clock, source: source, catalogue: catalogue,
            look: Look(name: brand.name, person: person, accent: brand.accent, isLight: console.isBackgroundLight),
            asksBackground: depth != .none && console.knowsBackground, follow: follow)
    }
}

extension CommandLineHost {
    /// Returns the settings of this host's full-screen views.
    static func fullScreen(_ colors: ColorChoice, usesMouse: Bool = true) -> FullScreen {
        FullScreen(colors: colors, brand: brand, usesMouse: usesMouse)
    }
}
