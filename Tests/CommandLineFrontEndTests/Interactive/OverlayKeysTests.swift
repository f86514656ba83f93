import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

/// Presses every key in every overlay, and compares what acts with what the hint line and the help say.
@Suite("The keys of overlays", .timeLimit(.minutes(5)))
struct OverlayKeysTests {
    /// An overlay in some state.
    struct Situation: Sendable, CustomTestStringConvertible {
        let name: String
        let course: @Sendable (inout Viewing) -> Void
        /// The number of hinted keys that have nothing to do, because a text or a cursor is at its first or last line.
        let idle: Int
        var testDescription: String { name }

        init(
            _ name: String, _ keys: String, idle: Int = 0,
            then course: @escaping @Sendable (inout Viewing) -> Void = { _ in }
        ) {
            (self.name, self.idle) = (name, idle)
            self.course = { viewing in
                viewing.show(SampleScreens.dogs())
                for key in keys { viewing.press(key == "\t" ? .tab : .character(key)) }
                course(&viewing)
            }
        }
    }

    private static let renamed = SampleScreens.dogs(.ready, ["Bert", "Vinny", "Lucky"])

    static let situations: [Situation] = [
        Situation("menu", "m"), Situation("menu at its second choice", "mj"),
        Situation("commands", ":"), Situation("commands with a query", ":re") { $0.press(.left) },
        Situation("commands without a result", ":zzz"),
        Situation("question", "x"), Situation("question at its first answer", "x") { $0.press(.left) },
        Situation("details", "", idle: 2) { $0.press(.enter) },
        Situation("help", "?", idle: 1), Situation("help at its second line", "?j"),
        Situation("text of a form", "nRex d") { $0.press(.left) },
        Situation("choice of a form", "nRex\tb"), Situation("number of a form", "nRex\tb\t3"),
        Situation("button of a form", "nRex\tb\t3\t"), Situation("cancel button of a form", "nRex\tb\t3\t\t"),
        Situation("contested text of a form", "e!") { $0.show(renamed) },
        Situation("button that keeps a text", "e!") {
            $0.show(renamed)
            $0.press(.tab)
        },
        Situation("button that takes a value", "e!") {
            $0.show(renamed)
            $0.press(.tab, .tab)
        },
        Situation("empty filter", "/", idle: 1), Situation("filter", "/do", idle: 1) { $0.press(.left) },
        Situation("form that is being sent", "eX") { $0.press(.enter) },
    ]

    private func viewing(_ situation: Situation, lines: Int = 12) -> Viewing {
        var viewing = Viewing(lines: lines)
        situation.course(&viewing)
        return viewing
    }

    @Test("Each key in the hint line acts", arguments: situations)
    func hints(_ situation: Situation) {
        let before = viewing(situation)
        let keys = before.state.hintedKeys
        #expect(!keys.isEmpty)
        var idle: [KeyPress] = []
        for key in keys {
            var after = before
            after.press(key)
            if !after.differs(from: before) { idle.append(key) }
        }
        #expect(idle.count == situation.idle, "\(idle)")
    }

    /// The keys of each kind of overlay, said apart from the tables of the overlays, so that a lost key is noticed.
    static let keys: [(situation: String, keys: String)] = [
        ("menu", "Enter → ↑ ↓ k j Tab Shift-Tab Home End g G PgUp PgDn Esc ← ⌫ Space m q 1–9"),
        ("commands", "Enter ↑ ↓ Tab Shift-Tab Ctrl-N PgUp PgDn Esc Ctrl-P Ctrl-G ⌫ letters"),
        ("question", "y n Enter Esc ⌫ q ← → ↑ ↓ Tab h l"),
        ("details", "Esc Enter ⌫ ← h q ↑ ↓ k j Home End PgUp PgDn y 1 e x"),
        ("help", "Esc Enter ⌫ q Space ? F1 ↑ ↓ k j Home End PgUp PgDn"),
        ("text of a form", "Enter Tab Shift-Tab ↑ ↓ Ctrl-S Esc Ctrl-G letters ← → Ctrl-A Ctrl-U Ctrl-W ⌫ Del"),
        ("contested text of a form", "Ctrl-K Ctrl-T"),
        ("filter", "Enter Tab Esc Ctrl-G ⌫ Ctrl-P ↑ ↓ PgUp PgDn letters"),
    ]

