/// One cell of a terminal's screen.
package struct Cell: Sendable, Hashable {
    /// The character.
    ///
    /// It is never a control character.
    package var character: Character
    /// The number of cells that the character occupies, 1 or 2.
    ///
    /// It is 0 in the second cell of a wide character.
    package var width: Int8
    /// The style.
    package var style: CellStyle

    /// An empty cell.
    package static let blank = Cell(character: " ", width: 1, style: .plain)

    /// Returns the second cell of a wide character.
    static func covered(_ style: CellStyle) -> Cell { Cell(character: " ", width: 0, style: style) }
}
