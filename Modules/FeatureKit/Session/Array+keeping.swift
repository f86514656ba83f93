extension Array {
    /// Appends an element, and removes the oldest elements beyond a limit.
    mutating func append(_ element: Element, keeping limit: Int) {
        append(element)
        if count > limit { removeFirst(count - limit) }
    }
}
