import FeatureKit

/// An error of a command.
package struct CommandLineError: Error, Hashable, CustomStringConvertible {
    /// The kind of an error, which decides its exit code (``ExitStatus``).
    enum Kind: Hashable {
        case usage, inputRefused, featureFailed, timedOut
        case outputClosed, outputFailed
        case interrupted(signal: Int32)
    }

    let kind: Kind
    /// The message; `nil` for an error that is not reported.
    let message: String?

    /// Whether a signal ended the command.
    var isInterruption: Bool { if case .interrupted = kind { true } else { false } }

    /// The message, or else the kind.
    package var description: String { message ?? "\(kind)" }

    /// The command line is invalid.
    static func usage(_ message: String) -> CommandLineError {
        CommandLineError(kind: .usage, message: message)
    }

    /// An argument has more consecutive combining marks than Swift can safely compare.
    static func unsafeArgument(_ argument: String, number: Int) -> CommandLineError {
        .usage("argument \(number): expected text with \(StreamSafeText.rule), got \(FieldValue.quote(argument))")
    }

    /// The feature failed.
    static func featureFailed(_ message: String) -> CommandLineError {
        CommandLineError(kind: .featureFailed, message: message)
    }

    /// The feature exceeded the time limit.
    static func timedOut(_ message: String) -> CommandLineError {
        CommandLineError(kind: .timedOut, message: message)
    }

    /// The reader has closed the output, which is no mistake and has no message.
    package static let outputClosed = CommandLineError(kind: .outputClosed, message: nil)

    /// The output could not be written.
    package static func outputFailed(_ reason: String) -> CommandLineError {
        CommandLineError(kind: .outputFailed, message: "cannot write the output: \(reason)")
    }

    /// A signal ended the command.
    ///
    /// There is no message, because the sender knows the reason.
    static func interrupted(signal: Int32) -> CommandLineError {
        CommandLineError(kind: .interrupted(signal: signal), message: nil)
    }

    /// The options of a launch were refused, which makes the command line invalid.
    static func options(
        _ refused: InputRefused, inOrderOf options: [FieldDescription], hint: String
    ) -> CommandLineError {
        .usage(list("the options were refused:", refused, options, hint))
    }

    /// The input of an action was refused.
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
