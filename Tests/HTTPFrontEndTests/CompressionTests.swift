import CZlib
import FeatureKit
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct CompressionTests {
    private static let gzip: HTTPFields = [.acceptEncoding: "br, gzip;q=0.5"]

    @Test(arguments: [
        "/", "/features/kennel?source=x", "/docs", "/openapi.json", "/api/features", "/api/features/kennel/screen",
        "/style.css",
    ])
    func `A long response is compressed if the client accepts gzip`(path: String) async throws {
        let plain = try await TestHost.ask(.get, path)
        let packed = try await TestHost.ask(.get, path, CompressionTests.gzip)
        #expect(plain.headers[.vary] == "Accept-Encoding")
        #expect(packed.headers[.vary] == "Accept-Encoding")
        #expect(plain.headers[.contentEncoding] == nil)
        #expect(packed.headers[.contentEncoding] == "gzip")
        #expect(packed.body.readableBytes < plain.body.readableBytes)
        #expect(packed.headers[.contentLength] == "\(packed.body.readableBytes)")
        #expect(packed.status == plain.status)
        #expect(packed.body.getBytes(at: 0, length: 2) == [0x1F, 0x8B])
    }

    @Test(arguments: ["/openapi.json", "/style.css", "/"])
    func `A compressed response has the same content as an uncompressed response`(path: String) async throws {
        let plain = try await TestHost.ask(.get, path)
        let packed = try await TestHost.ask(.get, path, CompressionTests.gzip)
        #expect(try unzip(packed.body) == Array(plain.body.readableBytesView))
    }

    @Test(arguments: ["/style.css", "/live.js", "/openapi.json"])
    func `Static content is compressed once, at the best level`(path: String) async throws {
        try await TestHost().run { client in
            let plain = Array(try await client.get(path).body.readableBytesView)
            for _ in 0..<2 {
                let packed = try await client.get(path, CompressionTests.gzip).body
                #expect(Array(packed.readableBytesView) == (try zip(plain, level: 9)))
                #expect(packed.readableBytes < (try zip(plain, level: 1)).count)
            }
        }
    }

    private func zip(_ bytes: [UInt8], level: Int32) throws -> [UInt8] {
        var stream = z_stream()
        try #require(
            deflateInit2_(
                &stream, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK)
        defer { deflateEnd(&stream) }
        var (source, target) = (bytes, [UInt8](repeating: 0, count: bytes.count + 1024))
        try source.withUnsafeMutableBufferPointer { source in
            try target.withUnsafeMutableBufferPointer { target in
                (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
                (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(target.count))
                try #require(deflate(&stream, Z_FINISH) == Z_STREAM_END)
            }
        }
        return Array(target.prefix(Int(stream.total_out)))
    }

    private func unzip(_ packed: ByteBuffer) throws -> [UInt8] {
        var stream = z_stream()
        try #require(inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        defer { inflateEnd(&stream) }
        var (source, target) = (Array(packed.readableBytesView), [UInt8](repeating: 0, count: 1 << 20))
        try source.withUnsafeMutableBufferPointer { source in
            try target.withUnsafeMutableBufferPointer { target in
                (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
                (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(target.count))
                try #require(inflate(&stream, Z_FINISH) == Z_STREAM_END)
            }
        }
        return Array(target.prefix(Int(stream.total_out)))
    }

    @Test(arguments: ["", "identity", "br", "gzip;q=0", "*;q=0", "gzip;q=0.0, br"])
    func `A client that does not accept gzip gets an uncompressed response`(accepted: String) async throws {
        let response = try await TestHost.ask(.get, "/openapi.json", [.acceptEncoding: accepted])
        #expect(response.headers[.contentEncoding] == nil)
        #expect(response.headers[.vary] == "Accept-Encoding")
    }

    @Test func `A response is not compressed if it is short, has an entity tag or has no body`() async throws {
        try await TestHost().run { client in
            let id = try await client.open("kennel")
            for (method, path) in [
                (HTTPRequest.Method.get, "/livez"), (.get, "/api/sessions/\(id)"), (.head, "/openapi.json"),
            ] {
                let response = try await client.ask(method, path, CompressionTests.gzip)
                #expect(response.status == .ok)
                #expect(response.headers[.contentEncoding] == nil, "\(path)")
            }
            let frame = try await client.get("/api/sessions/\(id)", CompressionTests.gzip)
            #expect(frame.body.readableBytes > 1_024)
            let tag = try #require(frame.headers[.eTag])
            #expect(try await client.get("/api/sessions/\(id)", [.ifNoneMatch: tag]).status == .notModified)
        }
    }

    @Test(arguments: ["cross-site", "same-site"])
    func `A response to a page of another site is not compressed`(site: String) async throws {
        let fields = CompressionTests.gzip + [.secFetchSite: site]
        #expect(try await TestHost.ask(.get, "/docs", fields).headers[.contentEncoding] == nil)
    }
}
