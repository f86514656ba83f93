public import FeatureKit
public import Testing

/// What every feature must hold, whoever wrote it: one suite that runs over any feature.
///
/// ```swift
/// @Test(arguments: registry.features.map { FeatureContract($0) }) func `keeps the contract`(contract: FeatureContract)
///     async
/// {
///     await contract.verify()
/// }
/// ```
///
/// What is broken is recorded as an issue of the running test, each with the feature's id.
///
/// ## Topics
/// - ``verify(sourceLocation:)``
/// - ``verifyFailure(sourceLocation:)``
public struct FeatureContract: Sendable, CustomTestStringConvertible {
    /// The feature that is verified.
    public let feature: any Feature
    /// The options that it is launched with.
    public let options: [String: FieldValue]
    let limit: Duration

    /// Creates the contract of a feature.
    ///
    /// - Parameters:
    ///   - feature: The feature to verify.
    ///   - options: The options to launch it with; those that it requires, at least.
    ///   - limit: How long each launch and each call of an action may take, in real time.
    public init(_ feature: any Feature, options: [String: FieldValue] = [:], limit: Duration = .seconds(10)) {
        (self.feature, self.options, self.limit) = (feature, options, limit)
    }

    /// The feature's id, as the test's argument is shown.
    public var testDescription: String { feature.manifest.id }

    /// Verifies everything that holds for a feature whose services work.
    ///
    /// The manifest is well-formed; the feature launches and settles; its screens are well-formed; it survives every
    /// action with valid, missing, wrong and hostile input, and every button on its screens; closing leaves nothing alive.
    public func verify(sourceLocation: SourceLocation = #_sourceLocation) async {
        let report = Report(contract: self, sourceLocation: sourceLocation)
        report.verifyManifest()
        let first = await report.attempt("launch and settle") { session in
            let screen = try await session.settledAtLast().screen
            report.verify(screen)
            if case .failed(let message, _) = screen.phase { report.fail("settles as failed: \(message)") }
            return screen
        }
        // Whatever it does next would be the same fault again.
        guard let first else { return }
        for action in feature.manifest.actions {
            for call in ContractInput.calls(of: action) {
                await report.attempt("'\(action.name)' with \(call.name)") { session in
                    _ = try await session.settledAtLast()
                    await report.verify(call, of: action, in: session)
                    report.verify(try await session.settledAtLast().screen)
                }
            }
        }
        for button in first.allButtons.prefix(20) where button.enabled {
            await report.attempt("the button '\(button.title)' (\(button.action))") { session in
                _ = try await session.settledAtLast()
                await report.press(button, in: session)
                report.verify(try await session.settledAtLast().screen)
            }
        }
        await report.attempt("closing") { _ in try await report.verifyClosing() }
    }

    /// Verifies that the feature, whose service throws with these options, shows a failure and not emptiness.
    public func verifyFailure(sourceLocation: SourceLocation = #_sourceLocation) async {
        let report = Report(contract: self, sourceLocation: sourceLocation)
        await report.attempt("failing service") { session in
            let screen = try await session.settledAtLast().screen
            report.verify(screen)
            guard case .failed(let message, let retry) = screen.phase else {
                return report.fail("shows \(screen.phase) though its service throws, not a failure")
            }
            if message.isEmpty { report.fail("fails without a message") }
            if retry == nil { report.fail("fails without a way to try again") }
            let isEmptyToo = screen.elements.contains { if case .placeholder = $0 { true } else { false } }
            if isEmptyToo { report.fail("shows its empty view though its service throws") }
        }
    }
}
