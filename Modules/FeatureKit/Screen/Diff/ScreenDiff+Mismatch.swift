extension ScreenDiff {
    /// A difference or a patch does not fit what it was to be applied to.
    ///
    /// Whoever gets one asks for the whole frame.
    public struct Mismatch: Error, Sendable, Hashable, CustomStringConvertible {
        /// What does not fit, for people.
        public let description: String

        private init(_ what: String) { description = "The patch does not fit: \(what). Ask for the whole frame." }

        static func missing(_ id: String) -> Mismatch { Mismatch("there is no \(FieldValue.quote(id))") }

        static func taken(_ id: String) -> Mismatch { Mismatch("there is already a \(FieldValue.quote(id))") }

        static func repeated(_ id: String) -> Mismatch { Mismatch("there are several \(FieldValue.quote(id))") }

        static func afterItself(_ id: String) -> Mismatch { Mismatch("\(FieldValue.quote(id)) cannot follow itself") }

        static func noList(_ id: String) -> Mismatch { Mismatch("\(FieldValue.quote(id)) is not a list") }

        static func unlike(_ id: String) -> Mismatch {
            Mismatch("\(FieldValue.quote(id)) is not like the row before it")
        }

        static func revision(_ given: Int, from: Int, to: Int) -> Mismatch {
            Mismatch("it leads from revision \(from) to \(to), and the frame's is \(given)")
        }
    }
}
