import FeatureKit
import HTTPConnections
import Hummingbird
import NIOCore

/// The context of a request, with its connection.
struct HostContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection on which the request arrived, or its HTTP/2 stream.
    let channel: any Channel

    init(source: Source) {
        (coreContext, channel) = (.init(source: source), source.channel)
    }

    /// The client's address as a trusted proxy tells it; `nil` on a host without trusted proxies.
    var forwarded: ClientAddress?
    /// Whether the request comes from a trusted proxy.
    var isFromProxy = false
    /// The person who sends the request; `nil` if nobody is known.
    var person: Person?
    /// Whether a trusted proxy has named the person.
    var isNamedByProxy = false
    /// The client's address, to which all limits per address apply.
    var address: ClientAddress { forwarded ?? ClientAddress(channel.remoteAddress) }
}
