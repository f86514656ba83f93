/// Splits a script into tokens, without spaces, line breaks and comments.
///
/// A `/` after `)`, `]` or `}` is a division.
struct ScriptReader {
    private static let longPunctuation = [
        "...", "&&=", "||=", "??=", "===", "!==", "**=", "=>", "?.", "==", "!=", "<=", ">=", "&&", "||", "??", "++",
        "--",
        "+=", "-=", "*=", "/=", "**",
    ]

    private let source: [Unicode.Scalar]
    private var index = 0
    private var tokens: [ScriptToken] = []
    /// The number of open braces in the nested expression of each open template literal.
    private var braces: [Int] = []

    /// Returns the tokens of a script.
    static func tokens(of script: String) -> [ScriptToken] {
        var reader = ScriptReader(source: Array(script.unicodeScalars))
        while reader.index < reader.source.count { reader.readToken() }
        return reader.tokens
    }

    private init(source: [Unicode.Scalar]) { self.source = source }

    private mutating func readToken() {
        let first = source[index]
        switch first {
        case " ", "\n", "\r", "\t": index += 1
        case "/" where has("//"): skip { $0 == "\n" }
        case "/" where has("/*"):
            index += 2
            while index < source.count, !has("*/") { index += 1 }
            index += 2
        case "\"", "'":
            let start = index
            index += 1
            readText(until: first)
            add(.text, from: start)
        case "`": readTemplate()
        case "}" where braces.last == 0:
            braces.removeLast()
            readTemplate()
        case "0"..."9":
            let start = index
            skip { !$0.isOfName && $0 != "." }
            add(.number, from: start)
        case "/" where isOperandNext: readRegularExpression()
        case _ where first.isOfName || first == "#":
            let start = index
            index += 1
            skip { !$0.isOfName }
            let previous = tokens.last?.text
            add(first == "#" || previous == "." || previous == "?." ? .property : .word, from: start)
        default: readPunctuation()
        }
    }

    private mutating func readPunctuation() {
        let start = index
        let isShort = source[start].isAlone
        let long = isShort ? nil : ScriptReader.longPunctuation.first { has($0) }
        // In `a?.5:1`, the point belongs to the number.
        let isDecimal = long == "?." && index + 2 < source.count && ("0"..."9").contains(source[index + 2])
        index += isDecimal ? 1 : long?.unicodeScalars.count ?? 1
        // The word is the name of a property, as in `{class: "row"}`.
        if source[start] == ":", let last = tokens.last, ScriptToken.declarations.contains(last.text) {
            tokens[tokens.count - 1] = ScriptToken(kind: .property, text: last.text)
        }
        if !braces.isEmpty {
            if source[start] == "{" { braces[braces.count - 1] += 1 }
            if source[start] == "}" { braces[braces.count - 1] -= 1 }
        }
        add(.punctuation, from: start)
    }

    /// Reads a template literal until its end or its next nested expression.
    private mutating func readTemplate() {
        let start = index
        index += 1
        while index < source.count, source[index] != "`", !has("${") { index += source[index] == "\\" ? 2 : 1 }
        if has("${") {
            braces.append(0)
            index += 1
        }
        index += 1
        add(.template, from: start)
    }

    private mutating func readRegularExpression() {
        let start = index
        index += 1
        var isInSet = false
        while index < source.count, isInSet || source[index] != "/" {
            switch source[index] {
            case "\\": index += 1
            case "[": isInSet = true
            case "]": isInSet = false
            default: break
            }
            index += 1
        }
        index += 1
        skip { !$0.isOfName }
        add(.regularExpression, from: start)
    }

    private mutating func readText(until end: Unicode.Scalar) {
        while index < source.count, source[index] != end { index += source[index] == "\\" ? 2 : 1 }
        index += 1
    }

    /// Whether an operand follows the last token, and not an operator.
    private var isOperandNext: Bool {
        guard let last = tokens.last else { return true }
        return switch last.kind {
        case .word: ScriptToken.operators.contains(last.text)
        case .punctuation: !last.closes
        case .template: last.opens
        default: false
        }
    }

    /// Whether the rest of the source begins with a text.
    private func has(_ text: String) -> Bool {
        var index = index
        for scalar in text.unicodeScalars {
            guard index < source.count, source[index] == scalar else { return false }
            index += 1
        }
        return true
    }

    private mutating func skip(until isEnd: (Unicode.Scalar) -> Bool) {
        while index < source.count, !isEnd(source[index]) { index += 1 }
    }

    private mutating func add(_ kind: ScriptToken.Kind, from start: Int) {
        index = min(index, source.count)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: source[start..<index])
        tokens.append(ScriptToken(kind: kind, text: String(text)))
    }
}

extension Unicode.Scalar {
    /// Whether the character begins no longer punctuation.
    fileprivate var isAlone: Bool {
        switch self {
        case "(", ")", "[", "]", "{", "}", ";", ",", ":": true
        default: false
        }
    }

    /// Whether the character can be part of a name or a number.
    var isOfName: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: value >= 0x80
        }
    }
}
