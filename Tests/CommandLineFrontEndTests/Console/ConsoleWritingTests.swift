import CommandLineFrontEnd
import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite("Writing to file descriptors", .timeLimit(.minutes(5)))
struct ConsoleWritingTests {
    @Test("All bytes are written, even to a non-blocking pipe and even if they exceed the pipe's capacity")
    func all() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
        let reader = Task.detached { pipe.fileHandleForReading.readDataToEndOfFile() }
        try Console.write(bytes, to: descriptor)
        try pipe.fileHandleForWriting.close()
        #expect(await [UInt8](reader.value) == bytes)
    }

    @Test("A write to a full device throws an error with the reason")
    func full() throws {
        let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let error = #expect(throws: CommandLineError.self) { try Console.write([1], to: device.fileDescriptor) }
        #expect(error == outputFull)
    }
}