    @Test("No overlay has lost a key", arguments: keys)
    func complete(_ name: String, _ keys: String) throws {
        let situation = try #require(Self.situations.first { $0.name == name })
        let explained = viewing(situation).state.explainedKeys
        #expect(explained.isSuperset(of: keys.split(separator: " ").map(String.init)), "\(explained.sorted())")
    }

    @Test("Each key that acts is in the help", arguments: situations)
    func help(_ situation: Situation) {
        let before = viewing(situation)
        let explained = before.state.explainedKeys
        for press in Self.presses {
            var after = before
            after.press(press)
            guard after.differs(from: before) else { continue }
            #expect(!explained.isDisjoint(with: press.names), "\(press.names) acts, but is not in \(explained)")
        }
    }

    @Test(
        "The help shows the keys that the overlay declares", arguments: situations.filter { !$0.name.hasPrefix("help") }
    )
    func shown(_ situation: Situation) {
        var viewing = viewing(situation, lines: 60)
        let explained = viewing.state.explainedKeys
        viewing.press(.function(1))
        let text = viewing.text
        for name in explained { #expect(text.contains(name), "\(name)") }
        #expect(text.contains("╭─ Keys of the "))
    }

    /// All keys with which a person could mean the overlay: not the help key and the keys of the whole program.
    private static let presses: [KeyPress] = {
        let named: [KeyPress.Key] = [
            .enter, .escape, .tab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
            .insert, .function(2),
        ]
        let characters = (33..<127).map { Character(Unicode.Scalar($0)) }.filter { $0 != "?" }
        let letters = "abdefghijkmnopqrstuvwxy"
        return named.map { KeyPress($0) } + characters.map { KeyPress(.character($0)) }
            + [KeyPress(.character(" ")), KeyPress(.tab, .shift), KeyPress(.up, .shift), KeyPress(.down, .shift)]
            + letters.map { .control($0) } + letters.map { KeyPress(.character($0), .alt) }
            + [.left, .right, .backspace].flatMap { [KeyPress($0, .alt), KeyPress($0, .control)] }
    }()
}

extension Viewing {
    /// Whether a person sees another screen, or the view has asked for something else.
    fileprivate func differs(from other: Viewing) -> Bool {
        effects.count != other.effects.count || state.painted(depth: .none) != other.state.painted(depth: .none)
            || state.explainedKeys != other.state.explainedKeys
    }
}

extension KeyPress {
    /// The names under which the help can explain the key.
    fileprivate var names: Set<String> {
        let plain: Set<String> =
            switch key {
            case .enter: ["Enter"]
            case .escape: ["Esc"]
            case .tab: ["Tab"]
            case .backspace: ["⌫"]
            case .delete: ["Del"]
            case .up: ["↑"]
            case .down: ["↓"]
            case .left: ["←"]
            case .right: ["→"]
            case .home: ["Home"]
            case .end: ["End"]
            case .pageUp: ["PgUp"]
            case .pageDown: ["PgDn"]
            case .character(" "): ["Space", "letters"]
            case .character(let letter) where "1"..."9" ~= letter: [String(letter), "1–9", "letters"]
            case .character(let letter): modifiers.isEmpty ? [String(letter), "letters"] : [letter.uppercased()]
            default: []
            }
        if modifiers.isEmpty { return plain }
        let prefix = modifiers == .control ? "Ctrl" : modifiers == .alt ? "Alt" : "Shift"
        // A named key without a modifier also stands for the key with one, except for the tab key.
        let marked = plain.map { "\(prefix)-\($0)" }
        if case .character = key { return Set(marked) }
        return key == .tab ? Set(marked) : plain.union(marked)
    }
}
