public import FeatureKit

extension ScreenRendition {
    /// Renders the text that `featurehost launch` prints if its output is not a terminal.
    public static let text = text(program: "featurehost")

    /// Renders the text that the `launch` command of a program prints if its output is not a terminal.
    ///
    /// - Parameter program: The name of the program. The suggested commands begin with this name.
    public static func text(program: String) -> ScreenRendition {
        ScreenRendition("text") { frame, manifest in
            let command = CommandText(program: program, manifest: manifest).at(frame.screen.address)
            var text = ScreenText(
                command: command.perform, linkCommand: command.launch, moreCommand: command.more,
                actions: manifest.actions)
            text.formCommand = { command.perform($0, on: frame.screen) }
            // The options of the launch are unknown here, so only a place with an address has a command.
            text.hereCommand = frame.screen.address.map { _ in command.here }
            return String(decoding: text.lines(of: frame.screen).encoded(colored: false), as: UTF8.self)
        }
    }
}
