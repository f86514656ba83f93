/// A token of a script.
struct ScriptToken {
    /// The kinds of tokens.
    enum Kind {
        /// A reserved word or a name.
        case word
        /// The name of a property after `.` or `?.`, the name of a private member, or a property's name that is the word
        /// of a declaration.
        case property
        case number
        /// A text in quotation marks.
        case text
        /// A template literal, or its part between two nested expressions, with its `` ` ``, `${` and `}`.
        case template
        case regularExpression
        case punctuation
    }

    let kind: Kind
    let text: String

    /// Whether the token begins a part that another token ends.
    var opens: Bool {
        switch kind {
        case .template: text.utf8.last == UInt8(ascii: "{")
        case .punctuation: text == "(" || text == "[" || text == "{"
        default: false
        }
    }

    /// Whether the token ends a part that another token begins.
    var closes: Bool {
        switch kind {
        case .template: text.utf8.first == UInt8(ascii: "}")
        case .punctuation: text == ")" || text == "]" || text == "}"
        default: false
        }
    }

    /// The words that are no names, and the words that mean more than a name in some places.
    static let reservedWords: Set = [
        "async", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
        "else", "enum", "export", "extends", "false", "finally", "for", "function", "get", "if", "import", "in",
        "instanceof", "let", "new", "null", "of", "return", "set", "static", "super", "switch", "this", "throw", "true",
        "try", "typeof", "var", "void", "while", "with", "yield",
    ]

    /// The reserved words before a declared name.
    static let declarations: Set = ["class", "const", "function", "let", "var"]

    /// The reserved words before an operand.
    static let operators: Set = [
        "await", "case", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw", "typeof", "void",
        "yield",
    ]
}
