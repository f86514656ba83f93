import CommandLineFrontEnd
import FeatureKit
import Foundation
import TerminalKit
import Testing

/// An interactive view for a test, without a terminal, a session or a clock.
struct Viewing {
    private(set) var state: InteractiveState
    /// The effects that the view has requested, in order.
    private(set) var effects: [InteractiveEffect] = []
    private(set) var now = Duration.zero
    private(set) var revision = 0

    init(
        _ manifest: FeatureManifest = SampleScreens.doggy, catalogue: [FeatureManifest] = SampleScreens.catalogue,
        columns: Int = 80, lines: Int = 24, look: Look = Look(), isRemote: Bool = false
    ) {
        state = InteractiveState(
            manifest, catalogue: catalogue, size: .init(columns: columns, lines: lines), look: look, isRemote: isRemote)
    }

    /// Creates a view of the sample dogs.
    static func ofDogs() -> Viewing {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        return viewing
    }

    /// Fills in the form of the button that adopts a dog, and sends it.
    mutating func adoptRex() {
        type("nRex")
        press(.tab)
        type("b")
        press(.tab)
        type("3")
        press(.enter)
    }

    mutating func take(_ event: InteractiveEvent) {
        effects += state.reduce(event, at: now)
    }

    mutating func show(_ screen: Screen, page: Int = 0) {
        revision += 1
        let frame = Frame(session: "s", feature: "f", revision: revision, screen: screen)
        take(.source(page: page, .frame(frame)))
    }

    mutating func press(_ keys: KeyPress.Key...) {
        for key in keys { take(.key(KeyPress(key))) }
    }

    mutating func press(_ press: KeyPress) { take(.key(press)) }

    mutating func type(_ text: String) {
        for character in text { take(.key(KeyPress(.character(character)))) }
    }

    mutating func wait(_ time: Duration) {
        now += time
        take(.tick)
    }

    /// The calls that the view has requested, in order.
    var calls: [Call] {
        effects.compactMap { if case .perform(_, _, let call) = $0 { call } else { nil } }
    }

    /// The requested actions as texts: `name key=value…`, with `@form` for a form and `-name` for an emptied field.
    var performed: [String] {
        calls.map { call in
            let texts = call.arguments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let form = call.form.map { ["@\($0)"] } ?? []
            return ([call.action] + form + texts + call.emptied.sorted().map { "-\($0)" }).joined(separator: " ")
        }
    }

    /// The key of the last requested call.
    var lastCall: Int? {
        effects.reversed().lazy.compactMap { if case .perform(_, let key, _) = $0 { key } else { nil } }.first
    }

    mutating func end(
        _ call: Int?, _ error: (any Error)? = nil, revision: Int? = nil, opens: FeatureLink? = nil,
        change: Int? = nil
    ) {
        let answer = SourceAnswer(revision: revision, opens: opens, change: change)
        if let call { take(.performed(call: call, answer: answer, error: error)) }
    }

    /// Reports the way that the view has requested last.
    mutating func find(_ route: Route, from address: [String: FieldValue] = [:], isAttempt: Bool = false) {
        for effect in effects.reversed() {
            guard case .findWay(let page, let link, let direction) = effect else { continue }
            return take(.way(page: page, link, direction, SourceWay(route, from: address, isAttempt: isAttempt)))
        }
    }

    /// The links whose way the view has requested, in order.
    var sought: [FeatureLink] {
        effects.compactMap { if case .findWay(_, let link, _) = $0 { link } else { nil } }
    }

    /// The key of the page that was opened last.
    var openedPage: Int? {
        effects.reversed().lazy.compactMap { if case .open(let page, _) = $0 { page } else { nil } }.first
    }

    /// The links that the view has opened in new sessions, in order.
    var openedLinks: [FeatureLink] {
        effects.compactMap { if case .open(_, let link) = $0 { link } else { nil } }
    }

    /// The texts that the view has copied, in order.
    var copies: [String] {
        effects.compactMap { effect in
            guard case .copy(let encoded) = effect, let data = Data(base64Encoded: encoded) else { return nil }
            return String(decoding: data, as: UTF8.self)
        }
    }

    /// Clicks on the first cell of a text on the terminal.
    mutating func click(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for (number, line) in lines.enumerated() {
            guard let range = line.range(of: text) else { continue }
            return press(.click(column: line[..<range.lowerBound].displayWidth, line: number))
        }
        Issue.record("the terminal does not show \(text)", sourceLocation: sourceLocation)
    }

    var hasLeft: Bool { effects.contains { if case .leave(.left) = $0 { true } else { false } } }

    /// The painted lines, without trailing spaces.
    var lines: [String] {
        let buffer = state.painted(depth: .none)
        return (0..<buffer.height).map { line in
            var text = buffer.text(line: line)
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    var text: String { lines.joined(separator: "\n") }
}
