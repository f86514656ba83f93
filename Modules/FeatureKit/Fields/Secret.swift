/// A text that a person enters and that is never shown, such as a password or a token.
///
/// Front ends mask the input and send the text only to the feature. Frames, rows, addresses, drafts, logs, exports and
/// printed commands never contain it. The description of a secret hides its text, and JSON leaves out the secret.
///
/// ```swift
/// let password = Field<Secret>("password", "Password", length: 8...100)
/// let text = try input[password].text         // only for the service
/// ```
public struct Secret: Sendable, Hashable {
    /// The text.
    ///
    /// Pass it only to the service that checks or stores it. Never draw it or log it.
    public let text: String

    /// Creates a secret from a text.
    public init(_ text: String) {
        self.text = text
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Six dots for every text.
    public var description: String { "••••••" }
    /// Six dots for every text.
    public var debugDescription: String { description }
    /// An empty mirror.
    ///
    /// Without it, `dump` would show the text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: FieldType {
    /// The kind of a field with this type.
    public static var fieldKind: FieldKind { .secret }
    /// Creates a value of this type from a ``FieldValue``.
    ///
    /// Returns `nil` if the ``FieldValue`` cannot be converted to this type.
    public init?(fieldValue: FieldValue?) {
        guard case .secret(let secret) = fieldValue else { return nil }
        self = secret
    }
    /// The value converted to a ``FieldValue``.
    public var fieldValue: FieldValue? { .secret(self) }
}
