import Synchronization

/// A queue with one reader, which takes all waiting elements at once.
///
/// A new element may replace a waiting one, so that a slow reader does not collect outdated elements.
final class Inbox<Element: Sendable>: Sendable {
    private let waiting = Mutex<[Element]>([])
    private let rings: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation
    private let replaces: @Sendable (_ new: Element, _ old: Element) -> Bool

    /// Creates an empty inbox.
    ///
    /// - Parameter replaces: Whether a new element replaces a waiting one.
    init(replaces: @escaping @Sendable (_ new: Element, _ old: Element) -> Bool = { _, _ in false }) {
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.replaces = replaces
    }

    func put(_ element: Element) {
        waiting.withLock { waiting in
            if let index = waiting.lastIndex(where: { replaces(element, $0) }) {
                waiting[index] = element
            } else {
                waiting.append(element)
            }
        }
        bell.yield()
    }

    /// Takes all waiting elements, without waiting for one.
    func takeNow() -> [Element] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    /// Waits for an element and takes all.
    ///
    /// Returns none if the task is cancelled.
    func take() async -> [Element] {
        for await _ in rings {
            let all = takeNow()
            if !all.isEmpty { return all }
        }
        return []
    }
}
