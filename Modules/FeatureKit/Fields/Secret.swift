/// Text that a person gives and nothing shows again: a password, a token.
///
/// Front ends mask it while it is typed and send it to the feature alone. It stands in no frame, row, address, draft, log,
/// export or printed command: its description hides the text, and JSON leaves it out.
///
/// ```swift
/// let password = Field<Secret>("password", "Password", length: 8...100)
/// let text = try input[password].text         // for the service alone
/// ```
public struct Secret: Sendable, Hashable {
    /// The text.
    ///
    /// Pass it to the service that checks or keeps it. Draw and log it nowhere.
    public let text: String

    /// Hides a text.
    public init(_ text: String) {
        self.text = text
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Dots, whatever the text is.
    public var description: String { "••••••" }
    /// Dots, whatever the text is.
    public var debugDescription: String { description }
    /// Nothing: `dump` would show the text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: FieldType {
    /// The kind that describes it to front ends.
    public static var fieldKind: FieldKind { .secret }
    /// Reads a plain value; `nil` if it is of another type.
    public init?(fieldValue: FieldValue?) {
        guard case .secret(let secret) = fieldValue else { return nil }
        self = secret
    }
    /// The plain value.
    public var fieldValue: FieldValue? { .secret(self) }
}
