extension Array {
    /// Appends an element, then removes the oldest elements until at most `limit` elements are left.
    mutating func append(_ element: Element, keeping limit: Int) {
        append(element)
        if count > limit { removeFirst(count - limit) }
    }
}
