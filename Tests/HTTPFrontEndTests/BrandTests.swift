import FeatureKit
import HTTPFrontEnd
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct BrandTests {
    private static let policy = HTTPField.Name.contentSecurityPolicy

    /// Returns the address of a file that the catalogue's page loads.
    private func address(of file: String, in host: TestHost) async throws -> String {
        let page = try await host.asked { try await $0.get("/") }.text
        let pattern = try Regex("href=\"(\(file)\\?v=[0-9a-f]+)\"")
        return String(try #require(page.firstMatch(of: pattern)?[1].substring))
    }

    @Test func `Pages show the name of the brand instead of the program's name, escaped`() async throws {
        try await TestHost(brand: HostBrand(name: "Rock & <b>\"Roll\"</b>")).run { client in
            let name = "Rock &amp; &lt;b&gt;&quot;Roll&quot;&lt;/b&gt;"
            let session = try await client.openPage("kennel").text
            #expect(session.contains(" · \(name)</title>"))
            #expect(session.contains("data-host=\"\(name)\""), "the script makes titles from this attribute")
            let page = try await client.get("/").text
            #expect(page.contains("<title>Features · \(name)</title>"))
            #expect(page.contains("<footer><p>\(name) 1.2.3 · "))
            #expect(!page.contains("testhost"))
        }
    }

    @Test func `The style sheet ends with the accent, and its address changes with the accent`() async throws {
        let plain = try TestHost()
        let green = try TestHost(brand: HostBrand(accent: "#0A6B57"))
        let addresses = try await [
            address(of: "/style.css", in: plain), address(of: "/style.css", in: green),
            address(of: "/style.css", in: TestHost(brand: HostBrand(accent: "#0a6b57"))),
            address(of: "/style.css", in: TestHost(brand: HostBrand(accent: "#0a6b58"))),
        ]
        #expect(addresses[1] == addresses[2])
        #expect(Set(addresses).count == 3)
        let sheet = try await plain.asked { try await $0.get(addresses[0]) }.text
        let greenSheet = try await green.asked { try await $0.get(addresses[1]) }.text
        #expect(greenSheet == sheet + ":root{--brand:#0a6b57}\n")
    }

    @Test func `A favicon without an image of the brand is drawn in the accent, as a part of the page`() async throws {
        for (accent, fill, line) in [
            (nil, "2f5bd0", "fff"), ("#0a6b57", "0a6b57", "fff"), ("#ffd23f", "ffd23f", "000"),
        ] as [(HostBrand.Color?, String, String)] {
            let host = try TestHost(brand: HostBrand(accent: accent))
            let page = try await host.asked { try await $0.get("/") }
            let icon = try await host.asked { try await $0.get("/favicon") }
            #expect(icon.headers[.contentType] == "image/svg+xml")
            #expect(
                icon.text.contains("fill=\"#\(fill)\"") && icon.text.contains("stroke=\"#\(line)\""), "\(icon.text)")
            let drawn = try #require(page.text.firstMatch(of: /<link rel="icon" href="data:image\/svg\+xml,([^"]*)">/))
                .1
            #expect(drawn.contains("fill=&#39;%23\(fill)&#39;") && drawn.contains("stroke=&#39;%23\(line)&#39;"))
        }
    }

    @Test func `The images of a brand are served with their types to clients without a token`() async throws {
        let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".utf8)
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let nothing = "default-src 'none'; frame-ancestors 'none'"
        let images: [(ImageFile.Content, [UInt8], String, String)] = [
            (.svg(svg), svg, "image/svg+xml", "\(nothing); style-src 'unsafe-inline'; sandbox"),
            (.png(png), png, "image/png", nothing),
        ]
        for (image, bytes, type, policy) in images {
            let host = try TestHost(brand: HostBrand(logo: image, favicon: image)) {
                $0.token = "0123456789abcdef0123456789abcdef"
            }
            for path in ["/logo", "/favicon"] {
                let answer = try await host.asked { try await $0.get(path) }
                #expect(answer.status == .ok)
                #expect(answer.body == ByteBuffer(bytes: bytes))
                #expect(answer.headers[.contentType] == type)
                #expect(answer.headers[BrandTests.policy] == policy)
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
            }
        }
    }

    @Test func `A host whose brand has no logo serves none`() async throws {
        #expect(try await TestHost.ask(.get, "/logo").status == .notFound)
    }
}
