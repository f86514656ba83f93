/// How a host knows the clients of its API.
enum APIIdentity {
    /// By a token: one of the host, or an access token of an OpenID provider.
    case token
    /// By its reverse proxy, which names the person of each request.
    case proxy
    /// Each client may use the host.
    case none
}
