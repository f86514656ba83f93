import TerminalKit

/// Keys with one purpose in an overlay: what they do, and what the help and the hint line say about them.
struct KeyBinding<Owner: Sendable>: Sendable {
    /// What the keys do.
    ///
    /// Returns `nil` if they do nothing now, so that a later binding of the same key acts.
    typealias Act = @Sendable (inout Owner, KeyPress) -> [OverlayEffect]?

    /// The keys and their purpose, as the help and the hint line show them.
    let legend: KeyLegend
    let act: Act

    init(_ legend: KeyLegend, _ act: @escaping Act) { (self.legend, self.act) = (legend, act) }

    /// - Parameters:
    ///   - heading: The heading in the help.
    ///   - label: The purpose in the help.
    ///   - hint: The purpose in the hint line; `nil` to leave the keys out there.
    init(
        _ heading: String, _ keys: [[KeyPattern]], _ label: String, hint: KeyLegend.Brief? = nil,
        _ act: @escaping Act
    ) {
        self.init(KeyLegend(heading, keys, label, hint: hint), act)
    }
}

/// What the help and the hint line say about keys with one purpose.
struct KeyLegend: Sendable {
    /// What the hint line says.
    struct Brief: Sendable, ExpressibleByStringInterpolation {
        let label: String
        /// The number of keys of the first group that the hint line names.
        var count = 1
        var priority = 0

        init(_ label: String, naming count: Int = 1, priority: Int = 0) {
            (self.label, self.count, self.priority) = (label, count, priority)
        }

        init(stringLiteral label: String) { self.init(label) }
    }

    let heading: String
    /// The keys, in groups of the same kind.
    let keys: [[KeyPattern]]
    let label: String
    private(set) var hint: Brief?
    /// Whether the button that the keys press is enabled; `nil` if they press no button.
    var isEnabled: Bool?

    init(_ heading: String, _ keys: [[KeyPattern]], _ label: String, hint: Brief? = nil) {
        (self.heading, self.keys, self.label, self.hint) = (heading, keys, label, hint)
    }

    func matches(_ press: KeyPress) -> Bool { keys.contains { $0.contains { $0.matches(press) } } }

    /// The names of the keys, without those of the mouse.
    var names: [String] { keys.joined().map(\.name).filter { !$0.isEmpty } }

    /// The keys in the help: on one line, or on one line for each group if they are too many.
    fileprivate var helpKeys: [String] {
        let groups = keys.map { $0.map(\.name).filter { !$0.isEmpty }.joined(separator: " ") }.filter { !$0.isEmpty }
        let line = groups.joined(separator: "  ")
        return line.isEmpty ? [] : line.displayWidth <= 16 ? [line] : groups
    }

    /// The hint of the keys; `nil` if the hint line leaves them out.
    var shownHint: Hint? {
        guard let hint, let keys = keys.first?.prefix(hint.count), !keys.isEmpty else { return nil }
        return Hint(
            keys.map(\.shortName).joined(), hint.label, priority: hint.priority, isButton: isEnabled != nil,
            isEnabled: isEnabled ?? true, presses: keys.compactMap(\.press))
    }
}

extension [KeyLegend] {
    /// The groups of the help, one for each heading, in the order of their first keys.
    var helpGroups: [HelpText.Group] {
        var groups: [HelpText.Group] = []
        for legend in self {
            let lines = legend.helpKeys.map { (key: $0, label: legend.label) }
            if let index = groups.firstIndex(where: { $0.heading == legend.heading }) {
                groups[index].keys += lines
            } else {
                groups.append(HelpText.Group(heading: legend.heading, keys: lines))
            }
        }
        return groups
    }
}

/// A key, or a kind of keys, of a binding.
struct KeyPattern: Sendable, ExpressibleByUnicodeScalarLiteral {
    /// The name in the help; empty for the mouse.
    let name: String
    /// The name in the hint line.
    private(set) var shortName: String
    /// The press of the key; `nil` for a kind of keys.
    private(set) var press: KeyPress?
    let matches: @Sendable (KeyPress) -> Bool

