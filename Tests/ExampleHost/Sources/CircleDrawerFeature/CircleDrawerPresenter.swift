/// Draws circles, and remembers every drawing before, to go back to it and forward again.
public final class CircleDrawerPresenter {
    /// The maximum number of steps back.
    private static let stepsLimit = 200

    private weak var view: (any CircleDrawerView)?
    private var drawing = Drawing()
    private var selected: Int?
    private var (earlier, later): ([Drawing], [Drawing]) = ([], [])
    /// The circle whose diameter the last change has set.
    ///
    /// Further changes of it are the same step.
    private var adjusted: Int?

    /// Creates a presenter that has no view yet.
    public init() {}

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    public func attach(_ view: any CircleDrawerView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Shows the drawing.
    public func show() async { showDrawing() }

    /// Selects the circle around a place whose middle is nearest, or draws a new one.
    public func tap(x: Double, y: Double) {
        adjusted = nil
        if let circle = drawing.circle(aroundX: x, y: y) {
            selected = circle
        } else {
            var new = drawing
            guard let circle = new.add(x: x, y: y) else { view?.sayFull(); return }
            change(to: new)
            selected = circle
        }
        showDrawing()
    }

    /// Sets the diameter of the selected circle; does nothing if no circle is selected.
    public func setDiameter(_ diameter: Double) {
        guard let selected else { return }
        var new = drawing
        new.setDiameter(diameter, of: selected)
        if adjusted == selected { drawing = new } else { change(to: new) }
        adjusted = selected
        showDrawing()
    }

    /// Goes back to the drawing before the last step.
    public func undo() {
        guard let before = earlier.popLast() else { return }
        later.append(drawing)
        go(to: before)
    }

    /// Performs the last undone step again.
    public func redo() {
        guard let after = later.popLast() else { return }
        earlier.append(drawing)
        go(to: after)
    }

    private func change(to new: Drawing) {
        earlier.append(drawing)
        if earlier.count > Self.stepsLimit { earlier.removeFirst() }
        (drawing, later) = (new, [])
    }

    private func go(to other: Drawing) {
        (drawing, adjusted) = (other, nil)
        if let circle = selected, circle > other.circles.count { selected = nil }
        showDrawing()
    }

    private func showDrawing() {
        view?.show(drawing, selected: selected, canUndo: !earlier.isEmpty, canRedo: !later.isEmpty)
    }
}
