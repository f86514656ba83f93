import Synchronization

/// What waits for one reader, put in from anywhere; several things that come close together are taken at once.
///
/// A thing that makes an earlier one of its kind needless takes its place, so a slow reader costs bounded memory.
final class Inbox<Element: Sendable>: Sendable {
    private let waiting = Mutex<[Element]>([])
    private let rings: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation
    private let replaces: @Sendable (_ new: Element, _ old: Element) -> Bool

    /// Creates an empty inbox.
    ///
    /// - Parameter replaces: Whether something new takes the place of something that waits.
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

    /// Takes what is there now, without waiting.
    func takeNow() -> [Element] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    /// Waits until something is there and takes all of it; empty if the task is cancelled.
    func take() async -> [Element] {
        for await _ in rings {
            let all = takeNow()
            if !all.isEmpty { return all }
        }
        return []
    }
}
