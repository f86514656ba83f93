package import ArgumentParser
import FeatureKit
import FeatureStorage

/// An exit code.
///
/// If `sysexits.h` defines a fitting code, that code is used.
package struct ExitStatus: Sendable, Hashable {
    /// The number that the process returns.
    package let code: Int32

    /// The command succeeded.
    package static let done = ExitStatus(code: 0)
    /// The feature failed: its screen or its action failed, or it exceeded the time limit.
    package static let featureFailed = ExitStatus(code: 1)
    /// The command line is invalid: an unknown command, feature, action or option, or an invalid option value.
    package static let usage = ExitStatus(code: 64)
    /// The input was refused.
    package static let inputRefused = ExitStatus(code: 65)
    /// An input file cannot be read.
    package static let unreadableFile = ExitStatus(code: 66)
    /// A service is unavailable.
    package static let unavailable = ExitStatus(code: 69)
    /// The program or a feature has an internal fault.
    package static let fault = ExitStatus(code: 70)
    /// The person may not do this.
    package static let forbidden = ExitStatus(code: 77)
    /// The program that reads the output has closed the pipe.
    ///
    /// A shell reports the same code for a process that SIGPIPE has ended.
    package static let outputClosed = ExitStatus(code: 141)

    /// Returns the code for a process that a signal has ended, such as 130 for SIGINT.
    ///
    /// Shells report the same code.
    package static func interrupted(by signal: Int32) -> ExitStatus { ExitStatus(code: 128 + signal) }

    /// Whether the command succeeded.
    package var isSuccess: Bool { code == 0 }
}

extension ExitStatus {
    /// Creates the exit code for an error.
    ///
    /// This initializer is the only place that decides exit codes.
    ///
    /// - Parameters:
    ///   - error: An error of a command or of the argument parser.
    ///   - root: The root command of the program.
    package init(of error: any Error, in root: any ParsableCommand.Type) {
        switch error {
        case let error as CommandLineError: self.init(of: error.kind)
        case let error as FeatureError: self.init(of: error.code)
        case is InputRefused: self = .inputRefused
        case let error as StorageError: self.init(of: error.code)
        case is RecordFileError: self = .inputRefused
        case is RegistryConflicts: self = .fault
        case let code as ExitCode: self.init(code: code.rawValue)
        default:
            // For an unknown error, the parser returns the code of a general failure. Here such an error counts as an
            // internal fault.
            let code = root.exitCode(for: error)
            self = code == .failure ? .fault : ExitStatus(code: code.rawValue)
        }
    }

    private init(of kind: CommandLineError.Kind) {
        self =
            switch kind {
            case .usage: .usage
            case .inputRefused: .inputRefused
            case .featureFailed, .timedOut, .sessionLost: .featureFailed
            case .outputClosed: .outputClosed
            case .outputFailed: .fault
            case .interrupted(let signal): .interrupted(by: signal)
            }
    }

    private init(of code: StorageError.Code) {
        self =
            switch code {
            case .conflict, .alreadyTaken, .missingReference, .inUse: .inputRefused
            case .unavailable, .unusable, .outcomeUnknown: .unavailable
            case .scanTooLong: .featureFailed
            default: .fault
            }
    }

    private init(of code: FeatureError.Code) {
        self =
            switch code {
            case .unknownFeature, .unknownAction: .usage
            case .disabled, .busy, .superseded, .cancelled, .outdated, .timedOut: .featureFailed
            case .forbidden: .forbidden
            case .unreadableFile: .unreadableFile
            case .serviceUnavailable: .unavailable
            default: .fault
            }
    }
}
