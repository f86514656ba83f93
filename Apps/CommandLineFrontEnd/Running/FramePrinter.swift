import FeatureKit

/// Prints a session's frames to standard output and its notices to standard error.
struct FramePrinter: Sendable {
    let console: Console
    let colors: ColorChoice
    let isJSON: Bool
    /// The members of a frame to write as JSON, or `nil` to write all members.
    var fields: [FrameFields]?
    /// Formats the shell commands that the screen suggests; `nil` if no shell command can press the screen's buttons.
    let command: CommandText?
    /// The feature's actions.
    ///
    /// The printer takes the titles of forms and fields from these actions if ``command`` is `nil`.
    var actions: [Action] = []
    /// The rows to print instead of the screen; `nil` to print the screen.
    ///
    /// If the screen has failed or loads, nothing is printed.
    var rows: RowSelection?
    /// Whether to print no screen, but only messages.
    var isQuiet = false
    /// Whether the output names the buttons of the screen as commands.
    var printsButtons: Bool { !isJSON && rows == nil && !isQuiet }

    /// Prints a frame as text, or as one line of JSON.
    ///
    /// - Parameters:
    ///   - inSessionOnly: The buttons that no shell command can press.
    ///   - opens: The place that the performed action sends the person to; `nil` if the person stays.
    ///   - change: The number of the change that the action has made; `nil` if it has changed no record.
    func print(
        _ frame: Frame, inSessionOnly: [Button] = [], opens: FeatureLink? = nil, change: Int? = nil
    ) throws {
        if isQuiet { return }
        if isJSON { return try console.printJSON(json(frame, opens, change)) }
        if let rows {
            if frame.screen.phase == .ready { try rows.print(frame.screen, on: console, colors: colors) }
            return
        }
        try console.print(lines(of: frame, inSessionOnly: inSessionOnly, opens: opens), colors: colors)
    }

    /// Prints one event of a sequence.
    ///
    /// A frame gets a heading with its revision.
    ///
    /// - Returns: The phase of the frame, or `nil` if the event is no frame.
    func print(_ event: Viewer.Event?) throws -> Phase? {
        switch event {
        case .frame(let frame) where isJSON: try console.printJSON(json(frame))
        case .frame(let frame):
            let heading = StyledLine("── \(frame.feature), revision \(frame.revision) ──", .dim)
            try console.print([heading] + lines(of: frame) + [StyledLine()], colors: colors)
        case .notice(let notice): say([notice])
        case .work, .viewers, nil: break
        }
        return if case .frame(let frame) = event { frame.screen.phase } else { nil }
    }

    /// Prints the notices, if there are any.
    func say(_ notices: [Notice]) {
        guard !notices.isEmpty else { return }
        let lines = notices.map { notice in
            let way = notice.opens.map { "(\(command?.launch($0) ?? $0.feature))" }
            return StyledLine(
                [notice.tone.sign, notice.text, way].compactMap { $0 }.joined(separator: " "),
                TextStyle(tone: notice.tone))
        }
        console.say(lines, colors: colors)
    }

    private func json(_ frame: Frame, _ opens: FeatureLink? = nil, _ change: Int? = nil) -> [UInt8] {
        if let fields { return frame.json(fields) }
        guard opens != nil || change != nil else { return frame.json }
        var writer = JSONWriter()
        if let opens {
            writer.raw(",\"opens\":")
            writer.link(opens)
        }
        if let change {
            writer.raw(",\"change\":")
            writer.integer(change)
        }
        writer.raw("}")
        return Array(frame.json.dropLast()) + writer.bytes
    }

    private func lines(of frame: Frame, inSessionOnly: [Button] = [], opens: FeatureLink? = nil) -> [StyledLine] {
        let command = command?.at(frame.screen.address)
        var text =
            command.map {
                ScreenText(
                    command: $0.perform, linkCommand: $0.launch, moreCommand: $0.more, actions: $0.manifest.actions)
            }
            ?? ScreenText(command: { button, _ in button.action }, linkCommand: { _ in "" }, actions: actions)
        (text.hereCommand, text.opens, text.inSessionOnly) = (command?.here, opens, inSessionOnly)
        if let command {
            text.browseCommand = command.browse
            text.formCommand = { command.perform($0, on: frame.screen) }
        }
        text.width = console.isTerminal(.output) ? console.terminalWidth() : nil
        return text.lines(of: frame.screen)
    }
}
