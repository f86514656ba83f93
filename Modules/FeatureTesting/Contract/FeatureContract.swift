public import FeatureKit
public import Testing

/// The test suite that every feature must pass.
///
/// ```swift
/// @Test(arguments: registry.features.map { FeatureContract($0) }) func `keeps the contract`(contract: FeatureContract)
///     async
/// {
///     await contract.verify()
/// }
/// ```
///
/// Records each violation as an issue of the running test, with the feature's id.
///
/// ## Topics
/// - ``verify(sourceLocation:)``
/// - ``verifyFailure(sourceLocation:)``
public struct FeatureContract: Sendable, CustomTestStringConvertible {
    /// The feature to verify.
    public let feature: any Feature
    /// The options to launch it with.
    public let options: [String: FieldValue]
    let limit: Duration

    /// Creates the contract of a feature.
    ///
    /// - Parameters:
    ///   - feature: The feature to verify.
    ///   - options: The options to launch it with, at least all required ones.
    ///   - limit: The longest real time for each launch and each call of an action.
    public init(_ feature: any Feature, options: [String: FieldValue] = [:], limit: Duration = .seconds(10)) {
        (self.feature, self.options, self.limit) = (feature, options, limit)
    }

    /// The feature's id, the name of the test's argument.
    public var testDescription: String { feature.manifest.id }

    /// Verifies a feature whose services work.
    ///
    /// The manifest and the screens must be well-formed. The feature must launch and settle. It must handle every
    /// action with valid, missing, wrong and hostile input, and every button, every form in place and every list with
    /// selectable rows on its first screen. Closing must release its view, scene and stage.
    public func verify(sourceLocation: SourceLocation = #_sourceLocation) async {
        let report = Report(contract: self, sourceLocation: sourceLocation)
        report.verifyManifest()
        let first = await report.attempt("launch and settle") { session in
            let screen = try await session.settledAtLast().screen
            report.verify(screen)
            if case .failed(let message, _) = screen.phase { report.fail("settles as failed: \(message)") }
            return screen
        }
        // Each further part would fail for the same reason.
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
        await report.attempt("closing") { _ in try await report.verifyClosing() }
    }

    /// Verifies that the feature shows a failure, not an empty view, when its service throws.
    ///
    /// Give options that make the service throw.
    public func verifyFailure(sourceLocation: SourceLocation = #_sourceLocation) async {
        let report = Report(contract: self, sourceLocation: sourceLocation)
        await report.attempt("failing service") { session in
            let screen = try await session.settledAtLast().screen
            report.verify(screen)
            guard case .failed(let message, let retry) = screen.phase else {
                return report.fail("shows \(screen.phase) instead of a failure though its service throws")
            }
            if message.isEmpty { report.fail("fails without a message") }
            if retry == nil { report.fail("fails without a way to try again") }
            let isEmptyToo = screen.elements.contains { if case .placeholder = $0 { true } else { false } }
            if isEmptyToo { report.fail("shows its empty view though its service throws") }
        }
    }
}
