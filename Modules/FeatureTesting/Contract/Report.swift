import FeatureKit
import FeatureStorage
import Synchronization
import Testing

/// Runs the parts of a contract and records violations.
struct Report {
    let contract: FeatureContract
    let sourceLocation: SourceLocation
    private let violations = Violations()

    var manifest: FeatureManifest { contract.feature.manifest }

    /// Records a violation, unless another part of the contract has recorded the same one.
    ///
    /// Does nothing if the part was cancelled, because the cancellation then caused the error.
    func fail(_ message: String) {
        guard !Task.isCancelled, violations.messages.withLock({ $0.insert(message).inserted }) else { return }
        Issue.record("feature '\(manifest.id)' \(message)", sourceLocation: sourceLocation)
    }

    /// Runs a part of the contract in a new, started session, within the contract's time limit.
    ///
    /// - Returns: The part's result, or `nil` after recording an issue if the part failed or exceeded the limit.
    @discardableResult
    func attempt<Result: Sendable>(
        _ part: String, _ body: @escaping @Sendable (Session) async throws -> Result
    ) async -> Result? {
        let (results, result) = AsyncStream<Result?>.makeStream()
        let started = StartedSession()
        // Use an unstructured task, because an action may ignore cancellation.
        let task = Task {
            result.yield(await run(part, body) { session in started.session.withLock { $0 = session } })
            result.finish()
        }
        let ended = await withTimeLimit(contract.limit) { () -> Result?? in
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
                "cannot be launched with the contract's options: \(error); pass the required options: "
                    + "FeatureContract(feature, options: […])")
        } catch {
            fail("throws an unexpected error in \(part): \(error)")
        }
        return nil
    }

    func verifyManifest() {
        do { _ = try FeatureRegistry([contract.feature]) } catch { fail("has an invalid manifest: \(error)") }
        if manifest.title.isEmpty || manifest.summary.isEmpty { fail("has no title or no summary") }
        for action in manifest.actions where action.title.isEmpty {
            fail("has an action without a title: \(action.name)")
        }
    }

    /// Verifies that a valid call is handled, or that an invalid call is refused with an error that names its wrong
    /// fields.
    func verify(
        _ input: ContractInput, in session: Session, as person: Person? = Scenario.tester
    ) async {
        let (action, name, refused) = (input.call.action, input.name, input.refused)
        do {
            let answer = try await session.perform(input.call, as: person)
            if let place = answer.opens { verify(place, in: "'\(action)'") }
            if !refused.isEmpty {
                fail("accepts '\(action)' with \(name), but must refuse the fields \(refused.sorted())")
            }
        } catch let error as InputRefused where !refused.isEmpty {
            if !refused.isSubset(of: error.fields.keys) {
                fail("refuses '\(action)' with \(name) without naming the fields \(refused.sorted()): \(error)")
            }
        } catch let error as FeatureError where error.code == .featureFault {
            fail("throws the error featureFault for '\(action)' with \(name): \(error)")
        } catch is InputRefused {
            // A presenter may refuse input that satisfies the rules of the fields.
        } catch let error as FeatureError where error.code == .disabled && refused.isEmpty {
            // The current screen may have disabled the action.
        } catch let error as StorageError where error.code == .alreadyTaken {
            fail(
                "throws \(error) for '\(action)' with \(name); the records have a uniqueKey, so give their presenter "
                    + "'taken': the refusal of a record whose unique key another one has")
        } catch {
            fail(
                "throws \(type(of: error)) for '\(action)' with \(name): \(error); the contract expects "
                    + "InputRefused for input that a person can correct: catch the service's error in the presenter, and throw "
                    + "InputRefused([field: message])")
        }
    }

    /// Presses a button with its preset arguments and with valid values for all other fields.
    func press(_ button: Button, in session: Session) async {
        guard let action = manifest.action(named: button.action), let valid = ContractInput.calls(of: action).first
        else { return }
        let arguments = valid.call.arguments.merging(button.values) { $1 }.merging(button.arguments) { $1 }
        let call = Call(action.name, arguments)
        await verify(ContractInput(name: "its button", call: call, refused: []), in: session)
    }

    /// Verifies that closing the session releases the view, the scene and the stage, even while followers wait.
    func verifyClosing() async throws {
        let lifetimes = Lifetimes()
        let session = try await Session(
            WatchedFeature(base: contract.feature, lifetimes: lifetimes), options: contract.options)
        try await session.start()
        _ = try await session.settledAtLast()
        await session.close()
        if let survivor = lifetimes.survivor { fail("does not release its \(survivor) when the session is closed") }
    }
}

/// The violations that a report has recorded.
private final class Violations: Sendable {
    let messages = Mutex<Set<String>>([])
}

/// Passes the session of a part from the part's task to the task that closes the session.
private final class StartedSession: Sendable {
    let session = Mutex<Session?>(nil)
}

/// Wraps a feature and keeps weak references to its view, scene and stage.
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
