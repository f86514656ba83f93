/// The statements of a script.
///
/// The statements of a function that the script calls in place, `(() => {…})()`, count as statements of the script.
///
/// A name that is declared inside a part, such as a parameter, has its scope inside this part.
struct ScriptParts {
    /// The number of the part that contains each token.
    private(set) var numbers: [Int] = []
    /// Whether each token stands directly in the script, and not inside brackets of its part.
    private(set) var areBetween: [Bool] = []

    init(_ tokens: [ScriptToken], _ brackets: ScriptBrackets) {
        var number = 0, index = 0
        // The ends of the functions around the token that are called in place.
        var ends: [Int] = []
        func add(until end: Int, isBetween: Bool) {
            while index < end {
                numbers.append(number)
                areBetween.append(isBetween)
                index += 1
            }
        }
        while index < tokens.count {
            let opens = tokens[index].opens
            if opens, tokens[index...].prefix(5).map(\.text) == ["(", "(", ")", "=>", "{"] {
                ends.append(brackets.end(of: index + 4))
                add(until: index + 5, isBetween: true)
                number += 1
                continue
            }
            let end = opens ? brackets.end(of: index) : index
            let isEnd = opens ? brackets.holdsStatements(index) : tokens[index].text == ";" || ends.last == index
            if ends.last == index { ends.removeLast() }
            add(until: end, isBetween: false)
            add(until: end + 1, isBetween: true)
            if isEnd { number += 1 }
        }
    }
}
