public import FeatureKit

extension ScreenRendition {
    /// The text that `featurehost launch` prints where output is no terminal.
    public static let text = text(program: "featurehost")

    /// The text that a program's `launch` prints where output is no terminal.
    ///
    /// - Parameter program: The program's name, as the commands that it offers begin.
    public static func text(program: String) -> ScreenRendition {
        ScreenRendition("text") { frame, manifest in
            let command = CommandText(program: program, manifest: manifest)
            let text = ScreenText(
                command: command.perform, linkCommand: command.launch, moreCommand: command.more,
                actions: manifest.actions)
            return String(decoding: text.lines(of: frame.screen).encoded(colored: false), as: UTF8.self)
        }
    }
}
