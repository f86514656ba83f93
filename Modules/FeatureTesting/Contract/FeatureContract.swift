public import FeatureKit
public import Testing

/// The checks that every feature must pass.
///
/// ```swift
/// @Test(arguments: registry.features.map { FeatureContract($0) })
/// func `the feature fulfils the contract`(contract: FeatureContract) async {
///     await contract.verify()
/// }
/// ```
///
/// The contract records each violation once, as an issue of the running test, with the feature's id.
///
/// ## Topics
/// - ``verify(sourceLocation:)``
/// - ``verifyFailure(sourceLocation:)``
public struct FeatureContract: Sendable, CustomTestStringConvertible {
    /// The feature to verify.
    public let feature: any Feature
    /// The options of each launch.
    public let options: [String: FieldValue]
    let limit: Duration

    /// Creates the contract of a feature.
    ///
    /// - Parameters:
    ///   - feature: The feature to verify.
    ///   - options: The options of each launch. They must include all required options.
    ///   - limit: The maximum real time for each launch and for each call of an action.
    public init(_ feature: any Feature, options: [String: FieldValue] = [:], limit: Duration = .seconds(10)) {
        (self.feature, self.options, self.limit) = (feature, options, limit)
    }

    /// The feature's id.
    ///
    /// The test report shows it as the name of the test's argument.
    public var testDescription: String { feature.manifest.id }

    /// Verifies a feature whose services work.
    ///
    /// The method makes these checks:
    /// - The manifest and the screens are well-formed.
    /// - A feature that keeps records and has a search selects them by its words.
    /// - The feature launches and settles.
    /// - Every action handles valid, missing, wrong and hostile input.
    /// - Every action works for its audience, also for nobody known if it is for anyone, and is refused to all others.
    /// - Links within the feature, and the address, have options that the manifest accepts.
    /// - Every button, every form and every list with selectable rows on the first screen works.
    /// - Closing the session releases the view, the scene and the stage.
    public func verify(sourceLocation: SourceLocation = #_sourceLocation) async {
        let report = Report(contract: self, sourceLocation: sourceLocation)
        report.verifyManifest()
        report.verifySearch()
        let first = await report.attempt("launch and settle") { session in
            let screen = try await session.settledAtLast().screen
            report.verify(screen)
            if case .failed(let message, _) = screen.phase { report.fail("settles with a failure: \(message)") }
            return screen
        }
        // Stop here: each further part would fail for the same reason.
        guard let first else { return }
        let calls = feature.manifest.actions.flatMap { ContractInput.calls(of: $0) }
        for input in calls + report.calls(offeredOn: first) {
            await report.attempt("'\(input.call.action)' with \(input.name)") { session in
                _ = try await session.settledAtLast()
                await report.verify(input, in: session)
                report.verify(try await session.settledAtLast().screen)
            }
        }
        for button in first.allButtons.prefix(20) where button.enabled {
            await report.attempt("the button '\(button.title)' (\(button.action))") { session in
                _ = try await session.settledAtLast()
                await report.press(button, in: session)
                report.verify(try await session.settledAtLast().screen)
            }
        }
        await report.verifyAudiences()
        await report.attempt("closing") { _ in try await report.verifyClosing() }
    }

    /// Verifies that the feature shows a failure, not an empty list, when its service throws.
    ///
    /// Pass options with which the service throws.
    public func verifyFailure(sourceLocation: SourceLocation = #_sourceLocation) async {
        let report = Report(contract: self, sourceLocation: sourceLocation)
        await report.attempt("failing service") { session in
            let screen = try await session.settledAtLast().screen
            report.verify(screen)
            guard case .failed(let message, let retry) = screen.phase else {
                return report.fail("shows \(screen.phase) instead of a failure although its service throws")
            }
            if message.isEmpty { report.fail("fails without a message") }
            if retry == nil { report.fail("fails without an action to try again") }
            let isEmptyToo = screen.elements.contains { if case .placeholder = $0 { true } else { false } }
            if isEmptyToo { report.fail("shows its empty view although its service throws") }
        }
    }
}
