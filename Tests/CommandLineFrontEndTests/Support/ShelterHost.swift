import CommandLineFrontEnd
import FeatureKit

/// A host with one feature, whose screen has many buttons and links.
enum ShelterHost: CommandLineHost {
    static let name = "shelter"
    static let version = "0"
    static let summary = "Has buttons."

    static func registry() throws -> FeatureRegistry {
        try FeatureRegistry([ShelterFeature()])
    }
}

/// A feature whose buttons preset arguments and whose rows have links.
struct ShelterFeature: Feature {
    static let id = Field<String>("id", "Id").role(.row)
    static let name = Field<String>("name", "Name")
    static let motto = Field<String>("motto", "Motto", default: "")
    static let rename = Action("rename", "Rename", fields: id, name, motto)

    static let manifest = FeatureManifest(
        id: "shelter", title: "Shelter", summary: "Dogs with buttons.", options: [motto], actions: rename)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let screens = GalleryFeature.Screens(stage)
        return Scene(
            owning: screens,
            start: {
                let rows = ["d1", "d2"].map { id in
                    Row(
                        id: id, title: "Dog \(id)",
                        buttons: [
                            Button(Self.rename, arguments: ["id": .text(id)]),
                            Button(Self.rename, title: "Call it Rex", arguments: ["id": .text(id), "name": "Rex"]),
                        ], opens: FeatureLink(feature: "vet", options: ["dog": .text(id), "why": "it's ill"]))
                }
                screens.stage.screen = Screen(
                    title: "Shelter", phase: .ready, elements: [.list(id: "dogs", rows: rows)],
                    buttons: [Button(Self.rename, title: "Rename all", arguments: ["id": "*", "motto": "a\u{1B}b"])])
            }
        ).on(Self.rename) { _ in }
    }
}
