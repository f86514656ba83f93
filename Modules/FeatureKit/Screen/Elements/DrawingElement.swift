/// Shapes on a plane, on which a person can tap.
///
/// ```swift
/// let tap = Action(
///     "tap", "Tap", fields: Field<Double>("x", "X"), Field<Double>("y", "Y"), Field<String?>("shape", "Shape"))
/// stage.screen.elements = [
///     .drawing(
///         id: "board", "Two circles", width: 400, height: 300,
///         shapes: [
///             .circle(id: "1", x: 80, y: 60, radius: 20),
///             .circle(id: "2", x: 200, y: 120, radius: 40, tone: .accent, isFilled: true),
///         ], tap: Button(tap))
/// ]
/// ```
///
/// Places and lengths have the unit of the drawing. `x` grows to the right from 0 to ``width``, and `y` grows downwards
/// from 0 to ``height``. Front ends scale the drawing to the room that they have. Later shapes lie on top of earlier
/// ones.
///
/// ## Topics
/// - ``Shape``
public struct DrawingElement: Sendable, Hashable {
    /// A circle, a rectangle, a line or a text.
    public struct Shape: Sendable, Hashable, Identifiable {
        /// The form of a shape, with its place.
        ///
        /// Each number is from −1e6 to 1e6. Lengths are at least 0.
        public enum Figure: Sendable, Hashable {
            /// A circle around a point.
            case circle(x: Double, y: Double, radius: Double)
            /// A rectangle whose left upper corner is at a point.
            case rectangle(x: Double, y: Double, width: Double, height: Double)
            /// A line between two points.
            case line(x: Double, y: Double, x2: Double, y2: Double)
            /// A text whose middle is at a point.
            case text(x: Double, y: Double, String)
            /// A decoded figure whose kind this version does not know. Pictures leave it out.
            case unknown(kind: String)
        }

        /// The shape's id, which is stable, and unique in its drawing.
        public var id: String
        /// The form of the shape.
        public var figure: Figure
        /// The tone that gives the shape its colour; `nil` for the colour of texts.
        public var tone: Tone?
        /// Whether the inside of a circle or a rectangle has the colour too.
        public var isFilled: Bool
        /// The name of the shape for people; `nil` for a name that says the form and the place.
        public var title: String?

        /// Creates a shape.
        public init(id: String, _ figure: Figure, tone: Tone? = nil, isFilled: Bool = false, title: String? = nil) {
            (self.id, self.figure, self.tone, self.isFilled, self.title) = (id, figure, tone, isFilled, title)
        }

        /// Creates a circle around a point.
        public static func circle(
            id: String, x: Double, y: Double, radius: Double, tone: Tone? = nil, isFilled: Bool = false,
            title: String? = nil
        ) -> Shape {
            Shape(id: id, .circle(x: x, y: y, radius: radius), tone: tone, isFilled: isFilled, title: title)
        }

        /// Creates a rectangle whose left upper corner is at a point.
        public static func rectangle(
            id: String, x: Double, y: Double, width: Double, height: Double, tone: Tone? = nil, isFilled: Bool = false,
            title: String? = nil
        ) -> Shape {
            Shape(
                id: id, .rectangle(x: x, y: y, width: width, height: height), tone: tone, isFilled: isFilled,
                title: title)
        }

        /// Creates a line between two points.
        public static func line(
            id: String, x: Double, y: Double, x2: Double, y2: Double, tone: Tone? = nil, title: String? = nil
        ) -> Shape {
            Shape(id: id, .line(x: x, y: y, x2: x2, y2: y2), tone: tone, title: title)
        }

        /// Creates a text whose middle is at a point.
        public static func text(id: String, x: Double, y: Double, _ text: String, tone: Tone? = nil) -> Shape {
            Shape(id: id, .text(x: x, y: y, text), tone: tone)
        }
    }

    /// The maximum number of shapes.
    public static let shapeLimit = 2_000
    /// The widths and the heights that a drawing can have.
    public static let sizes = 10.0...10_000
    /// The magnitude that no place and no length exceeds.
    package static let magnitudeLimit = 1e6

    /// The element's id.
    public var id: String
    /// The text that says to everybody who cannot see the drawing what it shows.
    public var alt: String
    /// The width, one of ``sizes``.
    public var width: Double
    /// The height, one of ``sizes``.
    public var height: Double
    /// The shapes, from the lowest to the topmost.
    ///
    /// There are at most ``shapeLimit`` of them.
    public var shapes: [Shape]
    /// The button that a tap on the drawing presses; `nil` if the drawing can only be seen.
    ///
    /// Its action has the number fields `x` and `y`, the tapped place. If it has an optional text field `shape`, the session
    /// fills in the id of the topmost shape at that place, unless there is none or the caller gives one. The button itself
    /// has no such arguments. It has those of all other required fields. A button that asks first is pressed by a form
    /// with the place.
    public var tap: Button?
}

extension DrawingElement: Decodable {
    private enum CodingKeys: CodingKey { case id, alt, width, height, shapes, tap }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        alt = try container.decode(String.self, forKey: .alt)
        // A host leaves out a number that JSON cannot express.
        width = try container.decodeIfPresent(Double.self, forKey: .width) ?? .nan
        height = try container.decodeIfPresent(Double.self, forKey: .height) ?? .nan
        shapes = try container.decode([Shape].self, forKey: .shapes)
        tap = try container.decodeIfPresent(Button.self, forKey: .tap)
    }
}

extension DrawingElement.Shape: Decodable {
    private enum CodingKeys: CodingKey {
        case id, kind, x, y, radius, width, height, x2, y2, text, tone, filled, title
    }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        tone = try container.decodeIfPresent(Tone.self, forKey: .tone)
        isFilled = try container.decodeIfPresent(Bool.self, forKey: .filled) ?? false
        title = try container.decodeIfPresent(String.self, forKey: .title)
        let kind = try container.decode(String.self, forKey: .kind)
        // A host leaves out a number that JSON cannot express.
        figure = try Self.figure(kind, container) ?? .unknown(kind: kind)
    }

    private static func figure(_ kind: String, _ container: KeyedDecodingContainer<CodingKeys>) throws -> Figure? {
        func number(_ key: CodingKeys) throws -> Double? { try container.decodeIfPresent(Double.self, forKey: key) }
        guard let x = try number(.x), let y = try number(.y) else { return nil }
        switch kind {
        case "circle": return try number(.radius).map { .circle(x: x, y: y, radius: $0) }
        case "rectangle":
            guard let width = try number(.width), let height = try number(.height) else { return nil }
            return .rectangle(x: x, y: y, width: width, height: height)
        case "line":
            guard let x2 = try number(.x2), let y2 = try number(.y2) else { return nil }
            return .line(x: x, y: y, x2: x2, y2: y2)
        case "text": return .text(x: x, y: y, try container.decode(String.self, forKey: .text))
        default: return nil
        }
    }
}
