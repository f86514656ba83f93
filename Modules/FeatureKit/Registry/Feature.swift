/// A feature: a manifest, and the wiring of a presenter, its view and its service.
///
/// A feature is a value that holds what makes its service. It starts nothing until a ``Session`` launches it, and can be
/// launched any number of times at once.
///
/// ```swift
/// public struct CounterFeature: Feature {
///     static let increment = Action("increment", "Count up")
///     public static let manifest = FeatureManifest(
///         id: "counter", title: "Counter", summary: "Counts.", actions: increment)
///
///     public func launch(on stage: Stage, options: Options) throws -> Scene {
///         let presenter = CounterPresenter(service: CounterService())
///         let view = CounterScreen(stage: stage)
///         presenter.attach(view)
///         return Scene(owning: view, start: presenter.show)
///             .on(Self.increment) { _ in await presenter.increment() }
///     }
/// }
/// ```
///
/// ## Topics
/// - ``FeatureManifest``
/// - ``Stage``
/// - ``Scene``
public protocol Feature: Sendable {
    /// The description of the feature.
    static var manifest: FeatureManifest { get }

    /// The description of this value: the type's ``manifest``, unless it is registered under another id.
    ///
    /// A feature that stores its own declares it with its type, `var manifest: FeatureManifest`: a property whose type is
    /// inferred from the type's manifest does not satisfy this requirement.
    var manifest: FeatureManifest { get }

    /// Wires one running instance together.
    ///
    /// Runs on the session's actor. Load nothing here: that is the work of the scene's `start`.
    ///
    /// - Parameters:
    ///   - stage: The stage that the view draws on; its session watches it.
    ///   - options: Values that have passed the manifest's options, defaults filled in.
    /// - Returns: The scene, with a handler for every action of the manifest and no other.
    /// - Throws: Any error: the launch is refused with it, no other session is harmed.
    func launch(on stage: Stage, options: Options) throws -> Scene
}

extension Feature {
    /// The type's manifest.
    public var manifest: FeatureManifest { Self.manifest }
}
