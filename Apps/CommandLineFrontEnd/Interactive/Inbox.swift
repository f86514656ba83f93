import Synchronization

/// A queue with one reader.
///
/// The reader takes all waiting elements at once.
///
/// A new element can replace a waiting element, so that outdated elements do not pile up for a slow reader.
final class Inbox<Element: Sendable>: Sendable {
    private let waiting = Mutex<[Element]>([])
    private let rings: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation
    private let replaces: @Sendable (_ new: Element, _ old: Element) -> Bool

    /// Creates an empty inbox.
    ///
    /// - Parameter replaces: Returns whether a new element replaces a waiting element.
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

    /// Takes all waiting elements without suspending.
    ///
    /// The result is empty if no element waits.
    func takeNow() -> [Element] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    /// Waits until there is an element, and takes all waiting elements.
    ///
    /// Returns an empty array if the task is cancelled.
    func take() async -> [Element] {
        for await _ in rings {
            let all = takeNow()
            if !all.isEmpty { return all }
        }
        return []
    }
}
