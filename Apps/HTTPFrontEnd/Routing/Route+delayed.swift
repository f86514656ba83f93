import FeatureKit
import HTTPTypes
import Hummingbird
import NIOCore

extension Route {
    /// Returns a route that delays each response and each event of a stream.
    func delayed(by delay: Duration, clock: any Clock<Duration>) -> Route {
        handled { [handler] request, context in
            var response = try await handler(request, context)
            try await clock.sleep(for: delay)
            guard response.headers[.contentType] == "text/event-stream" else { return response }
            let body = response.body
            response.body = ResponseBody { writer in
                try await body.write(DelayedWriter(writer: writer, delay: delay, clock: clock))
            }
            return response
        }
    }
}

/// Delays each part of a body.
private struct DelayedWriter: ResponseBodyWriter {
    var writer: any ResponseBodyWriter
    let delay: Duration
    let clock: any Clock<Duration>

    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        try await clock.sleep(for: delay)
        try await writer.write(buffer)
    }

    @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}
