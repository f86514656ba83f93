/// A ``Field`` with a value of any type.
///
/// The initializers of ``Action`` and ``FeatureManifest`` accept fields with values of different types.
public protocol FieldDeclaration: Sendable {
    /// The description of the field without its Swift type.
    var description: FieldDescription { get }
}

extension Field: FieldDeclaration {}