    private init(_ name: String, short: String? = nil, matches: @escaping @Sendable (KeyPress) -> Bool) {
        (self.name, shortName, self.matches) = (name, short ?? name, matches)
    }

    /// A key without a character, with any modifiers.
    private init(_ name: String, short: String? = nil, _ key: KeyPress.Key) {
        self.init(name, short: short) { $0.key == key }
        press = KeyPress(key)
    }

    /// A key with one modifier.
    private init(_ name: String, short: String? = nil, _ press: KeyPress) {
        self.init(name, short: short) { $0 == press }
        self.press = press
    }

    /// A character.
    init(_ character: Character) {
        self.init(String(character)) { press in
            press.key == .character(character) && press.modifiers.subtracting(.shift).isEmpty
        }
        press = KeyPress(.character(character))
    }

    init(unicodeScalarLiteral value: Unicode.Scalar) { self.init(Character(value)) }

    static func control(_ letter: Character) -> KeyPattern {
        KeyPattern("Ctrl-\(letter.uppercased())", short: "^\(letter.uppercased())", .control(letter))
    }

    static func alt(_ key: KeyPattern) -> KeyPattern { key.with(.alt, "Alt") }
    static func shift(_ key: KeyPattern) -> KeyPattern { key.with(.shift, "Shift") }
    static func ctrl(_ key: KeyPattern) -> KeyPattern { key.with(.control, "Ctrl") }

    private func with(_ modifier: KeyPress.Modifiers, _ name: String) -> KeyPattern {
        KeyPattern(
            "\(name)-\(self.name.count == 1 ? self.name.uppercased() : self.name)",
            KeyPress(press?.key ?? .tab, modifier))
    }

    static let enter = KeyPattern("Enter", short: "↵", .enter)
    static let escape = KeyPattern("Esc", .escape)
    static let tab = KeyPattern("Tab", .tab)
    static let backspace = KeyPattern("⌫", .backspace)
    static let delete = KeyPattern("Del", .delete)
    static let up = KeyPattern("↑", .up)
    static let down = KeyPattern("↓", .down)
    static let left = KeyPattern("←", .left)
    static let right = KeyPattern("→", .right)
    static let home = KeyPattern("Home", .home)
    static let end = KeyPattern("End", .end)
    static let pageUp = KeyPattern("PgUp", .pageUp)
    static let pageDown = KeyPattern("PgDn", .pageDown)
    static let help = KeyPattern("F1", .function(1))
    static let wheelUp = KeyPattern("", .wheelUp)
    static let wheelDown = KeyPattern("", .wheelDown)
    static let space = KeyPattern("Space") { $0.key == .character(" ") && $0.modifiers.isEmpty }.pressing(" ")
    /// A key that types a character, or a paste.
    static let letters = KeyPattern("letters") { press in
        switch press.key {
        case .paste: true
        case .character: press.modifiers.subtracting(.shift).isEmpty
        default: false
        }
    }
    static let digits = KeyPattern("1\u{2013}9") { press in
        if case .character("1"..."9") = press.key { press.modifiers.isEmpty } else { false }
    }

    private func pressing(_ character: Character) -> KeyPattern {
        var copy = self
        copy.press = KeyPress(.character(character))
        return copy
    }
}

extension KeyPress {
    /// -1 for a key that goes back or up, and 1 for any other.
    var step: Int {
        switch key {
        case .up, .left, .wheelUp, .pageUp, .home, .character("k"), .character("h"), .character("g"): -1
        case .tab: modifiers.contains(.shift) ? -1 : 1
        default: 1
        }
    }

    /// Whether the key presses the focused button.
    var isPush: Bool { key == .enter || self == KeyPress(.character(" ")) }
}
