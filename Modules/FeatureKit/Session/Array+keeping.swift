extension Array {
    /// Appends an element and lets the oldest go beyond a limit.
    mutating func append(_ element: Element, keeping limit: Int) {
        append(element)
        if count > limit { removeFirst(count - limit) }
    }
}
