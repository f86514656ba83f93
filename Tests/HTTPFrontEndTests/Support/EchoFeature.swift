import FeatureKit

/// A feature that shows the arguments of its only action.
struct EchoFeature: Feature {
    static let text = Field<String>("text", "Text")
    static let echo = Action("echo", "Echo", fields: text)
    static let manifest = FeatureManifest(id: "echo", title: "Echo", summary: "Says it again.", actions: echo)

    let button: Button

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let button = button
        return Scene(owning: stage, start: { stage.screen = Screen(phase: .ready, buttons: [button]) })
            .on(Self.echo) { input in stage.screen.elements = [.text(id: "echo", try input[Self.text])] }
    }
}
