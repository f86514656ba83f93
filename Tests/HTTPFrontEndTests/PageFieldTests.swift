import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct PageFieldTests {
    @Test(arguments: ["/", "/docs", "/features/kennel", "/sessions/x", "/nothing"])
    func `A page shares its window with no page of another site`(path: String) async throws {
        let name = try #require(HTTPField.Name("Cross-Origin-Opener-Policy"))
        #expect(try await TestHost.ask(.get, path).headers[name] == "same-origin")
    }
}
