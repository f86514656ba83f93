extension String {
    /// Returns the text truncated to a number of cells.
    ///
    /// A truncated text ends with `…`.
    package func clipped(to width: Int) -> String {
        // Measure only the beginning of a long text.
        if utf8.count <= width, utf8.allSatisfy({ $0 < 0x80 }) { return self }
        guard width > 0 else { return "" }
        var (used, kept, fits) = (0, "", "")
        for character in self {
            let size = character.displayWidth
            if used + size > width { return kept + "…" }
            used += size
            fits.append(character)
            if used < width { kept = fits }
        }
        return fits
    }

    /// Returns the text truncated to a number of cells, with its beginning and its end.
    ///
    /// A truncated text has `…` in its middle. Texts that begin alike, such as generated ids, stay distinct.
    package func clippedInMiddle(to width: Int) -> String {
        guard displayWidth > width else { return self }
        let end = clippedAtFront(to: max(0, width - 1) / 2)
        return clipped(to: width - end.displayWidth) + end
    }

    /// Returns the longest end of the text that fits into a number of cells.
    package func clippedAtFront(to width: Int) -> String {
        var (used, characters) = (0, [Character]())
        for character in reversed() {
            used += character.displayWidth
            if used > width { break }
            characters.append(character)
        }
        return String(characters.reversed())
    }

    /// Returns the text as lines of at most `width` cells.
    ///
    /// Lines are broken at spaces where possible.
    package func wrapped(to width: Int) -> [String] {
        split(omittingEmptySubsequences: false) { $0.isNewline }.flatMap { String($0).madeVisible.wrappedLine(width) }
    }

    /// Returns the text as at most `count` lines of at most `width` cells.
    ///
    /// A truncated text ends with `…`.
    package func wrapped(to width: Int, atMost count: Int) -> [String] {
        let lines = wrapped(to: width)
        guard lines.count > count, let last = lines.prefix(count).last else { return lines }
        return lines.prefix(count - 1) + ["\(last) \(lines[count])".clipped(to: width)]
    }

    private func wrappedLine(_ width: Int) -> [String] {
        guard width > 0, displayWidth > width else { return [self] }
        var lines: [String] = []
        var (line, used) = ("", 0)
        func flush() {
            lines.append(line)
            (line, used) = ("", 0)
        }
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            let size = word.displayWidth
            if used > 0, used + 1 + size > width {
                flush()
            } else if !line.isEmpty || used > 0 {
                line += " "
                used += 1
            }
            guard size > width else {
                line += word
                used += size
                continue
            }
            for character in word {
                if used + character.displayWidth > width { flush() }
                line.append(character)
                used += character.displayWidth
            }
        }
        flush()
        return lines
    }
}
