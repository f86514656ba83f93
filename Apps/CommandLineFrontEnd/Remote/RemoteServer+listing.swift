import FeatureKit

// Lists what a person can attach to.

extension RemoteServer {
    /// Returns a table of sessions: the address, the feature's id, its title, and the options that differ from their
    /// defaults.
    func table(of entries: [Entry]) async throws -> TextTable {
        let hasOptions = entries.contains { $0.options?.isEmpty == false }
        return table(of: entries, among: hasOptions ? try await features() : [])
    }

    /// Returns a table of sessions.
    ///
    /// - Parameter manifests: The manifests of the features, which tell the defaults of options.
    func table(of entries: [Entry], among manifests: [FeatureManifest]) -> TextTable {
        var table = TextTable(
            rows: entries.map { entry in
                [
                    StyledLine(address.page(of: entry.session), .bold), StyledLine(entry.feature),
                    StyledLine(entry.title, .dim),
                    StyledLine(entry.settings(of: manifests.first { $0.id == entry.feature }).joined(separator: " ")),
                ]
            })
        // An address is always complete, so that it can be pasted.
        table.widestColumn = .max
        return table
    }

    /// The maximum number of sessions that an error lists.
    private static let listedLimit = 20

    /// Returns the error for an address that names only the server, which lists the addresses to choose from.
    func choice(of entries: [Entry], among manifests: [FeatureManifest], program: String) -> CommandLineError {
        var lines = [
            entries.isEmpty
                ? "no session of yours runs at '\(address.root)'; give the address of a feature, which begins one:"
                : "\(entries.count) sessions run at '\(address.root)'; give the address of one, or of a feature, which "
                    + "begins another one:"
        ]
        lines += table(of: Array(entries.prefix(Self.listedLimit)), among: manifests).lines().map(\.text)
        let rest = entries.count - Self.listedLimit
        if rest > 0 { lines.append("  … and \(rest) more: \(program) sessions \(address.root)") }
        var features = TextTable(
            rows: manifests.map { [StyledLine(address.page(ofFeature: $0.id)), StyledLine($0.title)] })
        features.widestColumn = .max
        return .usage((lines + features.lines().map(\.text)).joined(separator: "\n"))
    }
}

extension RemoteServer.Entry {
    /// Returns the options that differ from their defaults, as a shell takes them after `--set`.
    fileprivate func settings(of manifest: FeatureManifest?) -> [String] {
        let defaults = Dictionary((manifest?.options ?? []).map { ($0.name, $0.defaultValue) }) { $1 }
        return (options ?? [:]).filter { defaults[$0.key] != $0.value }.sorted { $0.key < $1.key }.flatMap {
            name, value in value.typedTexts.map { Assignment(name: name, value: $0).shellText }
        }
    }
}
