extension ScreenDiff {
    /// The error thrown if a difference does not fit a screen, or if a patch does not fit a frame.
    ///
    /// After this error, request the whole frame.
    public struct Mismatch: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason, for people.
        public let description: String

        private init(_ what: String) { description = "The patch does not fit: \(what). Ask for the whole frame." }

        static func missing(_ id: String) -> Mismatch { Mismatch("there is no \(FieldValue.quote(id))") }

        static func taken(_ id: String) -> Mismatch { Mismatch("the id \(FieldValue.quote(id)) is already used") }

        static func repeated(_ id: String) -> Mismatch { Mismatch("the id \(FieldValue.quote(id)) is repeated") }

        static func afterItself(_ id: String) -> Mismatch { Mismatch("\(FieldValue.quote(id)) cannot follow itself") }

        /// Returns the error for an element whose kind differs from the kind that the difference expects.
        static func no(_ kind: String, _ id: String) -> Mismatch {
            Mismatch("\(FieldValue.quote(id)) is not a \(kind)")
        }

        static func unlike(_ id: String) -> Mismatch {
            Mismatch("\(FieldValue.quote(id)) needs another row before it")
        }

        static func revision(_ given: Int, from: Int, to: Int) -> Mismatch {
            Mismatch("it changes revision \(from) to \(to), but the frame has revision \(given)")
        }
    }
}
