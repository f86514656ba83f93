/// A colour on a terminal: one of the sixteen palette colours, or an RGB colour with its nearest palette colour.
package struct Color: Sendable, Hashable {
    /// The number of colours that a terminal supports.
    package enum Depth: Sendable, Hashable, CaseIterable {
        /// No colours, only attributes.
        case none
        /// The sixteen palette colours.
        case sixteen
        /// The 256 colours of xterm.
        case indexed
        /// 24-bit colours.
        case full
    }

    private enum Value: Sendable, Hashable {
        case own(UInt8)
        case mixed(UInt8, UInt8, UInt8, nearest: UInt8)
    }

    private let value: Value

    /// Returns a palette colour by its number, 0 to 15.
    ///
    /// The user of the terminal configures how the colour looks.
    package static func own(_ number: UInt8) -> Color { Color(value: .own(number & 15)) }

    /// Returns an RGB colour.
    ///
    /// - Parameter nearest: The palette colour, 0 to 15, that replaces it on a terminal with sixteen colours.
    package static func mixed(_ red: UInt8, _ green: UInt8, _ blue: UInt8, nearest: UInt8) -> Color {
        Color(value: .mixed(red, green, blue, nearest: nearest & 15))
    }

    /// Returns the SGR parameters that select the colour (ECMA-48, 8.3.117; ISO 8613-6 for 38 and 48).
    ///
    /// The text is empty if `depth` has no colours.
    func codes(depth: Depth, isBackground: Bool) -> String {
        switch (value, depth) {
        case (_, .none): return ""
        case (.own(let number), _), (.mixed(_, _, _, let number), .sixteen):
            return String((number < 8 ? 30 : 82) + Int(number) + (isBackground ? 10 : 0))
        case (.mixed(let red, let green, let blue, _), .indexed):
            return "\(isBackground ? 48 : 38);5;\(Self.index(red, green, blue))"
        case (.mixed(let red, let green, let blue, _), .full):
            return "\(isBackground ? 48 : 38);2;\(red);\(green);\(blue)"
        }
    }

    /// Returns the number of the nearest colour among xterm's colours 16 to 255: a cube of 6 by 6 by 6 colours and 24
    /// greys.
    private static func index(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        let parts = [red, green, blue].map(Int.init)
        let steps = [0, 95, 135, 175, 215, 255]
        func distance(_ other: [Int]) -> Int { zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        let nearest = parts.map { part in
            steps.indices.min { abs(steps[$0] - part) < abs(steps[$1] - part) } ?? 0
        }
        let cube = (16 + 36 * nearest[0] + 6 * nearest[1] + nearest[2], distance(nearest.map { steps[$0] }))
        let grey = min(23, max(0, (parts.reduce(0, +) / 3 - 3) / 10))
        let level = 8 + 10 * grey
        return distance([level, level, level]) < cube.1 ? 232 + grey : cube.0
    }
}
