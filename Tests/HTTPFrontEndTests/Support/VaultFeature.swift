import FeatureKit

/// A feature with actions for keepers only, and others for everybody.
struct VaultFeature: Feature {
    static let item = Field<String>("item", "Item", length: 1...40).role(.row)
    static let name = Field<String>("name", "Name", length: 1...40)
    static let put = Action("put", "Put something in", effect: .adds, fields: name)
    static let take = Action(
        "take", "Take out", done: "was taken out", effect: .removes, for: .role("keeper"), fields: item)
    static let lock = Action("lock", "Lock", for: .role("keeper"), fields: name)
    static let manifest = FeatureManifest(
        id: "vault", title: "Vault", summary: "Keeps things.", actions: put, take, lock)
    var manifest: FeatureManifest = Self.manifest

    func launch(on stage: Stage, options: Options) throws -> Scene {
        var things = ["gold"]
        func show() {
            let rows = things.map { thing in
                var row = Row(id: thing, title: thing)
                row.buttons = [Button(Self.take, arguments: ["item": .text(thing)])]
                return row
            }
            stage.screen = Screen(
                title: "Vault", phase: .ready,
                elements: [
                    .list(id: "things", rows: rows),
                    .form(FormElement(id: "locking", of: Self.lock, values: ["name": "brass"])),
                ], buttons: [Button(Self.put)])
        }
        return Scene(owning: stage, start: { show() })
            .on(Self.put) { input in
                let name = try input[Self.name]
                if !things.contains(name) { things.append(name) }
                stage.announce(Notice("Kept.", button: Button(Self.take, arguments: ["item": "gold"])))
                show()
            }
            .on(Self.take) { input in
                let item = try input[Self.item]
                things.removeAll { $0 == item }
                show()
            }
            .on(Self.lock) { _ in }
    }
}
