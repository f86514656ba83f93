import FeatureKit

/// Makes the examples of operations: a command that sends a request, and an answer.
struct APIExamples {
    /// The host's address, such as `http://127.0.0.1:8080`.
    let address: String
    let identity: APIIdentity
    private let schemas: SchemaExample

    /// Creates the examples of a host.
    ///
    /// - Parameters:
    ///   - address: The host's address. A shell reads none of its characters as its own.
    ///   - identity: How the host knows its clients.
    ///   - feature: The feature of the answers.
    init(at address: String, _ identity: APIIdentity, of feature: FeatureManifest?) {
        (self.address, self.identity, schemas) = (address, identity, SchemaExample(of: feature))
    }

    /// Returns a command for a POSIX shell that sends an operation's request with `curl`.
    ///
    /// The shell's variable `TOKEN` has the token. A part of the path without an example has a variable too, such as
    /// `SESSION`.
    func command(for operation: APIOperation) -> String {
        var command = operation.events.isEmpty ? "curl" : "curl -N"
        if operation.method != "get" { command += " -X \(operation.method.uppercased())" }
        var parts = ["\(command) \(url(of: operation))"]
        if identity == .token, !operation.isOpen { parts.append("-H \"Authorization: Bearer $TOKEN\"") }
        if let body = operation.body {
            parts += ["-H 'Content-Type: application/json'", "-d \(quoted(Self.visible(body.example.bytes)))"]
        }
        return parts.joined(separator: " \\\n    ")
    }

    /// Returns a shortened answer to an operation; `nil` if it has no JSON, or JSON without known members.
    func answer(to operation: APIOperation) -> String? {
        guard operation.events.isEmpty else {
            return operation.events.map { event in
                "event: \(event.name)\ndata: \(Self.visible(schemas.value(of: event.value).bytes))"
            }.joined(separator: "\n\n")
        }
        let answer = operation.answers.first { (200..<300).contains($0.status) && $0.type == "application/json" }
        let text = answer?.schema.map { Self.visible(schemas.value(of: $0).bytes.indentedJSON) }
        return text == "{}" ? nil : text
    }

    /// Returns a frame as the answer of an operation, with at most ``shownRows`` rows of each list.
    func answer(with frame: Frame) -> String {
        var frame = frame
        frame.screen.elements = frame.screen.elements.map { $0.shortened(to: Self.shownRows) }
        return Self.visible(frame.json.indentedJSON)
    }

    /// The maximum number of rows of a list in an example.
    static let shownRows = 2

    private func url(of operation: APIOperation) -> String {
        var url = address
        var hasVariable = false
        for part in operation.path.split(separator: "/") {
            let name = part.hasPrefix("{") ? part.dropFirst().dropLast() : nil
            let example = operation.parameters.first { $0.place == .path && $0.name[...] == name }?.examples.first
            hasVariable = hasVariable || name != nil && example == nil
            url += "/" + (example ?? name.map { "$\($0.uppercased())" } ?? String(part))
        }
        let query = operation.parameters.filter { $0.place == .query && $0.isRequired }
        url += query.flatMap { parameter in parameter.examples.map { (parameter.name, $0) } }.query
        return hasVariable ? "\"\(url)\"" : "'\(url)'"
    }

    /// Returns JSON as text in which every character can be seen and copied.
    ///
    /// JSON has control characters, and characters that change the direction of text, only within texts.
    private static func visible(_ json: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF:
                let digits = String(scalar.value, radix: 16)
                text.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars)
            default: text.append(scalar)
            }
        }
        return String(text)
    }

    /// Returns a text as one word of a POSIX shell.
    private func quoted(_ text: String) -> String { "'\(text.replacing("'", with: #"'\''"#))'" }
}

extension Element {
    /// Returns the element with at most a number of rows in each list.
    fileprivate func shortened(to count: Int) -> Element {
        switch self {
        case .list(var list):
            list.rows = Array(list.rows.prefix(count))
            return .list(list)
        case .section(var section):
            section.elements = section.elements.map { $0.shortened(to: count) }
            return .section(section)
        default: return self
        }
    }
}
