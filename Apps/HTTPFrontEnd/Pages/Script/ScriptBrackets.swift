/// The nesting of a script's tokens.
struct ScriptBrackets {
    /// What a pair of brackets contains.
    enum Kind {
        case statements
        /// The members of a class.
        case members
        /// The properties of an object literal or of a destructuring pattern.
        case properties
        /// Everything in `(…)`, `[…]` and `${…}`.
        case expressions
    }

    /// The kind of the innermost brackets around each token.
    ///
    /// The statements of the script itself count as brackets.
    private(set) var kinds: [Kind] = []
    /// The indices of closing tokens, by the index of the opening token.
    private var ends: [Int: Int] = [:]
    /// The indices of the opening tokens of brackets that contain statements.
    private var blocks: Set<Int> = []

    init(_ tokens: [ScriptToken]) {
        var open = [(index: -1, kind: Kind.statements, choices: 0)]
        var isClassNext = false
        // Whether the last colon belongs to a conditional expression.
        var isOfChoice = false
        for (index, token) in tokens.enumerated() {
            if token.closes, open.count > 1 { ends[open.removeLast().index] = index }
            let around = open.count - 1
            kinds.append(open[around].kind)
            switch token.text {
            case "class" where token.kind == .word: isClassNext = true
            case "?": open[around].choices += 1
            case ":":
                isOfChoice = open[around].choices > 0
                if isOfChoice { open[around].choices -= 1 }
            case "{":
                let previous = index > 0 ? tokens[index - 1].text : ";"
                let kind =
                    isClassNext ? .members : ScriptBrackets.kind(after: previous, in: open[around].kind, isOfChoice)
                isClassNext = false
                if kind == .statements { blocks.insert(index) }
                open.append((index, kind, 0))
            default: if token.opens { open.append((index, .expressions, 0)) }
            }
        }
    }

    private static func kind(after previous: String, in around: Kind, _ isOfChoice: Bool) -> Kind {
        switch previous {
        case ")", ";", "{", "}", "=>", "else", "do", "try", "finally", "catch", "static": .statements
        case ":" where around == .statements && !isOfChoice: .statements
        default: .properties
        }
    }

    /// Returns whether a token opens brackets that contain statements.
    func holdsStatements(_ index: Int) -> Bool { blocks.contains(index) }

    /// Returns the index of the last token of the part that a token begins: its own index if it opens nothing.
    func end(of index: Int) -> Int {
        var index = index
        while let end = ends[index] { index = end }
        return index
    }
}
