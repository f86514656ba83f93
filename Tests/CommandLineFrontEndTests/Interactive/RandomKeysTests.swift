import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

@Suite("Random keys", .timeLimit(.minutes(5)))
struct RandomKeysTests {
    /// Runs a hundred sequences of a thousand keys each.
    ///
    /// Screens change, the terminal is resized and actions end while the keys are pressed.
    @Test("After any sequence of keys, the selected row exists and is visible", arguments: 0..<100)
    func keys(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var viewing = Viewing(columns: 60, lines: 16)
        viewing.show(SampleScreens.dogs())
        for step in 0..<1000 {
            let before = viewing.effects.count
            viewing.press(Self.key(&random))
            if viewing.effects[before...].contains(where: { if case .findWay = $0 { true } else { false } }) {
                viewing.find(Self.routes.randomElement(using: &random) ?? .here, isAttempt: Bool.random(using: &random))
            }
            for effect in viewing.effects[before...] {
                guard case .perform(_, let call, _) = effect, Bool.random(using: &random) else { continue }
                viewing.end(call, Self.errors.randomElement(using: &random) ?? nil)
            }
            if Int.random(in: 0..<12, using: &random) == 0 {
                let page = viewing.openedPage.map { Bool.random(using: &random) ? $0 : 0 } ?? 0
                viewing.show(Self.screen(&random), page: page)
            }
            if Int.random(in: 0..<60, using: &random) == 0 {
                let size = Terminal.Size(
                    columns: .random(in: 1...90, using: &random), lines: .random(in: 1...30, using: &random))
                viewing.take(.resized(size))
            }
            if step.isMultiple(of: 5) { viewing.wait(.milliseconds(300)) }
            #expect(viewing.state.fault == nil, "step \(step)")
            if step.isMultiple(of: 9) {
                let buffer = viewing.state.painted(depth: .full)
                #expect(buffer.cells.count == buffer.width * buffer.height)
                if let cursor = buffer.cursor {
                    #expect((0..<buffer.width).contains(cursor.column) && (0..<buffer.height).contains(cursor.line))
                }
            }
        }
    }

    private static let errors: [(any Error)?] = [
        nil, nil, InputRefused(["name": "is taken"]), InputRefused(["other": "is wrong"]),
        FeatureError(.busy, "not now"), FeatureError(.superseded, "another came"),
    ]

    private static let routes: [Route] = [.here, .launch, .call(Call("browse")), .call(Call("browse", ["id": "2"]))]

    private static func key(_ random: inout SplitMix64) -> KeyPress {
        let keys: [KeyPress.Key] = [
            .enter, .tab, .backspace, .escape, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
            .wheelUp, .wheelDown, .wheelLeft, .wheelRight, .paste("a\nb\u{1B}c"), .function(1),
            .click(column: .random(in: 0..<90, using: &random), line: .random(in: 0..<30, using: &random)),
            .click(column: 3, line: .random(in: 0..<30, using: &random)),
            .menuClick(column: 3, line: .random(in: 0..<30, using: &random)),
            .click(column: 59, line: .random(in: 0..<30, using: &random)),
            .drag(column: .random(in: 0..<90, using: &random), line: .random(in: 0..<30, using: &random)),
            .background(red: .random(in: 0...255, using: &random), green: 9, blue: 9),
        ]
        let characters = Array("mjkgGhlorq123/:? yYnx<>.aeLd한é[]sSuUwcz") + ["🐶", "\u{301}"]
        if Bool.random(using: &random) {
            let modifiers: [KeyPress.Modifiers] = [[], [], [], .shift, .control, .alt]
            return KeyPress(keys.randomElement(using: &random) ?? .enter, modifiers.randomElement(using: &random) ?? [])
        }
        let character = characters.randomElement(using: &random) ?? "x"
        if Int.random(in: 0..<8, using: &random) == 0 {
            return .control("pguksdlwfb".randomElement(using: &random) ?? "p")
        }
        return KeyPress(.character(character))
    }

    private static func screen(_ random: inout SplitMix64) -> Screen {
        switch Int.random(in: 0..<13, using: &random) {
        case 8:
            return SampleDesk.screen(SampleDesk.tabs, SampleDesk.fold, SampleDesk.table(), .form(SampleDesk.flight()))
        case 9: return SampleDesk.screen(.form(SampleDesk.flight(disabled: ["kind"])), SampleDesk.columns)
        case 10: return SampleDesk.screen(SampleDesk.fold, SampleDesk.figures, SampleDesk.hint)
        case 11: return SampleDesk.temperature(.integer(.random(in: 0...99, using: &random)))
        case 0: return SampleScreens.houses
        case 1: return SampleScreens.users
        case 2: return SampleScreens.noUsers
        case 3: return SampleScreens.playing()
        case 4: return SampleScreens.dogs(SampleScreens.retry)
        case 12:
            var screen = SampleScreens.dogs()
            screen.up = FeatureLink(feature: "doggy", title: "Doggies")
            guard case .list(var list)? = screen.elements.first else { return screen }
            for row in list.rows.indices {
                list.rows[row].opens = FeatureLink(feature: "doggy", options: ["id": .text(list.rows[row].id)])
            }
            screen.elements[0] = .list(list)
            return screen
        case 5: return SampleScreens.dogs(.loading(fraction: .random(in: 0...1, using: &random)), [])
        default:
            let names = (0..<Int.random(in: 1...60, using: &random)).map { "Dog \($0)" }.shuffled(using: &random)
            var screen = SampleScreens.dogs(.ready, names)
            if case .list(var list)? = screen.elements.first, Bool.random(using: &random) {
                list.more = Button(SampleScreens.more)
                screen.elements[0] = .list(list)
            }
            return screen
        }
    }
}
