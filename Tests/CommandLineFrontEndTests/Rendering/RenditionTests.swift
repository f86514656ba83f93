import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import Testing

/// Renders a screen of a scenario with each front end.
@Suite("A scenario's screen, rendered by each front end", .timeLimit(.minutes(5)))
struct RenditionTests {
    /// A feature with a lamp to switch on.
    struct LampFeature: Feature {
        static let switchOn = Action("on", "Switch on")
        static let manifest = FeatureManifest(id: "lamp", title: "Lamp", summary: "Shines.", actions: switchOn)

        func launch(on stage: Stage, options: Options) throws -> Scene {
            stage.screen = Screen(
                title: "Lamp", phase: .ready, elements: [.text(id: "state", "Dark")],
                buttons: [Button(Self.switchOn)])
            return Scene(owning: stage, start: { stage.screen.phase = .ready })
                .on(Self.switchOn) { _ in
                    stage.screen.tone = .positive
                    stage.screen.elements = [.text(id: "state", "It <shines>")]
                }
        }
    }

    @Test("A scenario can compare its screen with expected text, JSON, HTML or terminal cells")
    func everyForm() async throws {
        try await withScenario(of: LampFeature()) { lamp in
            try await lamp.start()
            await lamp.skipToSettled()
            await lamp.expect(
                as: .cells(columns: 40, lines: 8),
                """
                | Lamp                                 ● |
                |   Dark                                 |
                |                                        |
                |   1 Switch on                          |
                |                                        |
                |                                        |
                |                                        |
                | ↵ Switch on  : commands  q quit      ? |
                """)
            try await lamp.press("Switch on")
            await lamp.expectNext(
                as: .text,
                """
                ✓ Lamp

                  It <shines>

                  [Switch on]  featurehost perform lamp on
                """)
            await lamp.expect(
                as: .text(program: "house"),
                """
                ✓ Lamp

                  It <shines>

                  [Switch on]  house perform lamp on
                """)
            await lamp.expect(
                as: .json,
                """
                {
                  "session": "scenario",
                  "feature": "lamp",
                  "revision": 2,
                  "screen": {
                    "title": "Lamp",
                    "tone": "positive",
                    "phase": {
                      "kind": "ready"
                    },
                    "elements": [
                      {
                        "kind": "text",
                        "id": "state",
                        "text": "It <shines>",
                        "style": "body"
                      }
                    ],
                    "buttons": [
                      {
                        "action": "on",
                        "title": "Switch on",
                        "enabled": true,
                        "role": "normal"
                      }
                    ]
                  }
                }
                """)
            await lamp.expect(
                as: .html,
                """
                <nav id="up" class="crumbs" aria-label="Breadcrumb"><ol><li><a href="/"><bdi>Features</bdi></a></li><li aria-current="page"><bdi>Lamp</bdi></li></ol></nav>\
                <div id="shown">\
                <article id="screen" class="screen positive">\
                <div class="top" id="top">\
                <h1 id="title" tabindex="-1"><bdi>Lamp</bdi> <span class="sign" role="img" aria-label="Good" title="Good">✓</span></h1>\
                <div id="presses" class="presses">\
                <form id="b:on" method="post" action="/sessions/scenario/actions/on"><button><bdi>Switch on</bdi></button></form>\
                </div>\
                <div id="asks" class="presses">\
                </div>\
                </div>\
                <p id="summary" class="summary" hidden></p>\
                <div id="phase">\
                </div>\
                <div id="elements">\
                <div class="element" id="e:state">\
                <p class="body"><bdi>It &lt;shines&gt;</bdi></p>\
                </div>\
                </div>\
                <div class="end" id="end"></div>\
                </article>\
                </div>
                """)
            await lamp.expect(
                as: .cells(columns: 40, lines: 8, styled: true),
                """
                | ✓ Lamp                               ● |
                |   It <shines>                          |
                |                                        |
                |   1 Switch on                          |
                |                                        |
                |                                        |
                |                                        |
                | ↵ Switch on  : commands  q quit      ? |

                |.aaaaaa...............................b.|
                |...ccccccccccc..........................|
                |........................................|
                |...d....................................|
                |........................................|
                |........................................|
                |........................................|
                |.d.eeeeeeeee..d.eeeeeeee..d.eeee......d.|

                a = bold 32
                b = dim 32
                c = 32
                d = bold 36
                e = dim
                no cursor
                """)
        }
    }
}
