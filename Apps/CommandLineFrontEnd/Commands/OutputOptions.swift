import ArgumentParser

/// The options for a command's output.
///
/// Commands with a short running time do not use this group. They declare `--json` and `--color` themselves, because
/// parsing an option group and custom types took a fifth of their running time.
struct OutputOptions: ParsableArguments {
    @Flag(help: .json)
    var json = false

    @Option(
        help: ArgumentHelp(
            "The members of the JSON to write, like title,elements: any of \(FrameFields.names).", valueName: "names"),
        completion: .names { FrameFields.allCases.map(\.rawValue) }, transform: FrameFields.read)
    var fields: [FrameFields]?

    @Option(help: .color, completion: .color, transform: ColorChoice.checkedName)
    var color = ColorChoice.auto.rawValue

    /// Whether to write JSON, because `--json` or `--fields` was given.
    var isJSON: Bool { json || fields != nil }
}

extension ArgumentHelp {
    /// The help of `--json`.
    static var json: ArgumentHelp { "Write JSON." }

    /// The help of `--no-pager`.
    static var noPager: ArgumentHelp { "Do not show long output in $PAGER, on a terminal." }

    /// The help of `--color`.
    static var color: ArgumentHelp { ArgumentHelp("When to use colours: auto, always or never.", valueName: "when") }
}

extension CompletionKind {
    /// The values of `--color`.
    static var color: CompletionKind { .list(ColorChoice.allCases.map(\.rawValue)) }
}
