import FeatureStorage

extension CommandLineError {
    /// The most faults of a file to show.
    private static let faultsLimit = 20

    /// The program has no store.
    static let hostKeepsNoRecords = usage("this program keeps no records")

    /// An import into memory would end with the process.
    static let importIntoMemory = usage(
        "the database is 'memory', which would lose the imported records at once; name a file or a server with --database"
    )

    /// The feature keeps no records.
    static func keepsNoRecords(_ id: String, others: [String]) -> CommandLineError {
        let known =
            others.isEmpty ? "no feature of this program does" : "those that do are \(others.joined(separator: ", "))"
        return usage("feature '\(id)' keeps no records; \(known)")
    }

    /// A record file was refused.
    ///
    /// The message has one line for each fault.
    static func refusedFile(_ error: RecordFileError) -> CommandLineError {
        let count = error.faults.count + error.furtherCount
        let shown = error.faults.prefix(faultsLimit).map { "  \($0)" }
        let rest = count - shown.count
        let heading = "'\(error.path)' was refused for \(count == 1 ? "a fault" : "\(count) faults"):"
        let lines = [heading] + shown + (rest > 0 ? ["  and \(rest) more"] : [])
        return CommandLineError(
            kind: .inputRefused, message: (lines + ["Nothing was imported."]).joined(separator: "\n"))
    }
}
