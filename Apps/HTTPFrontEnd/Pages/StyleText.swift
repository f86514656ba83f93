/// Makes a style sheet shorter.
enum StyleText {
    /// Returns a style sheet without indentation, unneeded spaces, zeros and semicolons, and comments on lines of their
    /// own.
    ///
    /// Strings in the style sheet must not contain the removed texts.
    static func shortened(_ styleSheet: String) -> String {
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
