import FeatureKit
import FeatureStorage
import FeatureTesting

/// A feature with everything that a front end can show, ask for or refuse.
struct KennelFeature: Feature {
    enum Breed: String, CaseIterable, FieldType { case bulldog = "Bulldog", labrador = "Labrador" }

    static let id = Field<String>("id", "Dog").role(.row)
    static let name = Field<String>("name", "Name", length: 1...40, help: "The name you will call.")
    static let breed = Field<Breed>("breed", "Breed")
    static let age = Field<Int>("age", "Age", range: 0...30)
    static let weight = Field<Double?>("weight", "Weight")
    static let vaccinated = Field<Bool>("vaccinated", "Vaccinated")
    static let friendly = Field<Bool?>("friendly", "Friendly")
    static let born = Field<CalendarDate?>("born", "Born")
    static let walk = Field<Duration>("walk", "Walk", default: .seconds(60))
    static let key = Field<String?>("key", "Key file", length: 1...100)

    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let adopt = Action("adopt", "Adopt a dog", fields: name, breed, age)
    static let examine = Action("examine", "Examine", fields: weight, vaccinated, friendly, born, walk)
    static let rename = Action("rename", "Rename", done: "was renamed", fields: id, name)
    static let release = Action("release", "Release", fields: id)
    static let bark = Action("bark", "Bark")
    static let bite = Action("bite", "Bite")
    static let nap = Action("nap", "Nap")
    static let howl = Action("howl", "Howl")
    static let fetch = Action("fetch", "Fetch")
    static let open = Action("open", "Open the gate")
    static let load = Action("load", "Load", fields: RecordSource.option)

    static let manifest = FeatureManifest(
        id: "kennel", title: "Kennel", summary: "Dogs that wait for a home.",
        options: [
            RecordSource.option, RecordSource.latencyOption,
            Field<String?>("secret", "Secret", help: "For the command line alone.", local: true),
        ],
        actions: refresh, adopt, examine, rename, release, bark, bite, nap, howl, fetch, open, load)

    var clock: any Clock<Duration> = ContinuousClock()
    /// Blocks a nap until the test opens the latch.
    var latch = Latch()
    var manifest: FeatureManifest = KennelFeature.manifest

    func launch(on stage: Stage, options: Options) throws -> Scene {
        guard try options[RecordSource.option] != .file("nowhere") else {
            throw FeatureError(.unreadableFile, "nowhere cannot be read")
        }
        let kennel = try Kennel(stage: stage, options: options, clock: clock, latch: latch)
        return Scene(owning: kennel, start: kennel.show, as: Self.refresh)
            .on(Self.refresh, overlap: .cancelPrevious) { _ in await kennel.show() }
            .on(Self.adopt) { input in try kennel.adopt(input[Self.name], try input[Self.breed], try input[Self.age]) }
            .on(Self.examine) { input in kennel.note("\(input.values.sorted { $0.key < $1.key })") }
            .on(Self.rename) { input in kennel.rename(try input[Self.id], try input[Self.name]) }
            .on(Self.release) { input in kennel.release(try input[Self.id]) }
            .on(Self.bark) { _ in stage.announce(Notice("Woof, woof", tone: .positive)) }
            .on(Self.bite) { _ in throw Ouch() }
            .on(Self.nap, overlap: .dropIfBusy) { _ in await kennel.nap() }
            .on(Self.howl) { _ in
                stage.announce(Notice("Awoo"))
                await kennel.nap()
            }
            .on(Self.fetch, overlap: .cancelPrevious) { _ in try await latch.waitOrCancel() }
            .on(Self.open) { _ in }
            .on(Self.load) { _ in }
    }

    struct Ouch: Error, CustomStringConvertible { var description: String { "the dog has bitten" } }
}

/// The presenter and the view in one class.
///
/// A real feature separates them.
final class Kennel {
    private let stage: Stage
    private let source: RecordSource
    private let latency: Duration
    private let clock: any Clock<Duration>
    private let latch: Latch
    private var dogs: [(id: String, name: String, breed: String, age: Int)] = []

    init(stage: Stage, options: Options, clock: any Clock<Duration>, latch: Latch) throws {
        self.stage = stage
        source = try options[RecordSource.option]
        latency = try options[RecordSource.latencyOption]
        (self.clock, self.latch) = (clock, latch)
    }

    func show() async {
        stage.screen.title = "Kennel"
        stage.screen.phase = .loading(message: "Calling the dogs")
        if latency > .zero { do { try await clock.sleep(for: latency) } catch { return } }
        if source != .empty { dogs = [("1", "Alfred", "Labrador", 1), ("2", "Vinny", "Bulldog", 5)] }
        stage.screen.phase = .ready
        draw()
    }

    func adopt(_ name: String, _ breed: KennelFeature.Breed, _ age: Int) throws {
        guard !dogs.contains(where: { $0.name == name }) else {
            throw InputRefused(KennelFeature.name, "\(name) lives here already")
        }
        dogs.append(("\(dogs.count + 1)", name, breed.rawValue, age))
        stage.announce(Notice("\(name) has a home", tone: .positive))
        draw()
    }

    func rename(_ id: String, _ name: String) {
        dogs = dogs.map { $0.id == id ? (id, name, $0.breed, $0.age) : $0 }
        draw()
    }

    func release(_ id: String) {
        dogs.removeAll { $0.id == id }
        draw()
    }

    func note(_ text: String) {
        draw()
        stage.screen.elements.append(.text(id: "note", text, style: .caption))
    }

    func nap() async { await latch.wait() }

    private func draw() {
        let rows = dogs.map { dog in
            Row(
                id: dog.id, title: dog.name, detail: dog.breed,
                values: ["age": .integer(dog.age), "name": .text(dog.name)],
                tone: dog.age > 4 ? .warning : nil,
                buttons: [
                    Button(KennelFeature.rename, arguments: ["id": .text(dog.id)]),
                    Button(KennelFeature.release, arguments: ["id": .text(dog.id)], role: .destructive),
                ],
                opens: FeatureLink(feature: "kennel", options: ["source": "empty"]))
        }
        stage.screen.elements =
            rows.isEmpty ? [.placeholder(id: "empty", "No dogs")] : [.list(id: "dogs", rows: rows)]
        stage.screen.tone = rows.isEmpty ? .critical : .plain
        stage.screen.buttons = [
            Button(KennelFeature.adopt, role: .primary), Button(KennelFeature.open, enabled: false),
        ]
        let others = [
            KennelFeature.refresh, KennelFeature.examine, KennelFeature.bark, KennelFeature.bite, KennelFeature.nap,
            KennelFeature.howl, KennelFeature.fetch, KennelFeature.load,
        ]
        stage.screen.buttons += others.map { Button($0) }
    }
}
