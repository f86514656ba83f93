/// Makes a script shorter.
package enum ScriptText {
    /// Returns a script without comments and unneeded spaces, and with short names.
    ///
    /// Each name that the script declares gets one new name, in the whole script. The names of properties stay.
    ///
    /// In the script, a semicolon ends each statement that is no block, and no statement is empty. A name that the
    /// script declares somewhere is not the name of a global that the script uses somewhere else.
    package static func shortened(_ script: String) -> String {
        let tokens = ScriptReader.tokens(of: script)
        let names = ScriptNames(tokens)
        let replacements = names.replacements
        var short = "", last: ScriptToken?
        for (index, token) in tokens.enumerated() {
            if token.text == ";", index + 1 < tokens.count, tokens[index + 1].text == "}" { continue }
            if let last, needSpace(last, token) { short += " " }
            short += text(of: token, names.uses[index].flatMap { use in replacements[token.text].map { (use, $0) } })
            last = token
        }
        return short
    }

    /// Shorter words with the same meaning.
    ///
    /// The script itself is known to assign to no constant, and to name no property with one of these words.
    private static let shortWords = ["const": "let", "false": "!1", "true": "!0", "undefined": "void 0"]

    private static func text(of token: ScriptToken, _ replacement: (use: ScriptNames.Use, name: String)?) -> String {
        switch replacement {
        case nil: token.kind == .word ? shortWords[token.text] ?? token.text : token.text
        case (.plain, let name)?: name
        case (.shorthand, let name)?: "\(token.text):\(name)"
        }
    }

    /// Returns whether two tokens without a space between them would be read as other tokens.
    private static func needSpace(_ token: ScriptToken, _ next: ScriptToken) -> Bool {
        guard let end = token.text.unicodeScalars.last, let start = next.text.unicodeScalars.first else { return false }
        if start.isOfName || start == "#" { return end.isOfName || token.kind == .regularExpression }
        return end == start && (end == "+" || end == "-" || end == "/")
    }
}
