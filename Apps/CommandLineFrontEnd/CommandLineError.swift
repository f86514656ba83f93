import FeatureKit

/// What goes wrong on the way from a command line to a feature and back.
package struct CommandLineError: Error, Hashable, CustomStringConvertible {
    /// The kinds of errors; ``ExitStatus`` gives each its exit code.
    enum Kind: Hashable {
        case usage, inputRefused, featureFailed, timedOut
        case outputClosed, outputFailed
        case interrupted(signal: Int32)
    }

    let kind: Kind
    /// What to say of it; `nil` for nothing.
    let message: String?

    /// Whether a signal asked the program to end.
    var isInterruption: Bool { if case .interrupted = kind { true } else { false } }

    /// A text for people.
    package var description: String { message ?? "\(kind)" }

    /// The command line is wrong.
    static func usage(_ message: String) -> CommandLineError {
        CommandLineError(kind: .usage, message: message)
    }

    /// An argument has more combining marks in a row than is safe to compare.
    static func unsafeArgument(_ argument: String, number: Int) -> CommandLineError {
        .usage("argument \(number): expected text with \(StreamSafeText.rule), got \(FieldValue.quote(argument))")
    }

    /// The feature failed.
    static func featureFailed(_ message: String) -> CommandLineError {
        CommandLineError(kind: .featureFailed, message: message)
    }

    /// The feature took too long.
    static func timedOut(_ message: String) -> CommandLineError {
        CommandLineError(kind: .timedOut, message: message)
    }

    /// Nobody reads the output any more, which is nothing to complain of.
    package static let outputClosed = CommandLineError(kind: .outputClosed, message: nil)

    /// The output could not be written.
    package static func outputFailed(_ reason: String) -> CommandLineError {
        CommandLineError(kind: .outputFailed, message: "cannot write the output: \(reason)")
    }

    /// A signal asked the program to end; whoever sent it knows.
    static func interrupted(signal: Int32) -> CommandLineError {
        CommandLineError(kind: .interrupted(signal: signal), message: nil)
    }

    /// Options of a launch were refused: that is a wrong command line.
    static func options(
        _ refused: InputRefused, inOrderOf options: [FieldDescription], hint: String
    ) -> CommandLineError {
        .usage(list("the options were refused:", refused, options, hint))
    }

    /// An action's input was refused.
    static func input(
        _ refused: InputRefused, inOrderOf fields: [FieldDescription] = [], hint: String? = nil
    ) -> CommandLineError {
        CommandLineError(kind: .inputRefused, message: list("the input was refused:", refused, fields, hint))
    }

    private static func list(
        _ heading: String, _ refused: InputRefused, _ fields: [FieldDescription], _ hint: String?
    ) -> String {
        let lines = refused.messages(inOrderOf: fields).map { "  \($0.field): \($0.message)" }
        return ([heading] + lines + (hint.map { [$0] } ?? [])).joined(separator: "\n")
    }
}
