import FeatureKit
import Synchronization
import Testing

/// Carries out the parts of a contract and records what is broken.
struct Report {
    let contract: FeatureContract
    let sourceLocation: SourceLocation

    private var manifest: FeatureManifest { contract.feature.manifest }

    /// Records what is broken; not in a part that is over, whose errors are those of its end.
    func fail(_ message: String) {
        guard !Task.isCancelled else { return }
        Issue.record("feature '\(manifest.id)' \(message)", sourceLocation: sourceLocation)
    }

    /// Runs a part in a session of its own that has been started, for no longer than the contract's limit.
    ///
    /// - Returns: What the part returns; `nil` if it broke or took too long, which is recorded.
    @discardableResult
    func attempt<Result: Sendable>(
        _ part: String, _ body: @escaping @Sendable (Session) async throws -> Result
    ) async -> Result? {
        let (results, result) = AsyncStream<Result?>.makeStream()
        let started = StartedSession()
        // A task of its own, which nobody waits for: an action may heed no cancellation.
        let task = Task {
            result.yield(await run(part, body) { session in started.session.withLock { $0 = session } })
            result.finish()
        }
        let ended = await patiently(contract.limit) { () -> Result?? in
            for await result in results { return .some(result) }
            return nil
        }
        if let ended { return ended }
        fail("does not end \(part) within \(contract.limit); let it end, or give the contract a longer limit")
        task.cancel()
        Task { await started.session.withLock(\.self)?.close() }
        return nil
    }

    private func run<Result: Sendable>(
        _ part: String, _ body: (Session) async throws -> Result, started: (Session) -> Void
    ) async -> Result? {
        do {
            return try await withSession(of: contract.feature, options: contract.options) { session in
                started(session)
                try await session.start()
                return try await body(session)
            }
        } catch let error as InputRefused {
            fail(
                "cannot be launched with the contract's options: \(error); give those that it requires: "
                    + "FeatureContract(feature, options: […])")
        } catch {
            fail("breaks at \(part): \(error)")
        }
        return nil
    }

    func verifyManifest() {
        do { _ = try FeatureRegistry([contract.feature]) } catch { fail("has a broken manifest: \(error)") }
        if manifest.title.isEmpty || manifest.summary.isEmpty { fail("has no title or no summary") }
        for action in manifest.actions where action.title.isEmpty {
            fail("has an action without a title: \(action.name)")
        }
    }

    /// Verifies that ids are unique and that buttons ask for what there is.
    func verify(_ screen: Screen) {
        if screen.title.isEmpty { fail("shows a screen without a title") }
        if let id = screen.elements.map(\.id).firstDuplicate { fail("shows two elements with the id '\(id)'") }
        for case .list(let list) in screen.elements {
            if let id = list.rows.map(\.id).firstDuplicate {
                fail("shows two rows with the id '\(id)' in '\(list.id)'")
            }
        }
        for button in screen.allButtons {
            guard let action = manifest.action(named: button.action) else {
                fail("shows a button for '\(button.action)', which its manifest does not declare")
                continue
            }
            let fields = action.fields.filter { button.arguments[$0.name] != nil }
            if fields.count != button.arguments.count { fail("presets fields that '\(action.name)' does not have") }
            for field in fields {
                if case .failure(let refusal) = field.check(button.arguments[field.name] ?? "") {
                    fail("presets a wrong '\(field.name)' of '\(action.name)': \(refusal.message)")
                }
            }
        }
    }

    /// Verifies that a call is refused by its rules, field by field, or reaches the presenter and is survived.
    func verify(_ call: ContractInput, of action: Action, in session: Session) async {
        do {
            _ = try await session.perform(action.name, call.arguments)
            if !call.refused.isEmpty {
                fail(
                    "accepts '\(action.name)' with \(call.name), expected InputRefused naming \(call.refused.sorted())")
            }
        } catch let error as InputRefused where !call.refused.isEmpty {
            if !call.refused.isSubset(of: error.fields.keys) {
                fail("refuses '\(action.name)' with \(call.name) without naming \(call.refused.sorted()): \(error)")
            }
        } catch let error as FeatureError where error.code == .featureFault {
            fail("breaks at '\(action.name)' with \(call.name): \(error)")
        } catch is InputRefused {
            // A presenter may refuse what no rule forbids.
        } catch let error as FeatureError where error.code == .disabled && call.refused.isEmpty {
            // A screen may have disabled the action.
        } catch {
            fail(
                "meets '\(action.name)' with \(call.name) by \(type(of: error)): \(error); the contract wants InputRefused for "
                    + "what a person can mend: catch the service's error in the presenter, and throw "
                    + "InputRefused([field: message])")
        }
    }

    /// Presses a button with the arguments that it presets and valid ones for the other fields.
    func press(_ button: Button, in session: Session) async {
        guard let action = manifest.action(named: button.action), let call = ContractInput.calls(of: action).first
        else { return }
        let arguments = call.arguments.merging(button.arguments) { $1 }
        await verify(ContractInput(name: "its button", arguments: arguments, refused: []), of: action, in: session)
    }

    /// Verifies that view, scene and stage are gone after the close, though followers were waiting.
    func verifyClosing() async throws {
        let lifetimes = Lifetimes()
        let session = try await Session(
            WatchedFeature(base: contract.feature, lifetimes: lifetimes), options: contract.options)
        try await session.start()
        _ = try await session.settledAtLast()
        await session.close()
        if let survivor = lifetimes.survivor { fail("keeps its \(survivor) alive after the close") }
    }
}

/// The session of a part, which two tasks know of.
private final class StartedSession: Sendable {
    let session = Mutex<Session?>(nil)
}

/// A feature whose parts are watched over without being kept alive.
private struct WatchedFeature: Feature {
    static let manifest = FeatureManifest(id: "watched", title: "", summary: "")
    let base: any Feature
    let lifetimes: Lifetimes

    var manifest: FeatureManifest { base.manifest }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let scene = try base.launch(on: stage, options: options)
        lifetimes.watch(scene, stage)
        return scene
    }
}

private final class Lifetimes: @unchecked Sendable {  // written once at launch, read after the session has closed
    private weak var view: AnyObject?
    private weak var scene: Scene?
    private weak var stage: Stage?

    func watch(_ scene: Scene, _ stage: Stage) {
        (view, self.scene, self.stage) = (scene.view, scene, stage)
    }

    var survivor: String? {
        if view != nil { "view" } else if scene != nil { "scene" } else if stage != nil { "stage" } else { nil }
    }
}

extension [String] {
    fileprivate var firstDuplicate: String? {
        var seen: Set<String> = []
        return first { !seen.insert($0).inserted }
    }
}
