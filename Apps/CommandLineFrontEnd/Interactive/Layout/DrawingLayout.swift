import FeatureKit
import Interaction
import TerminalKit

/// A drawing as lines of cells, in a frame.
///
/// A cell is about twice as high as it is wide, so the dots of a cell are about as far from each other in both directions.
struct DrawingLayout: Sendable {
    /// A place on a drawing, in its unit.
    struct Point: Sendable, Hashable {
        let x: Double
        let y: Double
    }

    /// The number of lines of the terminal that the picture leaves for what is around it.
    private static let linesAround = 12
    /// The number of rows of the picture in a low terminal.
    private static let lowest = 5

    let drawing: DrawingElement
    /// The frame with the picture, and below it the words about the drawing.
    private(set) var lines: [StyledLine] = []
    /// The numbers of columns and rows of the picture inside its frame.
    let (columns, rows): (Int, Int)
    private let size: (width: Double, height: Double)
    /// The number of dots for a unit of the drawing.
    private let scale: Double

    /// Lays out a drawing.
    ///
    /// - Parameters:
    ///   - drawing: The drawing.
    ///   - width: The width of a line in cells.
    ///   - lines: The number of lines of the terminal.
    init(_ drawing: DrawingElement, width: Int, lines: Int) {
        self.drawing = drawing
        let highest = max(Self.lowest, lines - Self.linesAround)
        let room = max(1, width - 2)
        size = drawing.drawnSize
        scale = min(Double(2 * room) / size.width, Double(DotRaster.rows * highest) / size.height)
        columns = min(room, max(1, Int((size.width * scale / 2).rounded(.up))))
        rows = min(highest, max(1, Int((size.height * scale / Double(DotRaster.rows)).rounded(.up))))
        let edge = String(repeating: "─", count: columns)
        self.lines = [StyledLine("┌\(edge)┐", .dim)]
        self.lines += picture.map { StyledLine("│", .dim) + $0.line + StyledLine("│", .dim) }
        self.lines.append(StyledLine("└\(edge)┘", .dim))
        self.lines += drawing.alt.wrapped(to: width).map { StyledLine($0, .dim) }
    }

    /// The index of the line with the words about the drawing, which a cross replaces by words about its place.
    var wordsLine: Int { rows + 2 }

    /// Returns the place in the middle of a cell of the picture.
    func point(column: Int, row: Int) -> Point {
        let x = (Double(column) * 2 + 1) / scale, y = (Double(row) + 0.5) * Double(DotRaster.rows) / scale
        return Point(x: min(x, size.width), y: min(y, size.height))
    }

    /// Returns the cell of a place.
    func cell(of point: Point) -> (column: Int, row: Int) {
        (
            min(columns - 1, max(0, Int(point.x * scale / 2))),
            min(rows - 1, max(0, Int(point.y * scale / Double(DotRaster.rows))))
        )
    }

    /// The place in the middle of the drawing.
    var middle: Point { point(column: columns / 2, row: rows / 2) }

    /// Returns the topmost shape at a place; `nil` if there is none.
    ///
    /// A shape whose dots are in the cell of the place counts.
    func shape(at point: Point) -> DrawingElement.Shape? {
        drawing.shape(atX: point.x, y: point.y, within: 5.0.squareRoot() / scale)
    }

    /// Returns the words about a place and the shape at it.
    func words(about point: Point) -> String {
        let place = "\(Int(point.x.rounded())), \(Int(point.y.rounded()))"
        return shape(at: point).map { "\(place)  \($0.name)" } ?? place
    }

    // MARK: - Picture

    private var picture: [CellRow] {
        var raster = DotRaster(width: columns, height: rows)
        for shape in drawing.shapes where shape.figure.isDrawable {
            raster.begin(shape.tone ?? .plain, dashes: [])
            switch shape.figure {
            case .circle(let x, let y, let radius): circle(x, y, radius, isFilled: shape.isFilled, in: &raster)
            case .rectangle(let x, let y, let width, let height):
                let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
                for (corner, next) in zip(corners, corners[1...] + corners[..<1]) { line(corner, next, in: &raster) }
                if shape.isFilled { fill(from: y, to: y + height, in: &raster) { _ in (x, x + width) } }
            case .line(let x, let y, let x2, let y2): line((x, y), (x2, y2), in: &raster)
            case .text, .unknown: break
            }
        }
        var picture = raster.lines
        for shape in drawing.shapes {
            guard case .text(let x, let y, let text) = shape.figure, shape.figure.isDrawable else { continue }
            let row = Int((y * scale / Double(DotRaster.rows)).rounded(.down))
            guard picture.indices.contains(row) else { continue }
            let words = text.madeVisible.clipped(to: columns)
            let start = Int((x * scale / 2 - Double(words.displayWidth) / 2).rounded())
            picture[row].put(words, shape.tone ?? .plain, at: start)
        }
        return picture
    }

    private func circle(_ x: Double, _ y: Double, _ radius: Double, isFilled: Bool, in raster: inout DotRaster) {
        func half(_ place: Double) -> Double {
            max(0, radius * radius - (place - y) * (place - y)).squareRoot()
        }
        // The outline is a chord at each row of dots, on both sides.
        let (step, end) = (1 / scale, min(y + radius, size.height + 2 / scale))
        var place = max(y - radius, -2 / scale)
        repeat {
            let next = min(end, place + step)
            for side in [-1.0, 1.0] {
                line((x + side * half(place), place), (x + side * half(next), next), in: &raster)
            }
            place = next
        } while place < end
        guard isFilled else { return }
        fill(from: y - radius, to: y + radius, in: &raster) { (x - half($0), x + half($0)) }
    }

    /// Draws the part of a line that is inside the picture.
    private func line(_ start: (Double, Double), _ end: (Double, Double), in raster: inout DotRaster) {
        let from = (start.0 * scale, start.1 * scale), delta = ((end.0 - start.0) * scale, (end.1 - start.1) * scale)
        let limits = (Double(2 * columns) - 1e-6, Double(DotRaster.rows * rows) - 1e-6)
        // The shares of the line at which it enters and leaves the picture, by the algorithm of Liang and Barsky, 1984.
        var (enter, leave) = (0.0, 1.0)
        for (place, step, limit) in [(from.0, delta.0, limits.0), (from.1, delta.1, limits.1)] {
            if step == 0 {
                guard (0...limit).contains(place) else { return }
                continue
            }
            let (one, other) = (-place / step, (limit - place) / step)
            (enter, leave) = (max(enter, min(one, other)), min(leave, max(one, other)))
        }
        guard enter <= leave else { return }
        func dot(_ share: Double) -> (x: Int, y: Int) {
            (Int(from.0 + share * delta.0), Int(from.1 + share * delta.1))
        }
        raster.draw(from: dot(enter), to: dot(leave))
    }

    /// Fills rows of dots.
    ///
    /// - Parameters:
    ///   - top: The upper end of the shape.
    ///   - bottom: The lower end.
    ///   - raster: The dots.
    ///   - span: Returns the ends of the shape at a height.
    private func fill(
        from top: Double, to bottom: Double, in raster: inout DotRaster, _ span: (Double) -> (Double, Double)
    ) {
        let last = DotRaster.rows * rows - 1
        let first = max(0, top * scale), end = min(Double(last), bottom * scale)
        guard first <= end else { return }
        for row in Int(first)...Int(end) {
            let (left, right) = span((Double(row) + 0.5) / scale)
            line((left, (Double(row) + 0.5) / scale), (right, (Double(row) + 0.5) / scale), in: &raster)
        }
    }
}
