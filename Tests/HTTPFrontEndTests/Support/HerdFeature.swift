import FeatureKit
import FeatureTesting

/// A feature that changes all parts of its screen at random.
struct HerdFeature: Feature {
    static let stir = Action("stir", "Stir")
    static let count = Field<Int>("count", "Sheep", default: 20)
    static let manifest = FeatureManifest(
        id: "herd", title: "Herd", summary: "Sheep that never rest.", options: [count], actions: stir)

    var manifest: FeatureManifest { Self.manifest }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let herd = Herd(stage: stage, count: try options[Self.count])
        return Scene(owning: herd, start: herd.show).on(Self.stir) { _ in herd.stir() }
    }
}

final class Herd {
    private let stage: Stage
    private var random = SplitMix64(seed: 7)
    private var sheep: [Row]
    private var lastID: Int

    init(stage: Stage, count: Int) {
        (self.stage, lastID) = (stage, count)
        sheep = (0..<count).map { Herd.sheep($0) }
    }

    func show() async {
        stage.screen.phase = .ready
        draw()
    }

    /// Makes one to three random changes.
    func stir() {
        for _ in 0...Int.random(in: 0...2, using: &random) { change() }
        draw()
    }

    private static func sheep(_ number: Int) -> Row {
        let id = "sheep \(number)"
        let buttons = [Button(HerdFeature.stir, arguments: ["count": .integer(number)])]
        return Row(id: id, title: "Dolly <\(number)>", detail: "0", values: ["wool": 0], buttons: buttons)
    }

    private func change() {
        let index = sheep.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<9, using: &random), index) {
        case (0, _), (_, nil):
            lastID += 1
            sheep.insert(Herd.sheep(lastID), at: index ?? 0)
        case (1, let index?): sheep.remove(at: index)
        case (2, let index?): sheep.append(sheep.remove(at: index))
        case (3, _): stage.screen.tone = Tone.allCases.randomElement(using: &random) ?? .plain
        case (4, _): stage.screen.title = "Herd \(Int.random(in: 0..<9, using: &random))"
        case (5, let index?): sheep[index].tone = sheep[index].tone == nil ? .warning : nil
        case (_, let index?):
            let wool = Int.random(in: 0..<99, using: &random)
            sheep[index].detail = "\(wool)"
            sheep[index].values["wool"] = .integer(wool)
        }
    }

    private func draw() {
        stage.screen.elements = [
            .text(id: "count", "\(sheep.count) sheep"), .list(id: "sheep", rows: sheep),
        ]
        stage.screen.buttons = [Button(HerdFeature.stir)]
    }
}
