import HTTPTypes
import HummingbirdTesting
import Testing

extension HTTPField.Name {
    static let purpose = HTTPField.Name("Purpose") ?? .origin
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest") ?? .origin
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .origin
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
    static let secPurpose = HTTPField.Name("Sec-Purpose") ?? .origin
}

extension HostClient {
    /// Navigates to a feature and returns the page after all redirects.
    func openPage(_ feature: String) async throws -> TestResponse {
        let visit = try await visit(feature)
        return try await get(visit.address, visit.browser)
    }

    /// Navigates to a feature and returns the id and the page of its session.
    func openSessionPage(_ feature: String) async throws -> (id: String, page: String) {
        let visit = try await visit(feature)
        return (visit.session, try await get(visit.address, visit.browser).text)
    }

    /// Navigates to a feature.
    ///
    /// - Parameters:
    ///   - feature: The feature's id, with options as a query.
    ///   - browser: The header fields with the browser's cookie; empty for a new browser.
    /// - Returns: The address of the page, the id of its session, and the header fields with the browser's cookie.
    func visit(_ feature: String, _ browser: HTTPFields = [:]) async throws -> Visit {
        let response = try await get("/features/\(feature)", browser)
        let address = try #require(response.headers[.location], "\(response.text)")
        let session = String(try #require(address.firstMatch(of: /[?&]session=([0-9a-f]{32})$/)).1)
        let cookie = response.headers[.setCookie].map { String($0.prefix { $0 != ";" }) }
        return Visit(address: address, session: session, browser: cookie.map { [.cookie: $0] } ?? browser)
    }

    struct Visit {
        let address: String
        let session: String
        let browser: HTTPFields
    }
}
