import FeatureStorage

extension CommandLineError {
    /// How many faults of a file are shown.
    private static let faultsLimit = 20

    /// The program has no store.
    static let hostKeepsNoRecords = usage("this program keeps no records")

    /// What would be imported would be gone with the process.
    static let importIntoMemory = usage(
        "the database is 'memory': what is imported there would be gone at once; name a file or a server by --database")

    /// The feature has nothing to import or to export.
    static func keepsNoRecords(_ id: String, others: [String]) -> CommandLineError {
        let known =
            others.isEmpty ? "no feature of this program does" : "those that do are \(others.joined(separator: ", "))"
        return usage("feature '\(id)' keeps no records; \(known)")
    }

    /// A file of records was refused: each fault on a line of its own.
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
