import FeatureKit

/// A feature whose actions run until a person ends them, and whose buttons appear and disappear.
struct ErrandsFeature: Feature {
    static let note = Field<String>("note", "Note", length: 1...40)
    static let run = Action("run", "Run", fields: note)
    static let end = Action("end", "End")
    static let fail = Action("fail", "Fail")
    static let praise = Action("praise", "Praise", fields: note)
    static let rename = Action("rename", "Rename", fields: note)
    static let turn = Action("turn", "Turn")
    static let deliver = Action("deliver", "Deliver", isCancellable: true)
    static let manifest = FeatureManifest(
        id: "errands", title: "Errands", summary: "Runs errands.", actions: run, end, fail, praise, rename, turn,
        deliver)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let errands = Errands(stage: stage)
        return Scene(owning: errands, start: errands.show)
            .on(Self.run, overlap: .alongside) { input in try await errands.run(try input[Self.note]) }
            .on(Self.end, overlap: .alongside) { _ in errands.finish(with: .success(())) }
            .on(Self.fail, overlap: .alongside) { _ in
                errands.finish(with: .failure(InputRefused(Self.note, "this errand has failed")))
            }
            .on(Self.praise) { input in errands.say("praised \(try input[Self.note])") }
            .on(Self.rename) { input in errands.say("renamed \(try input[Self.note])") }
            .on(Self.turn) { _ in errands.turn() }
            .on(Self.deliver, overlap: .besideOthers) { try await errands.deliver(reporting: $1) }
    }
}

/// The presenter and the view.
///
/// The actions that end or fail an errand apply to the oldest running errand.
final class Errands {
    private let stage: Stage
    private var errands: [CheckedContinuation<Void, any Error>] = []
    private var isPraising = false

    init(stage: Stage) { self.stage = stage }

    func show() async { say("idle") }

    func run(_ note: String) async throws {
        try await withCheckedThrowingContinuation { errands.append($0) }
        say("has run \(note)")
    }

    func finish(with result: Result<Void, any Error>) {
        guard !errands.isEmpty else { return }
        errands.removeFirst().resume(with: result)
    }

    /// Inserts a button before the other buttons of the row, or removes this button again.
    func turn() {
        isPraising.toggle()
        say("turned")
    }

    /// Delivers a thousand parcels a second, and reports each of them, until a person cancels the call.
    func deliver(reporting report: WorkReporter) async throws {
        let (clock, start) = (ContinuousClock(), ContinuousClock.now)
        var delivered = 0
        while true {
            try await clock.sleep(for: .milliseconds(5))
            let due = Int(start.duration(to: clock.now) / .milliseconds(1))
            for number in delivered..<due { report(nil, "\(number + 1) parcels") }
            delivered = due
        }
    }

    func say(_ words: String) {
        let praise = isPraising ? [Button(ErrandsFeature.praise)] : []
        let row = Row(id: "1", title: "Errand", buttons: praise + [Button(ErrandsFeature.rename)])
        stage.screen.phase = .ready
        stage.screen.elements = [.text(id: "words", words), .list(id: "errands", rows: [row])]
        stage.screen.buttons = [
            Button(ErrandsFeature.run), Button(ErrandsFeature.end), Button(ErrandsFeature.fail),
            Button(ErrandsFeature.turn),
        ]
    }
}
