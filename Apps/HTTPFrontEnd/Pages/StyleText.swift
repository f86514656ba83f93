/// Makes a style sheet shorter.
enum StyleText {
    /// Returns a style sheet without indentation, unneeded spaces and comments on lines of their own.
    static func shortened(_ styleSheet: String) -> String {
        var short = ""
        for line in styleSheet.split(separator: "\n") {
            let line = line.trimmingPrefix { $0 == " " }
            guard let end = line.last, !(line.hasPrefix("/*") && line.hasSuffix("*/")) else { continue }
            short += line
            if end != "{" && end != ";" && end != "," && end != "(" { short += "\n" }
        }
        return short.replacing(": ", with: ":").replacing(" {", with: "{")
    }
}
