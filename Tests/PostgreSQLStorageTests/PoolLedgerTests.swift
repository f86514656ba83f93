import PostgreSQLStorage
import Testing

/// Tests of the ledger.
///
/// A number stands for a connection, and a name stands for a call.
@Suite(.timeLimit(.minutes(5))) struct PoolLedgerTests {
    private let pool = Pool()

    /// Wraps the ledger in a class, so that an `#expect` can call its mutating methods.
    private final class Pool {
        private var ledger = PoolLedger<Int, String>(limit: 2)

        /// Adds waiting calls.
        ///
        /// The key of each call is its index.
        func wait(_ names: String...) {
            for (key, name) in names.enumerated() { ledger.wait(name, key: key) }
        }

        func step<Result>(_ step: (inout PoolLedger<Int, String>) -> Result) -> Result { step(&ledger) }
    }

    private func step<Result>(_ step: (inout PoolLedger<Int, String>) -> Result) -> Result { pool.step(step) }

    @Test func `the ledger opens connections for waiting calls up to the limit`() {
        #expect(step({ $0.beginOpening() }) == 0)
        pool.wait("a", "b", "c")
        #expect(step({ $0.beginOpening() }) == 2)
        #expect(step({ $0.beginOpening() }) == 0)
    }

    @Test func `calls get new and returned connections in the order of their arrival`() throws {
        pool.wait("a", "b", "c")
        _ = step({ $0.beginOpening() })
        step({ $0.opened(1) })
        step({ $0.opened(2) })
        #expect(step({ $0.serve() })?.waiter == "a")
        #expect(step({ $0.serve() })?.waiter == "b")
        #expect(step({ $0.serve() }) == nil)
        #expect(step({ $0.giveBack(1, isUsable: true, isLost: false) }) == [])
        let last = try #require(step({ $0.serve() }))
        #expect(last == ("c", 1))
        #expect(step({ $0.leased }) == 2)
    }

    @Test func `reads leave one connection for writes`() throws {
        step({ $0.wait("read 1", key: 1, isRead: true) })
        step({ $0.wait("read 2", key: 2, isRead: true) })
        #expect(step({ $0.beginOpening() }) == 1)
        step({ $0.opened(1) })
        #expect(try #require(step({ $0.serve() })) == ("read 1", 1))
        #expect(step({ $0.beginOpening() }) == 0)
        step({ $0.wait("write", key: 3) })
        #expect(step({ $0.beginOpening() }) == 1)
        step({ $0.opened(2) })
        #expect(try #require(step({ $0.serve() })) == ("write", 2))
        _ = step({ $0.giveBack(2, isUsable: true, isLost: false) })
        #expect(step({ $0.serve() }) == nil)
        #expect(step({ $0.lease(isRead: true) }) == nil)
        _ = step({ $0.giveBack(1, isUsable: true, isLost: false, isRead: true) })
        #expect(step({ $0.serve() })?.waiter == "read 2")
    }

    @Test func `the only connection of a pool serves reads and writes`() {
        var ledger = PoolLedger<Int, String>(limit: 1)
        ledger.wait("read", key: 1, isRead: true)
        #expect(ledger.beginOpening() == 1)
        ledger.opened(1)
        #expect(ledger.serve()?.waiter == "read")
    }

    @Test func `the ledger leases the most recently used connection first`() {
        pool.wait("a", "b")
        _ = step({ $0.beginOpening() })
        for connection in [1, 2] {
            step({ $0.opened(connection) })
            _ = step({ $0.serve() })
        }
        for connection in [2, 1] { _ = step({ $0.giveBack(connection, isUsable: true, isLost: false) }) }
        #expect(step({ $0.lease() }) == 1)
    }

    @Test func `a call that gave up gets no connection, and a call with a connection cannot give up`() {
        pool.wait("a", "b")
        #expect(step({ $0.giveUp(0) }) == "a")
        #expect(step({ $0.giveUp(0) }) == nil)
        _ = step({ $0.beginOpening() })
        step({ $0.opened(1) })
        #expect(step({ $0.serve() })?.waiter == "b")
        #expect(step({ $0.giveUp(1) }) == nil)
        #expect(!step({ $0.update(1) { name in name = "x" } }))
    }

    @Test func `the pool closes an unusable connection, and all idle connections if a connection broke`() {
        pool.wait("a", "b")
        _ = step({ $0.beginOpening() })
        for connection in [1, 2] {
            step({ $0.opened(connection) })
            _ = step({ $0.serve() })
        }
        #expect(step({ $0.giveBack(1, isUsable: true, isLost: false) }) == [])
        #expect(step({ $0.giveBack(2, isUsable: false, isLost: true) }) == [1, 2])
        #expect(step({ $0.idle.isEmpty }) && step({ $0.leased }) == 0)
        pool.wait("c", "d")
        #expect(step({ $0.beginOpening() }) == 2)
        step({ $0.opened(3) })
        _ = step({ $0.serve() })
        #expect(step({ $0.giveBack(3, isUsable: false, isLost: false) }) == [3])
    }

    @Test func `a failed attempt to connect fails the first call, or all calls if no connection is open`() {
        pool.wait("a", "b", "c")
        _ = step({ $0.beginOpening() })
        #expect(step({ $0.failedToOpen(isFull: false) }) == ["a"])
        #expect(step({ $0.failedToOpen(isFull: false) }) == ["b", "c"])
        #expect(step({ $0.waitingCount }) == 0 && step({ $0.opening }) == 0)
    }

    @Test func `if the server is full, no call fails while a connection is in use`() {
        pool.wait("a")
        _ = step({ $0.beginOpening() })
        step({ $0.opened(1) })
        _ = step({ $0.serve() })
        pool.wait("b")
        #expect(step({ $0.beginOpening() }) == 1)
        #expect(step({ $0.failedToOpen(isFull: true) }) == [])
        _ = step({ $0.giveBack(1, isUsable: true, isLost: false) })
        #expect(step({ $0.serve() })?.waiter == "b")
    }
}
