import FeatureKit

/// Implements ``CircleDrawerView`` by drawing on a stage.
final class CircleDrawerScreen: CircleDrawerView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Circle Drawer"
    }

    func show(_ drawing: Drawing, selected: Int?, canUndo: Bool, canRedo: Bool) {
        let shapes = drawing.circles.map { circle in
            DrawingElement.Shape.circle(
                id: "\(circle.number)", x: circle.x, y: circle.y, radius: circle.diameter / 2,
                tone: circle.number == selected ? .accent : nil, isFilled: circle.number == selected)
        }
        stage.screen.phase = .ready
        stage.screen.elements = [
            .drawing(
                id: "canvas", Self.words(drawing), width: Drawing.width, height: Drawing.height, shapes: shapes,
                tap: Button(CircleDrawerFeature.tap))
        ]
        if let selected {
            stage.screen.elements.append(
                .form(
                    FormElement(
                        id: "diameter", of: CircleDrawerFeature.adjust,
                        values: ["diameter": .decimal(drawing.circles[selected - 1].diameter)], submits: .change)))
        }
        stage.screen.buttons = [
            Button(CircleDrawerFeature.undo, enabled: canUndo), Button(CircleDrawerFeature.redo, enabled: canRedo),
        ]
    }

    func sayFull() { stage.announce(Notice("There is no room for more circles.", tone: .warning)) }

    private static func words(_ drawing: Drawing) -> String {
        switch drawing.circles.count {
        case 0: "No circles yet. A tap draws one."
        case 1: "1 circle"
        case let count: "\(count) circles"
        }
    }
}
