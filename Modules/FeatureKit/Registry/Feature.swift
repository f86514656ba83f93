/// A task that a person does with a program, such as keeping a list of dogs.
///
/// A feature declares a manifest, and its launch connects a presenter, a view and a service.
///
/// A feature is a value with everything that its service needs. Creating a feature starts nothing: a ``Session``
/// launches it. Any number of sessions can launch the same feature at once.
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
    /// The description of all features of this type.
    static var manifest: FeatureManifest { get }

    /// The description of this one feature.
    ///
    /// By default it is the manifest of the type. A feature that is registered under another id returns its own
    /// manifest.
    ///
    /// If a feature stores its own manifest, declare the property with an explicit type: `var manifest:
    /// FeatureManifest`. A property with an inferred type does not satisfy this requirement.
    var manifest: FeatureManifest { get }

    /// The images that the feature's view shows, which the host serves; none by default.
    var images: [ImageFile] { get }

    /// Creates and connects the presenter, the view and the service of one session.
    ///
    /// This method runs on the session's actor. Do not load data here; the scene's `start` loads data.
    ///
    /// - Parameters:
    ///   - stage: The session's stage, on which the view draws.
    ///   - options: The validated options, including defaults.
    /// - Returns: The scene, with exactly one handler for each action of the manifest.
    /// - Throws: Any error. The launch fails with this error. Other sessions are not affected.
    func launch(on stage: Stage, options: Options) throws -> Scene
}

extension Feature {
    /// The type's manifest.
    public var manifest: FeatureManifest { Self.manifest }

    /// No images.
    public var images: [ImageFile] { [] }
}
