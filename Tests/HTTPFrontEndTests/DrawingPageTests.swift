import FeatureKit
import HTTPFrontEnd
import Testing

/// Tests drawings in pages.
@Suite(.timeLimit(.minutes(5))) struct DrawingPageTests {
    private static let tap = Action(
        "tap", "Tap", fields: Field<Double>("x", "X"), Field<Double>("y", "Y"), Field<String?>("shape", "Shape"))
    private static let shapes: [DrawingElement.Shape] = [
        .circle(id: "a:1", x: 1.5, y: 2, radius: 3, tone: .accent, isFilled: true, title: "<Sun>"),
        .rectangle(id: "2", x: 1, y: 2, width: 3, height: 4), .line(id: "3", x: 1, y: 2, x2: 3, y2: 4),
        .text(id: "4", x: 1, y: 2, "<b>", tone: .warning), .init(id: "5", .unknown(kind: "star")),
    ]

    private func page(_ tap: Button?, rights: Person? = nil) throws -> String {
        let drawing = Element.drawing(id: "d", "A \"sky\"", width: 40, height: 30.125, shapes: Self.shapes, tap: tap)
        let frame = Frame(
            session: "s", feature: "sky", revision: 1, screen: Screen(phase: .ready, elements: [drawing]))
        return try ScreenRendition.html.text(
            of: frame, manifest: FeatureManifest(id: "sky", title: "Sky", summary: "", actions: Self.tap))
    }

    @Test func `a drawing is an image with a name, and each shape a part of it`() throws {
        let page = try page(nil)
        #expect(page.contains(#"viewBox="0 0 40 30.13" role="img" aria-labelledby="b:d""#))
        #expect(page.contains(#"<p id="b:d" class="caption"><bdi>A &quot;sky&quot;</bdi></p>"#))
        #expect(
            page.contains(
                #"<svg id="d:d:a%3A1" class="accent"><circle cx="1.5" cy="2" r="3" stroke="var(--tone)" "#
                    + #"fill="var(--tone)"><title>&lt;Sun&gt;</title></circle></svg>"#))
        #expect(page.contains(#"<svg id="d:d:2"><rect x="1" y="2" width="3" height="4"></rect></svg>"#))
        #expect(page.contains(#"<svg id="d:d:3"><line x1="1" y1="2" x2="3" y2="4"></line></svg>"#))
        #expect(page.contains(">&lt;b&gt;</text>") && page.contains(#"<svg id="d:d:5"></svg>"#))
        #expect(!page.contains("data-tap") && !page.contains("<form"))
    }

    @Test func `each shape has a button that taps on it, and a dialog takes any place`() throws {
        let page = try page(Button(Self.tap))
        #expect(page.contains(#"role="application""#) && !page.contains("data-whole"))
        #expect(page.contains(#"data-tap="/sessions/s/actions/tap""#))
        #expect(page.contains(#"action="/sessions/s/actions/tap?shape=a%3A1&amp;x=1.5&amp;y=2""#))
        #expect(page.contains("<bdi>&lt;Sun&gt;: Circle at 1.5, 2, radius 3, filled</bdi></button>"))
        #expect(page.contains(#"name="f.x""#) && page.contains(#"name="f.y""#) && page.contains(#"name="f.shape""#))
    }

    @Test func `a tap that asks first has only its dialog`() throws {
        for tap in [Button(Self.tap, role: .destructive), Button(Self.tap, confirm: "Sure?")] {
            let page = try page(tap)
            #expect(!page.contains("data-tap") && !page.contains("shape=a%3A1") && page.contains(#"name="f.x""#))
        }
    }

    @Test func `a disabled tap leaves the shapes without buttons`() throws {
        let page = try page(Button(Self.tap, enabled: false))
        #expect(!page.contains("data-tap") && !page.contains("<form"))
        #expect(page.contains(#"<li id="i:d:2"><bdi>Rectangle at 1, 2, 3 × 4</bdi></li>"#))
    }
}
