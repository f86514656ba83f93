/// A queue whose elements can leave from anywhere; the element that came first is taken first.
struct LeavableQueue<Element> {
    private var elements: [Int: Element] = [:]
    /// The tickets in the order they were given, also those of elements that have left since.
    private var order: ArraySlice<Int> = []
    private var lastTicket = 0

    var count: Int { elements.count }

    /// Adds an element and returns the ticket it leaves with.
    mutating func append(_ element: Element) -> Int {
        // Each removal pays for one ticket here, so that an append costs constant time on average.
        if order.count > 2 * count + 16 { order = order.filter { elements[$0] != nil }[...] }
        lastTicket += 1
        order.append(lastTicket)
        elements[lastTicket] = element
        return lastTicket
    }

    /// Takes out the element with a ticket.
    mutating func remove(_ ticket: Int) { elements[ticket] = nil }

    /// The element that came first.
    mutating func first() -> Element? {
        while let ticket = order.first {
            if let element = elements[ticket] { return element }
            order.removeFirst()
        }
        return nil
    }
}
