import FeatureKit

/// An error that ends a command.
package struct CommandLineError: Error, Hashable, CustomStringConvertible {
    /// The kind of a command error.
    ///
    /// The kind decides the exit code (``ExitStatus``).
    enum Kind: Hashable {
        case usage, inputRefused, featureFailed, timedOut, sessionLost
        case outputClosed, outputFailed
        case interrupted(signal: Int32)
    }

    let kind: Kind
    /// The message to print; `nil` if nothing is printed for the error.
    let message: String?

    /// Whether the command ended because of a signal.
    var isInterruption: Bool { if case .interrupted = kind { true } else { false } }

    /// The message, or the name of the kind if there is no message.
    package var description: String { message ?? "\(kind)" }

    /// Reports an invalid command line.
    static func usage(_ message: String) -> CommandLineError {
        CommandLineError(kind: .usage, message: message)
    }

    /// Reports an argument with more consecutive combining marks than Swift can safely compare.
    static func unsafeArgument(_ argument: String, number: Int) -> CommandLineError {
        .usage("argument \(number): expected text with \(StreamSafeText.rule), got \(FieldValue.quote(argument))")
    }

    /// Reports that the feature failed.
    static func featureFailed(_ message: String) -> CommandLineError {
        CommandLineError(kind: .featureFailed, message: message)
    }

    /// A server has forgotten the session during an outage, because it has started anew.
    ///
    /// A new session can show the same place.
    package static let sessionLost = CommandLineError(kind: .sessionLost, message: "the session has ended")

    /// Reports that the feature exceeded the time limit.
    static func timedOut(_ message: String) -> CommandLineError {
        CommandLineError(kind: .timedOut, message: message)
    }

    /// The program that reads the output has closed the pipe.
    ///
    /// This is not a mistake of the user, so the error has no message.
    package static let outputClosed = CommandLineError(kind: .outputClosed, message: nil)

    /// Reports that the output could not be written.
    package static func outputFailed(_ reason: String) -> CommandLineError {
        CommandLineError(kind: .outputFailed, message: "cannot write the output: \(reason)")
    }

    /// Reports that a file could not be written.
    static func notWritten(_ path: String) -> CommandLineError {
        CommandLineError(
            kind: .outputFailed, message: "cannot write '\(path)'; check the permissions of its folder")
    }

    /// Reports that the folder for temporary files cannot be used.
    static func noTemporaryFile(in folder: String) -> CommandLineError {
        CommandLineError(
            kind: .outputFailed,
            message:
                "cannot write to the folder for temporary files, '\(folder)'; allow writing to it, make room, or set "
                + "TMPDIR to another folder")
    }

    /// Reports that a signal ended the command.
    ///
    /// The error has no message, because the sender of the signal knows the reason.
    static func interrupted(signal: Int32) -> CommandLineError {
        CommandLineError(kind: .interrupted(signal: signal), message: nil)
    }

    /// Reports refused launch options.
    ///
    /// An invalid option makes the whole command line invalid.
    static func options(
        _ refused: InputRefused, inOrderOf options: [FieldDescription], hint: String
    ) -> CommandLineError {
        .usage(list("the options were refused:", refused, options, hint))
    }

    /// Reports refused input of an action.
    static func input(
        _ refused: InputRefused, inOrderOf fields: [FieldDescription] = [], hint: String? = nil
    ) -> CommandLineError {
        CommandLineError(kind: .inputRefused, message: list("the input was refused:", refused, fields, hint))
    }

    /// Reports input that was refused as a whole.
    static func refused(_ message: String) -> CommandLineError {
        CommandLineError(kind: .inputRefused, message: message)
    }

    private static func list(
        _ heading: String, _ refused: InputRefused, _ fields: [FieldDescription], _ hint: String?
    ) -> String {
        let lines = refused.messages(inOrderOf: fields).map { "  \($0.field): \($0.message)" }
        return ([heading] + lines + (hint.map { [$0] } ?? [])).joined(separator: "\n")
    }
}
