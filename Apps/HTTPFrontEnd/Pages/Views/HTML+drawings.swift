import FeatureKit
import Interaction

extension HTML {
    /// Writes the picture of a drawing.
    ///
    /// - Parameters:
    ///   - drawing: The drawing.
    ///   - address: The address of a tap without its place, which the script adds; `nil` if the drawing takes no taps.
    ///   - whole: The names of the fields that take the place only as whole numbers.
    mutating func picture(of drawing: DrawingElement, tappedAt address: String?, whole: [String] = []) {
        element("svg") { html in
            // The drawing leaves room for what is below it.
            let size = drawing.drawnSize
            html.attribute("width", "\(Self.text(min(100, 55 * size.width / size.height)))%")
            html.attribute("viewBox", "0 0 \(Self.text(size.width)) \(Self.text(size.height))")
            html.attribute("role", address == nil ? "img" : "application")
            html.attribute("aria-labelledby", PageID.words(of: drawing.id))
            html.attribute("stroke", "currentColor")
            html.attribute("stroke-width", Self.text(drawing.letterHeight / 10))
            html.attribute("fill", "none")
            html.attribute("fill-opacity", "0.3")
            if let address {
                html.attribute("data-tap", address)
                html.attribute("data-whole", words: whole.first, whole.dropFirst().first)
                html.attribute("tabindex", "0")
                html.attribute("cursor", "crosshair")
                // The inside of a shape that is not filled belongs to the shape too.
                html.attribute("pointer-events", "all")
            }
            html.element("rect") { html in
                html.attribute("width", "100%")
                html.attribute("height", "100%")
                // The outer half of the line is cut off. A thinner line can vanish in a small picture.
                html.attribute("stroke-width", "2")
                html.attribute("vector-effect", "non-scaling-stroke")
                html.attribute("opacity", "0.5")
            }
            html.element("g") { html in
                html.attribute("id", PageID.drawing(drawing.id))
                // The list has the shapes for readers.
                html.attribute("aria-hidden", "true")
                for shape in drawing.shapes { html.shape(shape, of: drawing) }
            }
        }
    }

    /// Writes the words about a drawing, which are its accessible name.
    mutating func words(about drawing: DrawingElement) {
        element("p") { html in
            html.attribute("id", PageID.words(of: drawing.id))
            html.attribute("class", "caption")
            html.words(drawing.alt)
        }
    }

    /// Writes a shape as an image inside the picture, so that the part can be parsed without the picture.
    mutating func shape(_ shape: DrawingElement.Shape, of drawing: DrawingElement) {
        let color = shape.tone.flatMap { $0 == .plain ? nil : "var(--tone)" }
        element("svg") { html in
            html.attribute("id", PageID.shape(shape.id, in: drawing.id))
            if color != nil { html.attribute("class", shape.tone?.rawValue) }
            func draw(_ name: StaticString, _ numbers: [(StaticString, Double)], _ text: String? = nil) {
                html.element(name) { html in
                    for (name, number) in numbers { html.attribute(name, Self.text(number)) }
                    let isText = text != nil
                    html.attribute("stroke", isText ? "none" : color)
                    if shape.isFilled || isText { html.attribute("fill", color ?? "currentColor") }
                    if isText {
                        html.attribute("fill-opacity", "1")
                        html.attribute("text-anchor", "middle")
                        html.attribute("dominant-baseline", "central")
                        html.attribute("font-size", Self.text(drawing.letterHeight))
                    }
                    if let title = shape.title {
                        html.element("title") { $0.text(title) }
                    }
                    if let text { html.text(text) }
                }
            }
            switch shape.figure {
            case .circle(let x, let y, let radius): draw("circle", [("cx", x), ("cy", y), ("r", radius)])
            case .rectangle(let x, let y, let width, let height):
                draw("rect", [("x", x), ("y", y), ("width", width), ("height", height)])
            case .line(let x, let y, let x2, let y2): draw("line", [("x1", x), ("y1", y), ("x2", x2), ("y2", y2)])
            case .text(let x, let y, let text): draw("text", [("x", x), ("y", y)], text)
            case .unknown: break
            }
        }
    }

    private static func text(_ number: Double) -> String { ChartPicture.text(number) }
}

extension ActionMaker {
    /// Writes a drawing: its picture, and the ways to tap on it without a pointer.
    mutating func drawing(_ drawing: DrawingElement, to html: inout HTML) {
        let action = tapAction(of: drawing)
        let address = action.flatMap { action in
            drawing.tap.map { place.addresses.shared + place.addresses.actionEnd(action.name, place.preset(of: $0)) }
        }
        let whole = [DrawingElement.xName, DrawingElement.yName].filter { name in
            action.map { DrawingElement.takesWhole(name, $0) } ?? false
        }
        html.picture(of: drawing, tappedAt: address, whole: whole)
        html.words(about: drawing)
        if let tap = drawing.tap {
            let id = PageID.presses(of: drawing.id)
            html.presses(PressesView(id: id, actions: actions(for: [tap], in: id)))
        }
        html.element("details") { html in
            html.markup("<summary>Shapes<span class=\"spoken\"> of this drawing</span></summary>")
            html.element("ul") { html in
                html.attribute("id", PageID.shapes(of: drawing.id))
                html.attribute("class", "plain")
                for shape in drawing.shapes { listed(shape, of: drawing, to: &html) }
            }
        }
    }

    /// Writes a shape in the list of all shapes, with its button if the drawing takes taps.
    func listed(_ shape: DrawingElement.Shape, of drawing: DrawingElement, to html: inout HTML) {
        html.element("li") { html in
            html.attribute("id", PageID.listed(shape.id, in: drawing.id))
            guard let tap = drawing.tap(on: shape, by: tapAction(of: drawing)) else { return html.words(shape.line) }
            html.element("form") { html in
                html.attribute("method", "post")
                html.attribute("action", place.address(of: tap))
                html.element("button") { html in
                    html.attribute("class", "quiet")
                    html.presses(key: place.key, isDisabled: false)
                    html.words(shape.line)
                }
            }
        }
    }

    /// Returns the action of taps that act at once; `nil` if a tap is disabled, or asks first by its dialog.
    private func tapAction(of drawing: DrawingElement) -> Action? {
        guard let tap = drawing.tap, tap.enabled, !tap.asks(for: []) else { return nil }
        return manifest.action(named: tap.action)
    }
}
