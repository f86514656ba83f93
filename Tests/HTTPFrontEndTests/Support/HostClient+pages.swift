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
        let response = try await get("/features/\(feature)")
        return try await get(try #require(response.headers[.location], "\(response.text)"))
    }

    /// Navigates to a feature and returns the id and the page of its session.
    func openSessionPage(_ feature: String) async throws -> (id: String, page: String) {
        let response = try await get("/features/\(feature)")
        let location = try #require(response.headers[.location], "\(response.text)")
        return (String(location.dropFirst("/sessions/".count)), try await get(location).text)
    }
}
