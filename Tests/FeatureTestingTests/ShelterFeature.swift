import FeatureKit
import FeatureTesting
import Testing

/// A minimal feature that lists dogs.
///
/// Its screen has buttons and forms.
struct ShelterFeature: Feature {
    static let name = Field<String>("name", "Name", length: 1...10)
    static let age = Field<Int>("age", "Age", range: 0...30)
    static let note = Field<String?>("note", "Note")
    static let place = Field<String>("place", "Place", default: "yard")
    static let id = Field<String>("id", "Dog").role(.row)

    static let adopt = Action("adopt", "Adopt a dog", fields: name, age, note, place)
    static let rename = Action("rename", "Rename", fields: id, name)
    static let release = Action("release", "Release", for: .role("keeper"), isCancellable: true, fields: id)
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let feed = Action("feed", "Feed all", isCancellable: true, fields: note)
    static let close = Action("close", "Close")
    static let manifest = FeatureManifest(
        id: "shelter", title: "Shelter", summary: "Lists dogs.", actions: adopt, rename, release, refresh, feed, close)

    /// The stub that returns the names of the dogs.
    var load = Stub<Void, [String]>(returning: ["Rex", "Bo"])
    /// The stub that receives the calls of the presenter, each as a text.
    var send = Stub<String, Void>()

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let (load, send) = (load, send)
        stage.screen = Self.beginning
        func show() async throws {
            stage.screen.phase = .loading
            let names = try await load()
            stage.screen.phase = .ready
            stage.screen.elements = Self.list(names)
        }
        return Scene(owning: stage, start: show, as: Self.refresh)
            .on(Self.refresh, overlap: .cancelPrevious) { _ in try await show() }
            .on(Self.adopt) { input in
                if try input[Self.name] == "Rex" { throw InputRefused(["name": "Rex is here already"]) }
                let note = try input[Self.note] ?? "-"
                try await send("adopt \(input[Self.name]) \(input[Self.age]) \(note) \(input[Self.place])")
                stage.announce(Notice("\(try input[Self.name]) moved in", tone: .positive))
            }
            .on(Self.rename) { input in try await send("rename \(input[Self.id]) \(input[Self.name])") }
            .on(Self.release) { input in
                let id = try input[Self.id]
                try await send("release \(id)")
                stage.screen.elements = Self.list(["Rex", "Bo"].filter { $0.lowercased() != id })
            }
            .on(Self.feed) { input in try await send("feed \(input[Self.note] ?? "-")") }
            .on(Self.close) { _ in }
    }

    static let beginning = Screen(
        title: "Shelter",
        buttons: [Button(adopt, role: .primary), Button(refresh), Button(feed), Button(close, enabled: false)])

    /// Returns the screen after loading.
    static func shown(_ names: [String] = ["Rex", "Bo"]) -> Screen {
        var screen = beginning
        screen.phase = .ready
        screen.elements = list(names)
        return screen
    }

    static func list(_ names: [String]) -> [Element] {
        let rows = names.map { name in
            let arguments: [String: FieldValue] = ["id": .text(name.lowercased())]
            return Row(
                id: name.lowercased(), title: name, values: ["name": .text(name)],
                buttons: [Button(rename, arguments: arguments), Button(release, arguments: arguments)])
        }
        return [.list(id: "dogs", rows: rows, more: Button(feed, title: "More"))]
    }
}

extension ShelterFeature {
    struct Flooded: Error, CustomStringConvertible {
        let description = "the yard is under water"
    }

    /// Runs a scenario of the feature after its dogs are loaded.
    func shown(patience: Duration = .seconds(10), _ body: (Scenario) async throws -> Void) async throws {
        try await withScenario(of: self, patience: patience) { shelter in
            await shelter.expect(Self.beginning)
            try await shelter.start()
            await shelter.expect(Self.shown())
            try await body(shelter)
        }
    }

    /// Returns the message of the only issue of a failing scenario.
    func failure(patience: Duration = .seconds(10), _ body: (Scenario) async throws -> Void) async throws -> String {
        try await recordedIssues { try await shown(patience: patience, body) }.joined(separator: "\n\nand\n\n")
    }
}
