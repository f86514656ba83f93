package import ArgumentParser
import FeatureKit
import FeatureStorage

/// The exit codes, from `sysexits.h` where it defines one.
package struct ExitStatus: Sendable, Hashable {
    /// The exit code of the process.
    package let code: Int32

    /// The command succeeded.
    package static let done = ExitStatus(code: 0)
    /// The feature failed: a failed screen, a failed action or a time limit.
    package static let featureFailed = ExitStatus(code: 1)
    /// The command line is invalid: an unknown command, feature, action or option, or an invalid option value.
    package static let usage = ExitStatus(code: 64)
    /// The input was refused.
    package static let inputRefused = ExitStatus(code: 65)
    /// An input file cannot be read.
    package static let unreadableFile = ExitStatus(code: 66)
    /// A service is unavailable.
    package static let unavailable = ExitStatus(code: 69)
    /// An internal fault of the program or of a feature.
    package static let fault = ExitStatus(code: 70)
    /// The reader has closed the output: the code that a shell reports for SIGPIPE.
    package static let outputClosed = ExitStatus(code: 141)

    /// A signal ended the program: the code that a shell reports, 130 for SIGINT.
    package static func interrupted(by signal: Int32) -> ExitStatus { ExitStatus(code: 128 + signal) }

    /// Whether the command succeeded.
    package var isSuccess: Bool { code == 0 }
}

extension ExitStatus {
    /// Maps an error to its exit code.
    ///
    /// No other code decides exit codes.
    ///
    /// - Parameters:
    ///   - error: The error of a command or of the parser.
    ///   - root: The root command of the parser.
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
            // The parser maps an unknown error to its general failure; here it is an internal fault.
            let code = root.exitCode(for: error)
            self = code == .failure ? .fault : ExitStatus(code: code.rawValue)
        }
    }

    private init(of kind: CommandLineError.Kind) {
        self =
            switch kind {
            case .usage: .usage
            case .inputRefused: .inputRefused
            case .featureFailed, .timedOut: .featureFailed
            case .outputClosed: .outputClosed
            case .outputFailed: .fault
            case .interrupted(let signal): .interrupted(by: signal)
            }
    }

    private init(of code: StorageError.Code) {
        self =
            switch code {
            case .conflict, .alreadyTaken: .inputRefused
            case .unavailable, .unusable, .outcomeUnknown: .unavailable
            default: .fault
            }
    }

    private init(of code: FeatureError.Code) {
        self =
            switch code {
            case .unknownFeature, .unknownAction: .usage
            case .disabled, .busy, .superseded, .outdated, .timedOut: .featureFailed
            case .unreadableFile: .unreadableFile
            case .serviceUnavailable: .unavailable
            default: .fault
            }
    }
}
