import CommandLineFrontEnd
import Testing

@Suite("Addresses of servers", .timeLimit(.minutes(5)))
struct ServerAddressTests {
    @Test(
        "The parser finds the session id in the address of a page and in an address of the API",
        arguments: [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080", nil),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080", nil),
            ("http://localhost/sessions/ab12", "http://localhost", "ab12"),
            ("http://localhost/sessions/ab12/?x=1#top", "http://localhost", "ab12"),
            ("HTTPS://host.example:1/api/sessions/ab12/events", "https://host.example:1", "ab12"),
            ("http://[::1]:8080/api/sessions", "http://[::1]:8080", nil),
            ("http://localhost/features/doggy", "http://localhost", nil),
            ("http://localhost/features/doggy?id=2&session=ab12", "http://localhost", "ab12"),
            ("http://localhost/features/doggy?session=", "http://localhost", nil),
            ("http://localhost/api/features/doggy/screen?session=ab12", "http://localhost", nil),
            ("http://localhost/below/it/sessions/ab12", "http://localhost/below/it", "ab12"),
            ("http://localhost/sessions/a%2Fb", "http://localhost", nil),
            // These addresses have no scheme.
            ("localhost:8080", "http://localhost:8080", nil), ("localhost", "http://localhost", nil),
            ("127.0.0.1:8080/sessions/ab12", "http://127.0.0.1:8080", "ab12"),
            ("[::1]:8080", "http://[::1]:8080", nil), ("kennel:8080", "https://kennel:8080", nil),
            ("dogs.example.org/below/sessions/ab12", "https://dogs.example.org/below", "ab12"),
        ] as [(String, String, String?)])
    func read(text: String, root: String, session: String?) throws {
        let address = try #require(ServerAddress(text))
        #expect(address.root == root)
        #expect(address.session == session)
    }

    @Test(
        "The parser finds the feature and the options in the address of a feature's page without a session",
        arguments: [
            ("http://localhost/features/doggy", "doggy", [:]),
            (
                "http://localhost/below/features/doggy?search=l%C3%A4b+a&breed=Bulldog&breed=Labrador&session=&x#top",
                "doggy", ["search": ["läb a"], "breed": ["Bulldog", "Labrador"], "x": [""]]
            ),
            ("http://localhost/features/doggy?search=a%2Bb", "doggy", ["search": ["a+b"]]),
            ("http://localhost/features/doggy?search=a&session=ab12", nil, [:]),
            ("http://localhost/features", nil, [:]),
            ("http://localhost/features/doggy/more", nil, [:]),
            ("http://localhost/api/features/doggy", nil, [:]),
            ("http://localhost/?search=a", nil, [:]),
        ] as [(String, String?, [String: [String]])])
    func feature(text: String, feature: String?, query: [String: [String]]) throws {
        let address = try #require(ServerAddress(text))
        #expect(address.feature == feature)
        #expect(address.query == query)
    }

    @Test(
        "The parser distinguishes the address of a server from the address of a page",
        arguments: [
            ("http://localhost", true), ("http://localhost/", true), ("localhost:80/below/?x#y", true),
            ("http://localhost/sessions", false), ("http://localhost/features/doggy", false),
            ("http://localhost/api", false),
        ])
    func root(text: String, isRoot: Bool) throws {
        #expect(try #require(ServerAddress(text)).isRoot == isRoot)
    }

    @Test(
        "The parser refuses an invalid address",
        arguments: [
            "", "zebra", "zebra/sessions/ab12", "/sessions/ab12", ":8080", "localhost:zebra", "me:secret@host:80",
            "ftp://host/sessions/1", "http://", "http:///sessions/1",
            "http://me:secret@host/", "http://host:0/", "http://host:99999/", "http://a b/",
        ])
    func refuse(text: String) {
        #expect(ServerAddress(text) == nil)
    }
}
