extension Decoder {
    /// Reads one text of an enumeration; a text that this version does not know reads as a default.
    ///
    /// Hosts of later versions send values that this one has no case for. A reader shows the rest of the screen all the same.
    func value<Value: RawRepresentable<String>>(default fallback: Value) throws -> Value {
        Value(rawValue: try singleValueContainer().decode(String.self)) ?? fallback
    }
}
