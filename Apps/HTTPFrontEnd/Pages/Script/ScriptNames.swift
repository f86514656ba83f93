/// The names that a script declares.
struct ScriptNames {
    /// A use of a name that is no name of a property.
    enum Use {
        case plain
        /// The use `{name}` in an object literal or a destructuring pattern, which also names a property.
        case shorthand
    }

    private let tokens: [ScriptToken]
    private let brackets: ScriptBrackets
    /// The uses of names, by the index of the token; `nil` for other tokens.
    private(set) var uses: [Use?] = []
    private var declared: Set<String> = []
    private let parts: ScriptParts
    /// The declared names whose scope is not a single part of the script.
    private var shared: Set<String> = []

    init(_ tokens: [ScriptToken]) {
        self.tokens = tokens
        brackets = ScriptBrackets(tokens)
        parts = ScriptParts(tokens, brackets)
        for index in tokens.indices { uses.append(use(at: index)) }
        for index in tokens.indices { declare(at: index) }
    }

    /// The shortest names for the declared names: the more often a name is used, the shorter.
    ///
    /// No new name is a reserved word or a name that the script uses without declaring it. Names get the same new name
    /// if no part of the script uses both of them.
    var replacements: [String: String] {
        var counts: [String: Int] = [:]
        var order: [String: Int] = [:]
        var places: [String: Set<Int>] = [:]
        for index in tokens.indices where uses[index] != nil {
            counts[tokens[index].text, default: 0] += 1
            places[tokens[index].text, default: []].insert(parts.numbers[index])
            if declared.contains(tokens[index].text), order[tokens[index].text] == nil {
                order[tokens[index].text] = order.count
            }
        }
        let names = order.keys.sorted {
            (-counts[$0, default: 0], order[$0] ?? 0) < (-counts[$1, default: 0], order[$1] ?? 0)
        }
        let free = ScriptNames.shortNames.filter {
            (counts[$0] == nil || order[$0] != nil) && !ScriptToken.reservedWords.contains($0)
        }
        var taken = free.map { _ in (isShared: false, places: Set<Int>()) }
        var replacements: [String: String] = [:]
        for name in names {
            let (isShared, places) = (shared.contains(name), places[name, default: []])
            let choice = taken.firstIndex { !($0.isShared && isShared) && $0.places.isDisjoint(with: places) }
            guard let choice else { continue }
            taken[choice].isShared = taken[choice].isShared || isShared
            taken[choice].places.formUnion(places)
            replacements[name] = free[choice]
        }
        return replacements
    }

    /// The names of one and two characters, shorter names first.
    private static let shortNames: [String] = {
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$".map(String.init)
        return letters + letters.flatMap { first in (letters + (0...9).map(String.init)).map { first + $0 } }
    }()

    // MARK: - Uses

    private func use(at index: Int) -> Use? {
        guard tokens[index].kind == .word, !ScriptToken.reservedWords.contains(tokens[index].text) else { return nil }
        let previous = text(at: index - 1), next = text(at: index + 1)
        switch brackets.kinds[index] {
        case .properties where previous == "{" || previous == ",": return next == ":" || next == "(" ? nil : .shorthand
        case .properties where isAfterModifier(index) && next == "(": return nil
        case .members where ["{", ";", "}"].contains(previous) || isAfterModifier(index) && next != "=>": return nil
        // A label is no name.
        case .statements where next == ":" && ["", "{", ";", "}", ")"].contains(previous): return nil
        default: return previous == "break" || previous == "continue" ? nil : .plain
        }
    }

    /// Whether the preceding word or `*` belongs to the declaration of a member.
    private func isAfterModifier(_ index: Int) -> Bool {
        switch text(at: index - 1) {
        case "static", "async", "get", "set": true
        case "*": ["{", ",", ";", "}", "static", "async"].contains(text(at: index - 2))
        default: false
        }
    }

    /// The text of a token; empty before the first and after the last token.
    private func text(at index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }

    // MARK: - Declarations

    private mutating func declare(at index: Int) {
        guard tokens[index].kind == .word || tokens[index].kind == .punctuation else { return }
        switch tokens[index].text {
        case "function", "class":
            let name = index + (text(at: index + 1) == "*" ? 2 : 1)
            declare(in: name..<name + 1, isShared: parts.areBetween[index])
        case "const", "let", "var":
            let isShared = parts.areBetween[index] || tokens[index].text == "var"
            declare(in: index + 1..<endOfDeclaration(from: index + 1), isShared: isShared)
        case "=>": declareName(at: index - 1)
        case "(":
            let end = brackets.end(of: index), next = text(at: end + 1)
            let hasStatements = ["if", "for", "while", "switch", "with", "await"].contains(text(at: index - 1))
            if end > index, next == "=>" || next == "{" && !hasStatements { declare(in: index + 1..<end) }
        default: break
        }
    }

    private mutating func declareName(at index: Int, isShared: Bool = false) {
        guard tokens.indices.contains(index), uses[index] != nil else { return }
        declared.insert(tokens[index].text)
        if isShared { shared.insert(tokens[index].text) }
    }

    /// The end of the declaration, or the `of` or `in` of a loop.
    private func endOfDeclaration(from start: Int) -> Int {
        var index = start, hasValue = false
        while index < tokens.count, text(at: index) != ";", !tokens[index].closes {
            if text(at: index) == "=" { hasValue = true }
            if !hasValue, ["of", "in"].contains(text(at: index)) { break }
            index = brackets.end(of: index) + 1
        }
        return index
    }

    /// Declares the names of patterns that commas separate, but not the names in their default values.
    ///
    /// - Parameter isShared: Whether several parts of the script can use the names.
    private mutating func declare(in range: Range<Int>, isShared: Bool = false) {
        var index = range.lowerBound
        while index < range.upperBound {
            let end = brackets.end(of: index)
            if text(at: index) == "=" {
                while index < range.upperBound, text(at: index) != "," { index = brackets.end(of: index) + 1 }
                continue
            }
            // An expression in brackets before a colon is the name of a property.
            if end > index, text(at: end + 1) != ":" { declare(in: index + 1..<end, isShared: isShared) }
            declareName(at: index, isShared: isShared)
            index = end + 1
        }
    }
}
