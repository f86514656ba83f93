import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

/// A screen that is compared cell by cell with a golden file, with the steps that produce the screen.
struct GoldenScreen: Sendable, CustomTestStringConvertible {
    let name: String
    var manifest = SampleScreens.doggy
    var depth = Color.Depth.full
    let course: @Sendable (inout Viewing) -> Void

    var testDescription: String { name }

    private static func dogs(
        _ name: String, depth: Color.Depth = .full, _ course: @escaping @Sendable (inout Viewing) -> Void = { _ in }
    ) -> GoldenScreen {
        GoldenScreen(name: "doggy-\(name)", depth: depth) { viewing in
            viewing.show(SampleScreens.dogs())
            course(&viewing)
        }
    }

    static let all: [GoldenScreen] =
        [
            GoldenScreen(name: "doggy-first") { _ in },
            dogs("ready"),
            dogs("ready-colorless", depth: .none) { $0.press(.down) },
            GoldenScreen(name: "doggy-empty") {
                $0.show(
                    Screen(
                        title: "Doggies", phase: .ready, elements: [.placeholder(id: "empty", "No dogs")],
                        buttons: SampleScreens.dogButtons))
            },
            GoldenScreen(name: "doggy-loading") { viewing in
                viewing.show(SampleScreens.dogs(.loading(message: "Reading dogs.csv", fraction: 0.4), []))
                viewing.wait(.milliseconds(170))
            },
            GoldenScreen(name: "doggy-loading-first") {
                $0.show(Screen(title: "Doggies", phase: .loading(message: "Reading dogs.csv", fraction: 0.4)))
            },
            GoldenScreen(name: "doggy-failed") {
                $0.show(Screen(title: "Doggies", phase: SampleScreens.retry, buttons: SampleScreens.dogButtons))
            },
            dogs("failed-with-rows") { $0.show(SampleScreens.dogs(SampleScreens.retry)) },
            dogs("form") { viewing in
                viewing.type("nRex")
                viewing.press(.tab)
                viewing.type("d")
            },
            dogs("form-refused") { viewing in
                viewing.type("n")
                viewing.press(.enter, .enter)
                viewing.type("99")
                viewing.press(.enter)
            },
            dogs("form-long") { viewing in
                viewing.press(.character(":"))
                viewing.type("register")
                viewing.press(.enter, .tab, .tab, .tab, .tab)
            },
            dogs("form-working") { viewing in
                viewing.press(.character("m"), .down, .enter, .enter)
                viewing.wait(.milliseconds(1600))
            },
            dogs("form-conflict") { viewing in
                viewing.press(.character("m"), .down, .enter, .enter)
                viewing.end(
                    viewing.lastCall,
                    InputRefused(["name": "another dog is called so", "revision": "somebody was faster"]))
            },
            dogs("form-theirs") { viewing in
                viewing.press(.character("e"), .character("!"), .enter)
                viewing.end(viewing.lastCall, FeatureError(.featureFault, "the record has changed"))
                viewing.show(SampleScreens.dogs(.ready, ["Bert", "Vinny", "Lucky"]))
            },
            dogs("form-draft") { $0.press(.character("n"), .character("R"), .escape, .character("n")) },
            dogs("success") { viewing in
                viewing.press(.character("x"), .character("y"))
                viewing.end(viewing.lastCall)
            },
            dogs("menu") { $0.press(.down, .character("m"), .down) },
            dogs("palette") { $0.press(.control("p")) },
            dogs("palette-query") { viewing in
                viewing.press(.character(":"))
                viewing.type("re")
            },
            dogs("palette-nothing") { viewing in
                viewing.press(.character(":"))
                viewing.type("zzz")
            },
            dogs("help") { $0.press(.character("?")) },
            dogs("help-end") { $0.press(.character("?"), .end) },
            dogs("confirm") { $0.press(.down, .character("m"), .character("3")) },
            dogs("notice") { viewing in
                viewing.take(.source(page: 0, .notice(Notice("Rex moved in", tone: .positive))))
                viewing.take(.source(page: 0, .notice(Notice("One is hungry"))))
                viewing.take(
                    .source(
                        page: 0,
                        .notice(
                            Notice(
                                "The dogs could not be fed: there is nothing left in the house but a cat \u{1B}[2J",
                                tone: .critical))))
            },
            dogs("filter") { viewing in
                viewing.type("/LAB")
            },
            dogs("filter-nothing") { viewing in
                viewing.type("/zebra")
                viewing.press(.enter)
            },
            dogs("working") { viewing in
                viewing.type("r")
                viewing.wait(.milliseconds(1600))
            },
            dogs("lost") { $0.take(.source(page: 0, .connection(.lost(reason: "the server is gone")))) },
            GoldenScreen(name: "doggy-many") { viewing in
                viewing.show(SampleScreens.kennel(1234))
                viewing.press(.pageDown, .pageDown, .up)
            },
            GoldenScreen(name: "game-ready", manifest: SampleScreens.game) { $0.show(SampleScreens.paused()) },
            GoldenScreen(name: "game-started", manifest: SampleScreens.game) { $0.show(SampleScreens.playing()) },
            GoldenScreen(name: "game-form", manifest: SampleScreens.game) { viewing in
                viewing.show(SampleScreens.paused())
                viewing.press(.enter, .right)
            },
            GoldenScreen(name: "user-ready", manifest: SampleScreens.user) { $0.show(SampleScreens.users) },
            GoldenScreen(name: "user-empty", manifest: SampleScreens.user) { $0.show(SampleScreens.noUsers) },
            GoldenScreen(name: "user-followed", manifest: SampleScreens.user) { viewing in
                viewing.show(SampleScreens.users)
                viewing.press(.right)
            },
            GoldenScreen(name: "user-followed-failed", manifest: SampleScreens.user) { viewing in
                viewing.show(SampleScreens.users)
                viewing.press(.right)
                let error = FeatureError(.unreadableFile, "cannot open 'houses.csv': no such file")
                viewing.take(.source(page: 1, .failed(error)))
            },
            GoldenScreen(name: "user-up", manifest: SampleScreens.user) { viewing in
                let up = FeatureLink(feature: "user", title: "Users")
                viewing.show(
                    Screen(
                        title: "Alan Bradley", phase: .ready,
                        elements: [
                            .fields(id: "record", items: [.init(label: "Age", value: "24")]),
                            .link(id: "b", "The house", opens: FeatureLink(feature: "house")),
                            .link(id: "a", "The film", address: "https://example.org/film"),
                        ], buttons: [Button(SampleScreens.rename)], up: up))
            },
            GoldenScreen(name: "house-table", manifest: SampleScreens.house) { viewing in
                viewing.show(SampleScreens.houses)
                viewing.press(.down)
            },
            GoldenScreen(name: "house-table-end", manifest: SampleScreens.house) { viewing in
                viewing.show(SampleScreens.houses)
                viewing.press(.end)
            },
        ] + desks

