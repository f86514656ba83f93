import FeatureKit

/// Renders a manifest as lines of text: the feature, its options and actions, and example commands.
struct ManifestText {
    /// The program's name.
    let program: String
    let manifest: FeatureManifest
    /// The width of the terminal in cells; `nil` to break no lines.
    var width: Int?

    /// The lines of the rendered manifest.
    var lines: [StyledLine] {
        let heading =
            wrapped(StyledLine(manifest.title, .bold) + StyledLine(" (\(manifest.id))", .dim))
            + wrapped(StyledLine(manifest.summary), hanging: 0)
            + (manifest.restriction.map { wrapped(StyledLine($0.refusal), hanging: 0) } ?? [])
        let parts = [heading, options, actions, examples].filter { !$0.isEmpty }
        return Array(parts.joined(separator: [StyledLine()]))
    }

    private var options: [StyledLine] {
        guard !manifest.options.isEmpty else { return [] }
        return wrapped(StyledLine("Options", .bold) + StyledLine(", each with --set KEY=VALUE"))
            + table(of: manifest.options, indent: 2)
    }

    private var actions: [StyledLine] {
        guard !manifest.actions.isEmpty else { return [] }
        let rows = manifest.actions.map { action in
            let audience = manifest.restriction(of: action).map { [StyledLine($0.refusal, .dim)] } ?? []
            return [StyledLine(action.name, .bold), StyledLine(action.title)] + audience
        }
        let names = TextTable(rows: rows).lines()
        let lines = zip(names, manifest.actions).flatMap { wrapped($0) + table(of: $1.fields(), indent: 4) }
        return wrapped(
            StyledLine("Actions", .bold) + StyledLine(", each with perform \(manifest.id) ACTION NAME=VALUE…"))
            + lines
    }

    private var examples: [StyledLine] {
        let text = CommandText(program: program, manifest: manifest)
        var commands = [text.words(["launch", manifest.id])]
        if let option = manifest.options.first(where: { $0.example != nil }), let value = option.example {
            commands.append(text.words(["launch", manifest.id], [Assignment(name: option.name, value: value)]))
        }
        if let action = exemplaryAction {
            let arguments = action.fields.filter { !$0.isOptional }.map { field in
                Assignment(name: field.name, value: field.example ?? "").shellText
            }
            commands.append(text.words(["perform", manifest.id, action.name] + arguments))
        }
        var table = TextTable()
        for command in commands { table.append([], command: command, style: .plain) }
        return [StyledLine("Examples", .bold)] + table.lines(fitting: width)
    }

    private func wrapped(_ line: StyledLine, hanging: Int? = nil) -> [StyledLine] {
        width.map { line.wrapped(to: $0, hanging: hanging) } ?? [line]
    }

    /// The action for the example command.
    ///
    /// The action has fields, but no field for the id of a record. The example can therefore succeed in a new session.
    /// Required fields make the better example.
    ///
    /// There is only one example, because the manifest does not say which actions are disabled in a new session.
    private var exemplaryAction: Action? {
        let candidates = manifest.actions.filter { action in
            !action.fields.isEmpty
                && action.fields.allSatisfy { $0.role != .row && ($0.isOptional || $0.example != nil) }
        }
        return candidates.first { !$0.fields.allSatisfy(\.isOptional) } ?? candidates.first
            ?? manifest.actions.first(where: \.fields.isEmpty)
    }

    private func table(of fields: [FieldDescription], indent: Int) -> [StyledLine] {
        let rows = fields.flatMap { field in
            let notes =
                [field.expectation] + (field.defaultValue.map { ["\($0) by default"] } ?? [])
                + (field.required || field.defaultValue != nil ? [] : ["optional"])
            let title = field.title.lowercased() == field.name.lowercased() ? "" : field.title
            let row = [StyledLine(field.name), StyledLine(title), StyledLine(notes.joined(separator: "; "), .dim)]
            return [row] + (field.help.map { [[StyledLine(), StyledLine(), StyledLine($0)]] } ?? [])
        }
        return TextTable(rows: rows).lines(indent: indent, fitting: width)
    }
}

extension FieldDescription {
    /// A valid example value of the field; `nil` if no example is known.
    var example: String? {
        let candidates: [String] =
            switch kind {
            case .text: [title, title.padded(to: length?.min ?? 0), String(title.prefix(length?.max ?? 0))]
            case .integer, .decimal: [range?.min?.description, range?.max?.description, "1"].compactMap { $0 }
            case .boolean: ["true"]
            case .reference: ["1"]
            case .choice: (choices ?? []).filter { .text($0) != defaultValue } + (choices ?? [])
            case .date: ["2026-11-21", range?.min?.description, range?.max?.description].compactMap { $0 }
            case .instant: ["2026-11-22T19:46:49Z", range?.min?.description].compactMap { $0 }
            case .texts: [title, title.padded(to: length?.min ?? 0), String(title.prefix(length?.max ?? 0))]
            case .choices: choices ?? []
            case .secret: [name.uppercased().padded(to: length?.min ?? 0)]
            case .duration: ["2s", range?.max?.description, range?.min?.description].compactMap { $0 }
            }
        return candidates.first { if case .success = read($0) { !$0.isEmpty } else { false } }
    }
}

extension String {
    fileprivate func padded(to length: Int) -> String {
        self + String(repeating: "x", count: max(0, length - count))
    }
}
