import CommandLineFrontEnd
import Testing

@Suite("Addresses of servers")
struct ServerAddressTests {
    @Test(
        "A session is found in the address of its page and in that of the API",
        arguments: [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080", nil),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080", nil),
            ("http://localhost/sessions/ab12", "http://localhost", "ab12"),
            ("http://localhost/sessions/ab12/?x=1#top", "http://localhost", "ab12"),
            ("HTTPS://host.example:1/api/sessions/ab12/events", "https://host.example:1", "ab12"),
            ("http://[::1]:8080/api/sessions", "http://[::1]:8080", nil),
            ("http://localhost/features/doggy", "http://localhost", nil),
            ("http://localhost/below/it/sessions/ab12", "http://localhost/below/it", "ab12"),
            ("http://localhost/sessions/a%2Fb", "http://localhost", nil),
        ] as [(String, String, String?)])
    func read(text: String, root: String, session: String?) throws {
        let address = try #require(ServerAddress(text))
        #expect(address.root == root)
        #expect(address.session == session)
    }

    @Test(
        "What is no address of a server is none",
        arguments: [
            "", "zebra", "localhost:8080", "/sessions/ab12", "ftp://host/sessions/1", "http://", "http:///sessions/1",
            "http://me:secret@host/", "http://host:0/", "http://host:99999/", "http://a b/",
        ])
    func refuse(text: String) {
        #expect(ServerAddress(text) == nil)
    }
}
