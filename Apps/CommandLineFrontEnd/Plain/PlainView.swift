import FeatureKit

/// Shows features line by line: numbered choices, questions, answers; nothing that was written is ever changed.
///
/// What a screen reader reads and a braille line shows comes in the order that it is written in, and the cursor stands
/// where the next answer is expected.
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

    /// Shows it until the person leaves or types nothing more.
    ///
    /// - Throws: What keeps the first feature from being launched, and ``CommandLineError`` for a signal.
    func run() async throws {
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
