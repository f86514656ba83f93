import FeatureKit

/// Prints what a session shows: frames as data, notices as messages.
struct FramePrinter: Sendable {
    let console: Console
    let colors: ColorChoice
    let isJSON: Bool
    /// The members that are written of a frame as JSON; `nil` for all.
    var fields: [FrameFields]?
    /// Spells the commands that the screen offers; `nil` where no command does what its buttons do.
    let command: CommandText?

    /// Prints a frame: its screen as text, or as JSON on one line.
    ///
    /// - Parameter inSessionOnly: The buttons that no command can press.
    func print(_ frame: Frame, inSessionOnly: [Button] = []) throws {
        if isJSON { return try console.printJSON(json(frame)) }
        try console.print(lines(of: frame, inSessionOnly: inSessionOnly), colors: colors)
    }

    /// Prints one event among many: frames have a heading with their revision.
    ///
    /// - Returns: The frame's phase; `nil` if it was no frame.
    func print(_ event: Viewer.Event?) throws -> Phase? {
        switch event {
        case .frame(let frame) where isJSON: try console.printJSON(json(frame))
        case .frame(let frame):
            let heading = StyledLine("── \(frame.feature), revision \(frame.revision) ──", .dim)
            try console.print([heading] + lines(of: frame) + [StyledLine()], colors: colors)
        case .notice(let notice): say([notice])
        case nil: break
        }
        return if case .frame(let frame) = event { frame.screen.phase } else { nil }
    }

    /// Says notices, if there are any.
    func say(_ notices: [Notice]) {
        guard !notices.isEmpty else { return }
        let lines = notices.map { notice in
            StyledLine(
                [notice.tone.sign, notice.text].compactMap { $0 }.joined(separator: " "), TextStyle(tone: notice.tone))
        }
        console.say(lines, colors: colors)
    }

    private func json(_ frame: Frame) -> [UInt8] { fields.map(frame.json) ?? frame.json }

    private func lines(of frame: Frame, inSessionOnly: [Button] = []) -> [StyledLine] {
        var text =
            command.map { ScreenText(command: $0.perform, linkCommand: $0.launch, moreCommand: $0.more) }
            ?? ScreenText(command: { button, _ in button.action }, linkCommand: \.feature)
        text.inSessionOnly = inSessionOnly
        return text.lines(of: frame.screen)
    }
}
