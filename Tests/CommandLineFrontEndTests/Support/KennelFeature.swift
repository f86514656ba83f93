import FeatureKit
import FeatureTesting

/// A feature whose behaviour depends on its option `mood`.
struct KennelFeature: Feature {
    enum Mood: String, CaseIterable, FieldType {
        case ready, empty, failing, forever, slow, chatty, refusing, broken
        case missing, unlaunchable
    }
    enum Breed: String, CaseIterable, FieldType { case bulldog = "Bulldog", labrador = "Labrador" }
    struct Unlucky: Error, CustomStringConvertible {
        var description: String { "out of luck" }
    }

    /// The clock for the mood `slow`.
    @TaskLocal static var clock = ManualClock()
    /// The latch that the mood `forever` waits for.
    @TaskLocal static var latch = Latch()

    static let mood = Field<Mood>("mood", "Mood", default: .ready, help: "The mood of the dogs.")
    static let latency = Field<Duration>("latency", "Latency", range: .zero ... .seconds(3600), default: .zero)
    static let name = Field<String>("name", "Name", length: 1...10)
    static let breed = Field<Breed>("breed", "Breed", default: .labrador)
    static let age = Field<Int>("age", "Age", range: 0...30)
    static let note = Field<String?>("note", "Note", length: 0...20, help: "For the vet.")

    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let adopt = Action("adopt", "Adopt a dog", fields: name, breed, age, note)
    static let fail = Action("fail", "Fail")
    static let hang = Action("hang", "Hang")
    static let lose = Action("lose", "Lose them")

    static let manifest = FeatureManifest(
        id: "kennel", title: "Kennel", summary: "Dogs for tests.", options: [mood, latency],
        actions: refresh, adopt, fail, hang, lose)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let mood = try options[Self.mood]
        if mood == .missing { throw FeatureError(.unreadableFile, "cannot open 'dogs.csv': no such file") }
        if mood == .unlaunchable { throw Unlucky() }
        let presenter = Presenter(stage: stage, mood: mood, clock: Self.clock, latch: Self.latch)
        return Scene(owning: presenter, start: presenter.show, as: Self.refresh)
            .on(Self.refresh) { _ in try await presenter.show() }
            .on(Self.adopt) { input in
                try presenter.adopt(input[Self.name], input[Self.breed], input[Self.age])
            }
            .on(Self.fail) { _ in throw Unlucky() }
            .on(Self.hang) { _ in await presenter.hang() }
            .on(Self.lose) { _ in stage.screen.phase = .failed(message: "all gone") }
    }

    final class Presenter {
        private let stage: Stage
        private let mood: Mood
        private let clock: ManualClock
        private let latch: Latch
        private var rows = [
            Row(id: "1", title: "Alfred", detail: "Labrador, 1", values: ["age": 1]),
            Row(id: "2", title: "김철수", detail: "Bulldog, 5", values: ["age": 5]),
        ]

        init(stage: Stage, mood: Mood, clock: ManualClock, latch: Latch) {
            (self.stage, self.mood, self.clock, self.latch) = (stage, mood, clock, latch)
            stage.screen.title = "Kennel"
        }

        func show() async throws {
            switch mood {
            case .failing: throw Unlucky()
            case .forever: try await latch.waitOrCancel()
            case .slow: try await clock.sleep(for: .seconds(2))
            case .chatty:
                stage.announce(Notice("The dogs are awake", tone: .positive))
                stage.announce(Notice("One is hungry"))
            default: break
            }
            draw()
        }

        /// Blocks and ignores cancellation.
        func hang() async {
            await latch.wait()
        }

        func adopt(_ name: String, _ breed: Breed, _ age: Int) throws {
            if mood == .refusing { throw InputRefused(KennelFeature.name, "'\(name)' is already taken") }
            rows.append(Row(id: "\(rows.count + 1)", title: name, detail: "\(breed.rawValue), \(age)", values: [:]))
            stage.announce(Notice("\(name) moved in", tone: .positive))
            draw()
        }

        private func draw() {
            stage.screen.phase = .ready
            stage.screen.elements =
                mood == .empty ? [.placeholder(id: "none", "No dogs yet")] : [.list(id: "dogs", rows: rows)]
            stage.screen.buttons = [
                Button(KennelFeature.refresh), Button(KennelFeature.adopt, role: .primary),
                Button(KennelFeature.fail, enabled: mood != .broken),
            ]
        }
    }
}

/// A feature that shows one element of every kind at once.
struct GalleryFeature: Feature {
    static let manifest = FeatureManifest(id: "gallery", title: "Gallery", summary: "One of everything.")

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let view = Screens(stage)
        return Scene(owning: view, start: { view.stage.screen.phase = .ready })
    }

    final class Screens {
        let stage: Stage

        init(_ stage: Stage) {
            self.stage = stage
            stage.screen.title = "Gallery"
            stage.screen.elements = [.text(id: "t", "Hung.")]
        }
    }
}
