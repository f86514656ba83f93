/// A feature: a manifest, and how to put a presenter, its view and its service together.
///
/// A feature is a value that holds what makes its service; it starts nothing until a ``Session`` launches it, and can be
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
    /// What the feature says of itself.
    static var manifest: FeatureManifest { get }

    /// What this value of the feature says of itself: the type's ``manifest``, unless it is registered under another id.
    ///
    /// A feature that stores its own declares it with its type, `var manifest: FeatureManifest`: a property whose type is
    /// inferred from the type's manifest does not count as this one.
    var manifest: FeatureManifest { get }

    /// Wires one running instance together.
    ///
    /// Runs on the session's actor. Draw nothing here that takes time to find out: that is the scene's `start`.
    ///
    /// - Parameters:
    ///   - stage: Where the view draws; the session that it belongs to watches it.
    ///   - options: Values that have passed the manifest's options, defaults filled in.
    /// - Returns: The scene, with a handler for every action of the manifest and no other.
    /// - Throws: Any error: the launch is refused with it, no other session is harmed.
    func launch(on stage: Stage, options: Options) throws -> Scene
}

extension Feature {
    /// The type's manifest.
    public var manifest: FeatureManifest { Self.manifest }
}
