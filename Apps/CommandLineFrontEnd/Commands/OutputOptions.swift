import ArgumentParser

/// How a command writes.
///
/// Commands that end at once declare the same two themselves: a group, and options of types that the parser does not use
/// on its own account, took a fifth of such a command's whole time.
struct OutputOptions: ParsableArguments {
    @Flag(help: .json)
    var json = false

    @Option(help: .color, completion: .color, transform: ColorChoice.checkedName)
    var color = ColorChoice.auto.rawValue
}

extension ArgumentHelp {
    /// The help of `--json`.
    static var json: ArgumentHelp { "Write JSON." }

    /// The help of `--color`.
    static var color: ArgumentHelp { ArgumentHelp("When to use colours: auto, always or never.", valueName: "when") }
}

extension CompletionKind {
    /// The values of `--color`.
    static var color: CompletionKind { .list(ColorChoice.allCases.map(\.rawValue)) }
}
