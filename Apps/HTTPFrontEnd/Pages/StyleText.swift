/// Makes style sheets shorter.
enum StyleText {
    /// The custom property that a host's brand sets, and the one that the script uses.
    private static let keptNames: Set<Substring> = ["--brand", "--tint"]

    /// Returns style sheets without indentation, unneeded spaces, zeros and semicolons, and comments on lines of their
    /// own, and with short names of custom properties.
    ///
    /// Strings in the style sheets must not contain the removed texts.
    ///
    /// - Parameter styleSheets: The style sheets. They share their custom properties.
    static func shortened(_ styleSheets: [String]) -> [String] {
        let names = styleSheets.reduce(into: Set<Substring>()) { names, sheet in
            names.formUnion(sheet.matches(of: /--[a-z][a-z-]*/).map(\.output))
        }
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let short = zip(names.subtracting(keptNames).sorted(), letters).map { ($0, "--\($1)") }
        let replacements = Dictionary(uniqueKeysWithValues: short)
        return styleSheets.map { sheet in
            withoutSpaces(sheet).replacing(/--[a-z][a-z-]*/) { replacements[$0.output] ?? String($0.output) }
        }
    }

    private static func withoutSpaces(_ styleSheet: String) -> String {
        var short = ""
        for line in styleSheet.split(separator: "\n") {
            let line = line.trimmingPrefix { $0 == " " }
            guard let end = line.last, !(line.hasPrefix("/*") && line.hasSuffix("*/")) else { continue }
            short += line
            if !"{};,(".contains(end) { short += "\n" }
        }
        let shorter = [
            (": ", ":"), (", ", ","), (" {", "{"), ("{ ", "{"), ("; ", ";"), (" }", "}"), (";}", "}"), (" 0.", " ."),
            (":0.", ":."), (",0.", ",."), ("(0.", "(."), (" > ", ">"),
        ]
        return shorter.reduce(short) { text, pair in text.replacing(pair.0, with: pair.1) }
    }
}
