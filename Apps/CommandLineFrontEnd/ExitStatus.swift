package import ArgumentParser
import FeatureKit
import FeatureStorage

/// How the program ends: its exit code, as `sysexits.h` has it where it has one.
package struct ExitStatus: Sendable, Hashable {
    /// The number that the process exits with.
    package let code: Int32

    /// Done what was asked.
    package static let done = ExitStatus(code: 0)
    /// The feature failed: a failed screen, an action that failed, or it took too long.
    package static let featureFailed = ExitStatus(code: 1)
    /// The command line is wrong: an unknown command, feature, action or option, a malformed option.
    package static let usage = ExitStatus(code: 64)
    /// The input was refused.
    package static let inputRefused = ExitStatus(code: 65)
    /// An input file cannot be read.
    package static let unreadableFile = ExitStatus(code: 66)
    /// A service is unavailable.
    package static let unavailable = ExitStatus(code: 69)
    /// A mistake in the program or in a feature.
    package static let fault = ExitStatus(code: 70)
    /// Nobody reads the output any more: what a shell reports of a program that SIGPIPE ended.
    package static let outputClosed = ExitStatus(code: 141)

    /// Ended by a signal, as a shell reports it: 130 for SIGINT.
    package static func interrupted(by signal: Int32) -> ExitStatus { ExitStatus(code: 128 + signal) }

    /// Whether it is the exit code 0.
    package var isSuccess: Bool { code == 0 }
}

extension ExitStatus {
    /// The exit code of an error: the one place that decides it.
    ///
    /// - Parameters:
    ///   - error: What a command threw, or the parser.
    ///   - root: The command that the arguments were parsed as.
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
            // What the parser does not know it calls a failure: here it is nobody's, so a fault.
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
