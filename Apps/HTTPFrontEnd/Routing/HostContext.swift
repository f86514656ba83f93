import Hummingbird
import NIOCore

/// What is known of a request besides itself: who sent it.
struct HostContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection, or the one of its streams, that the request came on.
    let channel: any Channel

    init(source: Source) {
        (coreContext, channel) = (.init(source: source), source.channel)
    }

    /// The address of the connection.
    var address: ClientAddress { ClientAddress(channel.remoteAddress) }
}
