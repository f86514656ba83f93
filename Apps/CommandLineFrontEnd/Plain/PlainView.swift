import FeatureKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Shows features line by line, with numbered choices, questions and answers.
///
/// The view never changes a line that it has written.
///
/// A screen reader or a braille display reads the lines in the order in which they are written. The cursor stays where
/// the user types the answer.
struct PlainView: Sendable {
    let console: Console
    let colors: ColorChoice
    let source: any ScreenSource
    let catalogue: [FeatureManifest]
    let follow: @Sendable (FeatureLink) throws -> any ScreenSource
    /// The calls of the current page that take long.
    let work = PlainWork()
    /// The name of the person who is signed in to a server; `nil` if nobody is.
    var person: String?

    init(
        on console: Console, colors: ColorChoice, source: any ScreenSource, catalogue: [FeatureManifest],
        follow: @escaping @Sendable (FeatureLink) throws -> any ScreenSource
    ) {
        (self.console, self.colors, self.source) = (console, colors, source)
        (self.catalogue, self.follow) = (catalogue, follow)
    }

    /// The number of rows to write at once.
    ///
    /// They fit the terminal with the lines before and after them. Without a terminal, the number is 50.
    var rowsLimit: Int { max(5, (console.terminalHeight() ?? 54) - 4) }

    /// The width of the terminal in cells; `nil` to break no lines.
    var width: Int? { console.terminalWidth() }

    /// Runs until the user leaves or the input ends.
    ///
    /// - Throws: The error of the first launch, or ``CommandLineError`` for a signal.
    func run() async throws {
        // Turn the echo on again if a signal interrupts a question for a secret.
        defer { console.input.echo(true) }
        let signals = console.interruptions()
        let interruption: Contender<Void> = { [work] in
            for await signal in signals where !(signal == SIGINT && work.cancelNewest()) {
                throw CommandLineError.interrupted(signal: signal)
            }
            return nil
        }
        let conversation: Contender<Void> = { try await converse() }
        try await firstResult(of: [conversation, interruption]).get()
    }

    private func converse() async throws {
        var talk = PlainTalk(view: self)
        talk.listen(to: console.input.lines())
        do {
            if let person { try talk.say([StyledLine("Signed in as \(person)", .dim)]) }
            try await talk.show(source, isFirst: true)
        } catch is PlainTalk.Leaving {}
    }
}
