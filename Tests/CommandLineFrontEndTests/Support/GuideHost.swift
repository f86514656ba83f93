import CommandLineFrontEnd
import FeatureKit

/// A host with features whose screens link to other places.
enum GuideHost: CommandLineHost {
    static let name = "guides"
    static let version = "0"
    static let summary = "Shows the way."

    static func registry() throws -> FeatureRegistry {
        try FeatureRegistry([GuideFeature(), GalleryFeature(), WorkshopFeature()])
    }
}

/// A feature that lists towns and shows each town as a place of its own.
///
/// With the option `copy`, a session shows a town itself. Without it, a town needs a new session.
struct GuideFeature: Feature {
    static let id = Field<String?>("id", "Town", length: 1...20).role(.row)
    static let copy = Field<Bool>("copy", "Copy", default: false)
    static let motto = Field<String>("motto", "Motto", length: 0...60, default: "")
    static let note = Field<String>("note", "Note", length: 1...40)

    static let browse = Action("browse", "Go to a town", effect: .shows, fields: id)
    static let write = Action("write", "Write a note", fields: note)
    static let travel = Action("travel", "Travel on")

    static let manifest = FeatureManifest(
        id: "guide", title: "Guide", summary: "Lists towns.", options: [id, copy, motto],
        actions: browse, write, travel)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let guide = Guide(stage, isCopy: try options[Self.copy], motto: try options[Self.motto])
        let id = try options[Self.id]
        if id == "atlantis" { throw FeatureError(.unreadableFile, "cannot open 'atlantis.map': no such file") }
        return Scene(owning: guide, start: { guide.show(id) })
            .browsing(Self.browse, changing: guide.isCopy ? ["id"] : []) { input in
                guard guide.isCopy else { throw InputRefused(Self.id, "a town opens by a launch") }
                let id = try input[Self.id]
                stage.address = guide.address(of: id)
                guide.show(id)
            }
            .on(Self.write) { input in stage.announce(Notice("noted: \(try input[Self.note])")) }
            .on(Self.travel) { _ in
                stage.open(FeatureLink(feature: "guide", options: guide.address(of: "riga"), title: "Riga"))
            }
    }

    final class Guide {
        static let towns = ["oslo": "Oslo", "riga": "Riga", "it's a $HOME": "It's a $HOME"]
        let stage: Stage
        let isCopy: Bool
        let motto: String

        init(_ stage: Stage, isCopy: Bool, motto: String) {
            (self.stage, self.isCopy, self.motto) = (stage, isCopy, motto)
        }

        func address(of id: String?) -> [String: FieldValue] {
            var options: [String: FieldValue] = [:]
            if isCopy { options["copy"] = true }
            if !motto.isEmpty { options["motto"] = .text(motto) }
            if let id { options["id"] = .text(id) }
            return options
        }

        func show(_ id: String?) {
            stage.screen.phase = .ready
            guard let id else {
                let ids = ["oslo", "riga", "it's a $HOME", "atlantis", "cairo"]
                let rows = ids.map { id in
                    let link = FeatureLink(feature: "guide", options: address(of: id))
                    let title = Self.towns[id] ?? id.prefix(1).uppercased() + id.dropFirst()
                    return Row(id: id, title: title, opens: id == "cairo" ? nil : link)
                }
                stage.screen.title = "Guide"
                stage.screen.up = nil
                stage.screen.elements = [
                    .list(id: "towns", rows: rows),
                    .link(id: "pictures", "Pictures", opens: FeatureLink(feature: "gallery")),
                    .link(id: "web", "More", address: "https://example.org/towns"),
                    .link(id: "shop", "Shop", opens: FeatureLink(feature: "workshop")),
                ]
                stage.screen.buttons = [Button(GuideFeature.write), Button(GuideFeature.travel)]
                return
            }
            stage.screen.title = Self.towns[id] ?? id
            stage.screen.up = FeatureLink(feature: "guide", options: address(of: nil), title: "Guide")
            stage.screen.elements = [.text(id: "town", "This is \(Self.towns[id] ?? id).")]
            stage.screen.buttons = [Button(GuideFeature.write)]
        }
    }
}
