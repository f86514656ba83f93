public import FeatureKit

/// Draws circles, changes their diameters, and takes changes back: the task "Circle Drawer" of 7GUIs.
public struct CircleDrawerFeature: Feature {
    static let x = Field<Double>("x", "X", range: 0...Drawing.width)
    static let y = Field<Double>("y", "Y", range: 0...Drawing.height)
    static let shape = Field<String?>("shape", "Circle")
    static let diameter = Field<Double>("diameter", "Diameter", range: 2...200, step: 1, slider: true)

    static let tap = Action("tap", "Draw or select", effect: .edits, fields: x, y, shape)
    static let adjust = Action("adjust", "Adjust the diameter", effect: .edits, fields: diameter)
    static let undo = Action("undo", "Undo", effect: .edits)
    static let redo = Action("redo", "Redo", effect: .edits)

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "circle-drawer", title: "Circle Drawer", summary: "Draws circles, and takes changes back.",
        actions: tap, adjust, undo, redo)

    /// Creates the feature.
    public init() {}

    /// Creates and connects the presenter and the view of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = CircleDrawerPresenter()
        let view = CircleDrawerScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.show)
            .on(Self.tap) { presenter.tap(x: try $0[Self.x], y: try $0[Self.y]) }
            .on(Self.adjust) { presenter.setDiameter(try $0[Self.diameter]) }
            .on(Self.undo) { _ in presenter.undo() }
            .on(Self.redo) { _ in presenter.redo() }
    }
}
