import HTTPConnections
import Hummingbird
import NIOCore

/// What routes know about a request's connection.
struct HostContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection, or its HTTP/2 stream, on which the request arrived.
    let channel: any Channel

    init(source: Source) {
        (coreContext, channel) = (.init(source: source), source.channel)
    }

    /// The client's address.
    var address: ClientAddress { ClientAddress(channel.remoteAddress) }
}
