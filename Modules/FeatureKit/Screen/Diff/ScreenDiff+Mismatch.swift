extension ScreenDiff {
    /// A difference or a patch does not fit the screen or the frame that it was applied to.
    ///
    /// The remedy is to ask for the whole frame.
    public struct Mismatch: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason, for people.
        public let description: String

        private init(_ what: String) { description = "The patch does not fit: \(what). Ask for the whole frame." }

        static func missing(_ id: String) -> Mismatch { Mismatch("there is no \(FieldValue.quote(id))") }

        static func taken(_ id: String) -> Mismatch { Mismatch("there is already a \(FieldValue.quote(id))") }

        static func repeated(_ id: String) -> Mismatch { Mismatch("there are several \(FieldValue.quote(id))") }

        static func afterItself(_ id: String) -> Mismatch { Mismatch("\(FieldValue.quote(id)) cannot follow itself") }

        /// An element is of another kind than the edits made for it: `list`, `section`, `form` or `fields`.
        static func no(_ kind: String, _ id: String) -> Mismatch {
            Mismatch("\(FieldValue.quote(id)) is not a \(kind)")
        }

        static func unlike(_ id: String) -> Mismatch {
            Mismatch("\(FieldValue.quote(id)) is not like the row before it")
        }

        static func revision(_ given: Int, from: Int, to: Int) -> Mismatch {
            Mismatch("it leads from revision \(from) to \(to), and the frame's is \(given)")
        }
    }
}
