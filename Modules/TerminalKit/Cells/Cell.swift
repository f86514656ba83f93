/// One place of a terminal's screen.
package struct Cell: Sendable, Hashable {
    /// What stands in it, free of control characters.
    package var character: Character
    /// How many places it takes: 1 or 2; 0 if the wide character before it covers this place.
    package var width: Int8
    /// How it is set.
    package var style: CellStyle

    /// An empty place.
    package static let blank = Cell(character: " ", width: 1, style: .plain)

    /// The second place of a wide character.
    static func covered(_ style: CellStyle) -> Cell { Cell(character: " ", width: 0, style: style) }
}