    private static func desk(
        _ name: String, _ elements: Element..., buttons: [Button] = [],
        _ course: @escaping @Sendable (inout Viewing) -> Void = { _ in }
    ) -> GoldenScreen {
        GoldenScreen(name: "desk-\(name)", manifest: SampleDesk.manifest) { viewing in
            viewing.show(Screen(title: "Desk", phase: .ready, elements: elements, buttons: buttons))
            course(&viewing)
        }
    }

    /// The screens of a page with one element of each kind.
    private static let desks: [GoldenScreen] = [
        desk("table", SampleDesk.table()) { $0.press(.down, .down) },
        desk("table-at-least", SampleDesk.table(sorted: .down, total: .init(10_000, exact: false))),
        desk("hint", SampleDesk.hint),
        desk("fields", SampleDesk.facts) { $0.press(.tab) },
        desk("figures", SampleDesk.figures),
        desk("code", SampleDesk.code, .text(id: "after", "Two\n\nlines.")),
        desk("columns", SampleDesk.columns),
        desk("columns-parts", SampleDesk.sideBySide) { $0.press(.down, .tab) },
        desk("tabs", SampleDesk.tabs) { $0.type("]") },
        desk("fold-closed", SampleDesk.fold),
        desk("fold-open", SampleDesk.fold) { $0.press(.tab, .enter) },
        GoldenScreen(name: "desk-form-change", manifest: SampleDesk.manifest) { viewing in
            viewing.show(SampleDesk.temperature())
            viewing.press(.tab)
            viewing.type("x")
        },
        desk("form", .form(SampleDesk.flight(disabled: ["leave"], problems: ["back": SampleDesk.conflict]))) {
            $0.press(.tab, .tab)
        },
        desk("form-not-now", .form(SampleDesk.flight(enabled: false))),
        desk("confirm", SampleDesk.table()) { $0.type("w") },
        desk("menu", SampleDesk.table()) { $0.type("m") },
        desk("notice", SampleDesk.table()) {
            let undo = Button(SampleDesk.clear, title: "Undo")
            $0.take(.source(page: 0, .notice(Notice("Rex was released", tone: .positive, button: undo))))
        },
        GoldenScreen(name: "desk-summary", manifest: SampleDesk.manifest) { viewing in
            let screen = Screen(
                title: "Desk", summary: "Everything at once.", phase: .ready, elements: [SampleDesk.figures],
                buttons: [Button(SampleDesk.clear, key: "z")])
            viewing.show(screen)
        },
    ]
}
