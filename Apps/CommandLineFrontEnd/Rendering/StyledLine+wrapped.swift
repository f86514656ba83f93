import TerminalKit

extension StyledLine {
    /// Returns the line as lines of at most `width` cells.
    ///
    /// Lines are broken at spaces. Only a word that is wider than a whole line is broken.
    ///
    /// - Parameter hanging: The indent of all lines but the first; by default two cells more than the indent of the
    ///   line.
    package func wrapped(to width: Int, hanging: Int? = nil) -> [StyledLine] {
        guard displayWidth > width else { return [self] }
        let words = words { $0 == " " }
        let indent = words.first.map { $0.isSpace ? $0.line.displayWidth : 0 } ?? 0
        var wrapping = Wrapping(width: max(1, width), hanging: hanging ?? indent + 2)
        for word in words { wrapping.append(word) }
        return wrapping.end()
    }

    /// Returns a shell command as lines of at most `width` cells, each but the last with a backslash at its end.
    ///
    /// A shell reads the lines as one command. An argument is never broken, even if it is too wide. The value of an
    /// option stays beside the option.
    func wrappedCommand(to width: Int) -> [StyledLine] {
        guard displayWidth > width else { return [self] }
        var quotes = ShellQuotes()
        let words = words { quotes.take($0) }
        var wrapping = Wrapping(width: max(1, width - 2), hanging: 2, breaksWords: false)
        for word in words.joiningOptions { wrapping.append(word) }
        let lines = wrapping.end()
        return lines.dropLast().map { $0 + StyledLine(" \\") } + lines.suffix(1)
    }

    /// Returns the words and the spaces between them.
    ///
    /// - Parameter isSeparator: Returns whether the next character separates two words.
    private func words(_ isSeparator: (Character) -> Bool) -> [Word] {
        var words: [Word] = []
        for span in spans {
            var part = ""
            for character in span.text {
                let isSpace = isSeparator(character)
                if words.last?.isSpace != isSpace {
                    if !part.isEmpty { words[words.count - 1].line.append(part, span.style) }
                    part = ""
                    words.append(Word(isSpace: isSpace))
                }
                part.append(character)
            }
            words[words.count - 1].line.append(part, span.style)
        }
        return words
    }

    /// A word or the spaces before it.
    fileprivate struct Word {
        let isSpace: Bool
        var line = StyledLine()
    }

    /// The lines that are finished, and the current line.
    private struct Wrapping {
        let width: Int
        let hanging: Int
        var breaksWords = true
        private var lines: [StyledLine] = []
        private var line = StyledLine()
        private var used = 0
        private var space = StyledLine()
        private var isBlank = true

        init(width: Int, hanging: Int, breaksWords: Bool = true) {
            // A very narrow terminal has no room for an indent.
            (self.width, self.hanging, self.breaksWords) = (width, 2 * hanging < width ? hanging : 0, breaksWords)
        }

        mutating func append(_ word: Word) {
            guard !word.isSpace else { return space = word.line }
            let (gap, size) = (space.displayWidth, word.line.displayWidth)
            if !isBlank, used + gap + size > width { breakLine() } else if lines.isEmpty || !isBlank { put(space, gap) }
            space = StyledLine()
            isBlank = false
            guard breaksWords, used + size > width else { return put(word.line, size) }
            for span in word.line.spans {
                var part = ""
                for character in span.text {
                    if used + character.displayWidth > width {
                        line.append(part, span.style)
                        part = ""
                        breakLine()
                    }
                    part.append(character)
                    used += character.displayWidth
                }
                line.extend(by: StyledLine(part, span.style))
            }
            isBlank = false
        }

        private mutating func put(_ part: StyledLine, _ size: Int) {
            line.extend(by: part)
            used += size
        }

        private mutating func breakLine() {
            lines.append(line)
            (line, used, isBlank) = (StyledLine(), hanging, true)
            line.append(spaces: hanging)
        }

        mutating func end() -> [StyledLine] { lines + [line] }
    }
}

extension [StyledLine.Word] {
    /// The words, in which each option and the value after it are one word.
    fileprivate var joiningOptions: [StyledLine.Word] {
        func isOption(_ word: StyledLine.Word) -> Bool { word.line.text.drop { $0 == "[" }.hasPrefix("--") }
        var joined: [StyledLine.Word] = []
        for (index, word) in enumerated() {
            let isValue = index >= 2 && !word.isSpace && isOption(self[index - 2]) && !isOption(word)
            guard isValue, let space = joined.popLast() else {
                joined.append(word)
                continue
            }
            joined[joined.count - 1].line.append(space.line + word.line)
        }
        return joined
    }
}

/// The quotes that are open while a shell command is read (POSIX.1-2024, 2.2).
private struct ShellQuotes {
    private enum Quote { case single, double, escaped }

    private var open: [Quote] = []
    private var last: Character?

    /// Reads the next character, and returns whether it separates two words.
    mutating func take(_ character: Character) -> Bool {
        defer { last = last == "\\" && open.last != .single ? nil : character }
        if last == "\\", open.last != .single { return false }
        switch (character, open.last) {
        case ("'", .single), ("'", .escaped), ("\"", .double): open.removeLast()
        case ("'", nil): open.append(last == "$" ? .escaped : .single)
        // The command in a substitution has quotes of its own.
        case ("'", .double): open.append(.single)
        case ("\"", nil): open.append(.double)
        case (" ", nil): return true
        default: break
        }
        return false
    }
}
