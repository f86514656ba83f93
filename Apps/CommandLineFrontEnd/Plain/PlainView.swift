import FeatureKit

/// Shows features line by line, with numbered choices, questions and answers.
///
/// Never changes a written line.
///
/// A screen reader or a braille display follows the order of writing, and the cursor stays where the answer is
/// expected.
struct PlainView: Sendable {
    let console: Console
    let colors: ColorChoice
    let source: any ScreenSource
    let catalogue: [FeatureManifest]
    let follow: @Sendable (FeatureLink) throws -> any ScreenSource

    init(
        on console: Console, colors: ColorChoice, source: any ScreenSource, catalogue: [FeatureManifest],
        follow: @escaping @Sendable (FeatureLink) throws -> any ScreenSource
    ) {
        (self.console, self.colors, self.source) = (console, colors, source)
        (self.catalogue, self.follow) = (catalogue, follow)
    }

    /// Runs until the user leaves or the input ends.
    ///
    /// - Throws: The error of the first launch, and ``CommandLineError`` for a signal.
    func run() async throws {
        // A person who interrupts a question for a secret gets the terminal back as it was.
        defer { console.input.echo(true) }
        let interruption: Contender<Void> = console.interruption()
        let conversation: Contender<Void> = { try await converse() }
        try await firstResult(of: [conversation, interruption]).get()
    }

    private func converse() async throws {
        var talk = PlainTalk(view: self)
        talk.listen(to: console.input.lines())
        do {
            try await talk.show(source, isFirst: true)
        } catch is PlainTalk.Leaving {}
    }
}
