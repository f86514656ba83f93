import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import Synchronization
import Testing

@Suite("The source of a session in this process", .timeLimit(.minutes(5)))
struct SessionSourceTests {
    /// A log of the events of a source.
    private final class Log: Sendable {
        private let events = Mutex<[SourceEvent]>([])
        let (changes, change) = AsyncStream<Void>.makeStream()

        func add(_ event: SourceEvent) {
            events.withLock { $0.append(event) }
            change.yield()
        }

        /// The events as texts.
        ///
        /// The text of a frame is its number of rows, and the text of a notice is its message.
        var texts: [String] {
            events.withLock(\.self).compactMap { event in
                switch event {
                case .frame(let frame): "\(frame.screen.rowCount) rows"
                case .notice(let notice): notice.text
                case .connection: "connection"
                case .work, .viewers: nil
                case .failed(let error): "\(error)"
                }
            }
        }

        func wait(for text: String) async {
            var changes = changes.makeAsyncIterator()
            while !texts.contains(text) { await changes.next() }
        }
    }

    private let rex: [String: FieldValue] = ["name": "Rex", "breed": "Labrador", "age": 3]

    @Test("A source prepares before it runs, and a failed preparation is all that it reports")
    func preparation() async throws {
        let latch = Latch()
        let source = SessionSource(KennelFeature(), options: [:], clock: ManualClock()) {
            latch.open()
            throw FeatureError(.serviceUnavailable, "no database")
        }
        await latch.wait()
        let log = Log()
        await source.run { log.add($0) }
        #expect(log.texts == ["no database"])
    }

    @Test("The function perform returns only after the frame and the notice of the action have been reported")
    func order() async throws {
        let (source, log) = (SessionSource(KennelFeature(), options: [:], clock: ManualClock()), Log())
        async let end: Void = source.run { log.add($0) }
        await log.wait(for: "2 rows")
        try await source.perform(Call("adopt", rex))
        #expect(Set(log.texts.suffix(2)) == ["3 rows", "Rex moved in"])
        await source.close()
        await end
    }

    @Test("A source reports every frame until it is closed, and no frame afterwards")
    func closing() async throws {
        let (source, log) = (SessionSource(KennelFeature(), options: [:], clock: ManualClock()), Log())
        async let end: Void = source.run { log.add($0) }
        await log.wait(for: "2 rows")
        for _ in 0..<20 { try await source.perform(Call("adopt", rex)) }
        await source.close()
        let count = log.texts.count
        #expect(log.texts.filter { $0.hasSuffix("rows") } == (2...22).map { "\($0) rows" })
        #expect(log.texts.count { $0 == "Rex moved in" } == 20)
        await end
        #expect(log.texts.count == count)
    }
}

extension Screen {
    fileprivate var rowCount: Int {
        elements.reduce(0) { if case .list(let list) = $1 { $0 + list.rows.count } else { $0 } }
    }
}
