import FeatureStorage

extension CommandLineError {
    /// The maximum number of faults to list for one file.
    private static let faultsLimit = 20

    /// Reports that the program has no record store.
    static let hostKeepsNoRecords = usage("this program keeps no records")

    /// Refuses an import into a database in memory, because the records would be lost when the process ends.
    static let importIntoMemory = usage(
        "the database 'memory' would lose the imported records at once; name a file or a server with --database"
    )

    /// Reports that the feature keeps no records, and names the features that keep records.
    static func keepsNoRecords(_ id: String, others: [String]) -> CommandLineError {
        let known =
            others.isEmpty
            ? "there is no feature with records" : "features with records: \(others.joined(separator: ", "))"
        return usage("feature '\(id)' keeps no records; \(known)")
    }

    /// Reports a record file that was refused.
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
