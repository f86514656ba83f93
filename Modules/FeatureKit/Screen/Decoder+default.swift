extension Decoder {
    /// Decodes the raw value of an enumeration.
    ///
    /// An unknown raw value decodes as the default.
    ///
    /// A host of a later version can send values that have no case in this version. The client must still be able to
    /// show the rest of the screen.
    func value<Value: RawRepresentable<String>>(default fallback: Value) throws -> Value {
        Value(rawValue: try singleValueContainer().decode(String.self)) ?? fallback
    }
}
