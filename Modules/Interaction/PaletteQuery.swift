/// A text with which a person finds one of many entries.
///
/// The script of a page follows the same rules (`finding.js`), which one file of cases tests in both languages.
package struct PaletteQuery: Sendable {
    /// How an entry is found.
    package enum Finding: String, Sendable, Hashable, Decodable {
        /// By its title, and by a sentence about it.
        case name
        /// Like a name. The first of several places with one title is the nearest and stands for all.
        case place
        /// Only by a text that its title contains. Without a text, nothing finds it.
        case row
        /// By every text, after all other entries.
        case always
    }

    /// The maximum number of rows that a text finds.
    private static let mostRows = 5

    /// What a person has typed, without spaces around it.
    package let typed: String
    private let text: String

    /// Creates a query from what a person has typed.
    ///
    /// Case and spaces around the text are ignored.
    package init(_ text: String) {
        typed = text.trimmed
        self.text = typed.lowercased()
    }

    /// Returns the indexes of the found entries, the best first.
    ///
    /// Titles that begin with the text come first. Titles with a word that begins with it, titles that contain it, titles
    /// with its letters in their order, and details that contain it follow.
    package func found<Entries: Collection>(
        in entries: Entries, _ describe: (Entries.Element) -> (title: String, detail: String, finding: Finding)
    ) -> [Int] {
        var places: Set<String> = []
        var rows = 0
        let ranked = entries.enumerated().compactMap { index, entry -> (rank: Int, index: Int, isRow: Bool)? in
            let entry = describe(entry)
            guard entry.finding != .place || places.insert(entry.title).inserted,
                let rank = rank(entry.title, entry.detail, entry.finding)
            else { return nil }
            return (rank, index, entry.finding == .row)
        }
        return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.compactMap { _, index, isRow in
            if isRow { rows += 1 }
            return isRow && rows > Self.mostRows ? nil : index
        }
    }

    /// Returns the positions of the characters of a title that match the text.
    package func positions(in title: String) -> Set<Int> {
        let (letters, wanted) = (Array(title.lowercased()), Array(text))
        guard !wanted.isEmpty, letters.count == title.count else { return [] }
        let starts = letters.indices.filter { letters[$0...].starts(with: wanted) }
        if let start = starts.first(where: { $0 == 0 || letters[$0 - 1] == " " }) ?? starts.first {
            return Set(start..<start + wanted.count)
        }
        return Self.inOrder(wanted, letters).map(Set.init) ?? []
    }

    private func rank(_ title: String, _ detail: String, _ finding: Finding) -> Int? {
        if finding == .always { return 5 }
        if finding == .row, text.isEmpty { return nil }
        let name = title.lowercased()
        if name.hasPrefix(text) || text.isEmpty { return 0 }
        if name.contains(" \(text)") { return 1 }
        if name.contains(text) { return 2 }
        guard finding != .row else { return nil }
        if Self.inOrder(Array(text), Array(name)) != nil { return 3 }
        return detail.lowercased().contains(text) ? 4 : nil
    }

    /// Returns the first positions of letters that stand in their order, with any gaps; `nil` if a letter is missing.
    ///
    /// Spaces of the text are ignored.
    private static func inOrder(_ wanted: [Character], _ letters: [Character]) -> [Int]? {
        var (positions, next) = ([Int](), 0)
        for letter in wanted where letter != " " {
            guard let place = letters[next...].firstIndex(of: letter) else { return nil }
            positions.append(place)
            next = place + 1
        }
        return positions
    }
}

extension String {
    fileprivate var trimmed: String {
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
        return String(self[..<end].drop(while: \.isWhitespace))
    }
}
