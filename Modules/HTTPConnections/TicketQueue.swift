/// A first-in, first-out queue from which any element can be removed by its ticket.
struct TicketQueue<Element> {
    private var elements: [Int: Element] = [:]
    /// All tickets in the order of their issue, including the tickets of removed elements.
    private var order: ArraySlice<Int> = []
    private var lastTicket = 0

    var count: Int { elements.count }

    /// Adds an element and returns its ticket.
    mutating func append(_ element: Element) -> Int {
        // An append takes constant time on average, because this clean-up removes at least half of all tickets.
        if order.count > 2 * count + 16 { order = order.filter { elements[$0] != nil }[...] }
        lastTicket += 1
        order.append(lastTicket)
        elements[lastTicket] = element
        return lastTicket
    }

    mutating func remove(_ ticket: Int) { elements[ticket] = nil }

    /// The oldest element; `nil` if the queue is empty.
    mutating func first() -> Element? {
        while let ticket = order.first {
            if let element = elements[ticket] { return element }
            order.removeFirst()
        }
        return nil
    }
}
