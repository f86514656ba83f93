import HTTPTypes

extension HTTPField.Name {
    // All names are tokens as defined in RFC 9110, 5.6.2, so the initializer never fails.
    static let accelBuffering = name("X-Accel-Buffering")
    static let crossOriginOpenerPolicy = name("Cross-Origin-Opener-Policy")
    static let crossOriginResourcePolicy = name("Cross-Origin-Resource-Policy")
    static let forwardedFor = name("X-Forwarded-For")
    static let forwardedHost = name("X-Forwarded-Host")
    static let forwardedProto = name("X-Forwarded-Proto")
    static let forwarded = name("Forwarded")
    static let idempotencyKey = name("Idempotency-Key")
    static let lastEventID = name("Last-Event-ID")
    static let prefer = name("Prefer")
    static let proxySecret = name("X-Proxy-Secret")
    static let purpose = name("Purpose")
    static let refresh = name("Refresh")
    static let referrerPolicy = name("Referrer-Policy")
    static let secFetchDest = name("Sec-Fetch-Dest")
    static let secFetchMode = name("Sec-Fetch-Mode")
    static let secFetchSite = name("Sec-Fetch-Site")
    static let secPurpose = name("Sec-Purpose")
    static let traceParent = name("traceparent")

    private static func name(_ token: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(token) else { preconditionFailure("'\(token)' is no token") }
        return name
    }
}
