/// A circle.
public struct Circle: Sendable, Equatable {
    /// The number of the circle, from 1.
    public let number: Int
    /// The horizontal place of its middle.
    public let x: Double
    /// The vertical place of its middle, from the top.
    public let y: Double
    /// The diameter.
    public var diameter: Double
}

/// Circles on a plane, of which one can be selected.
public struct Drawing: Sendable, Equatable {
    /// The width of the plane.
    public static let width = 400.0
    /// The height of the plane.
    public static let height = 300.0
    /// The maximum number of circles.
    public static let limit = 1_000
    /// The diameter of a new circle.
    static let newDiameter = 40.0

    /// The circles, from the oldest to the newest.
    public private(set) var circles: [Circle] = []

    /// Returns the number of the circle around a place whose middle is nearest; `nil` if the place is in no circle.
    func circle(aroundX x: Double, y: Double) -> Int? {
        func distance(_ circle: Circle) -> Double {
            ((circle.x - x) * (circle.x - x) + (circle.y - y) * (circle.y - y)).squareRoot()
        }
        return circles.filter { distance($0) < $0.diameter / 2 }.min { distance($0) < distance($1) }?.number
    }

    /// Adds a circle.
    ///
    /// - Returns: Its number; `nil` if there is no room for more circles.
    mutating func add(x: Double, y: Double) -> Int? {
        guard circles.count < Self.limit else { return nil }
        circles.append(Circle(number: circles.count + 1, x: x, y: y, diameter: Self.newDiameter))
        return circles.count
    }

    /// Sets the diameter of a circle.
    mutating func setDiameter(_ diameter: Double, of number: Int) { circles[number - 1].diameter = diameter }
}
