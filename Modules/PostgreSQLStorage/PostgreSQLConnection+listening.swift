#if PostgreSQL
    import CLibPQ
    import Dispatch
    import Foundation

    extension PostgreSQLConnection {
        /// Listens for notifications of changes.
        ///
        /// The sequence yields an element immediately and at each notification. It ends when the connection is lost.
        func listen(at location: PostgreSQLLocation) throws -> AsyncStream<Void> {
            try execute("LISTEN \(location.quotedSchema)")
            let (notifications, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            nonisolated(unsafe) let source =  // Dispatch allows any thread to cancel the source
                DispatchSource.makeReadSource(fileDescriptor: PQsocket(pointer), queue: thread.queue)
            // The handler keeps the connection alive until the source is cancelled, because the source needs an open
            // file descriptor.
            source.setEventHandler { self.assumeIsolated { $0.readNotifications(for: continuation) } }
            continuation.onTermination = { _ in source.cancel() }
            source.activate()
            continuation.yield()
            return notifications
        }

        private func readNotifications(for listener: AsyncStream<Void>.Continuation) {
            var isConnected = true
            // Read all input up to its end, because Dispatch reports a closed socket only once.
            repeat { isConnected = PQconsumeInput(pointer) == 1 } while isConnected && hasInput
            var isNotified = false
            while let notification = PQnotifies(pointer) {
                PQfreemem(notification)
                isNotified = true
            }
            if isNotified { listener.yield() }
            if !isConnected { listener.finish() }
        }

        /// A Boolean value that says whether a read would return without waiting.
        private var hasInput: Bool {
            var request = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
            return poll(&request, 1, 0) > 0
        }
    }
#endif
