#if canImport(Glibc)
    import Glibc

    /// Reads thousands of event streams.
    ///
    /// The program does little work for each stream, so that the measurement shows the work of the server.
    ///
    /// The program reads commands from standard input, one per line, and answers each command with a line. `open PORT
    /// PATH` connects to the server and waits for the first event. `await TEXT` waits until every stream has received
    /// the text. The answer to `await` is the time at which the last stream received the text, in nanoseconds of the
    /// monotonic clock.
    @main
    struct StreamReader {
        private static let piece = 1 << 16

        private var streams: [Int32: [UInt8]] = [:]
        private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)

        static func main() {
            var reader = StreamReader()
            while let line = readLine() {
                let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                switch (words.first, words.count) {
                case ("open", 3): reader.open(UInt16(words[1]) ?? 0, words[2])
                case ("await", 2...): reader.wait(for: Array(words.dropFirst().joined(separator: " ").utf8))
                default: fail("there is no command '\(line)'")
                }
            }
        }

        private mutating func open(_ port: UInt16, _ path: String) {
            let stream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let status = withUnsafeBytes(of: &address) { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { connect(stream, $0.baseAddress, socklen_t(bytes.count)) }
            }
            guard stream >= 0, status == 0 else { Self.fail("cannot connect: \(String(cString: strerror(errno)))") }
            let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
            _ = write(stream, request, request.count)
            streams[stream] = []
            while !take(stream).contains(Array("\n\n".utf8)) {}
            streams[stream] = []
            answer("opened")
        }

        private mutating func wait(for text: [UInt8]) {
            var waiting = streams.keys.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            while !waiting.isEmpty {
                guard poll(&waiting, nfds_t(waiting.count), 60_000) > 0 else {
                    Self.fail("\(waiting.count) streams have not received the text after a minute")
                }
                waiting.removeAll { entry in
                    guard entry.revents != 0, take(entry.fd).contains(text) else { return false }
                    streams[entry.fd] = []
                    return true
                }
            }
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            answer("\(now.tv_sec * 1_000_000_000 + now.tv_nsec)")
        }

        /// Reads the available bytes, appends them to the stream's earlier bytes and returns all of them.
        private mutating func take(_ stream: Int32) -> [UInt8] {
            let count = read(stream, buffer.baseAddress, Self.piece)
            guard count > 0 else { Self.fail("a stream ended") }
            var heard = streams[stream] ?? []
            heard += UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
            streams[stream] = heard
            return heard
        }

        private func answer(_ text: String) {
            print(text)
            fflush(nil)  // flush, because standard output to a pipe is buffered
        }

        private static func fail(_ message: String) -> Never {
            let text = Array("StreamReader: \(message)\n".utf8)
            _ = write(2, text, text.count)
            exit(1)
        }
    }
#else
    @main
    struct StreamReader {
        static func main() { print("StreamReader runs on Linux only") }
    }
#endif
