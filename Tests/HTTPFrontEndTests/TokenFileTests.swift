import ArgumentParser
import FeatureKit
import Foundation
import HTTPFrontEnd
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct TokenFileTests {
    private static let (first, second) = ("0123456789abcdef-first", "0123456789abcdef-second")

    /// Returns the person of a token, as the host tells it; `nil` if the token is wrong.
    private func person(_ content: String, _ token: String = first) async throws -> String? {
        let folder = try TokenFolder()
        try folder.write(content)
        let response = try await TestHost(change: { $0.tokenFile = folder.path }).asked {
            try await $0.get("/api/person", [.authorization: "Bearer \(token)"])
        }
        return response.status == .ok ? response.text : nil
    }

    /// Returns the message with which a host refuses a file.
    private func refusal(_ content: String) throws -> String? {
        let folder = try TokenFolder()
        try folder.write(content)
        let error = #expect(throws: ValidationError.self) { try TestHost(change: { $0.tokenFile = folder.path }) }
        #expect(error?.message.contains("0123456789abcdef") == false)
        return error?.message.replacing(folder.path, with: "PATH")
    }

    @Test(arguments: [
        ("kim \(first)", #"{"id":"kim","name":"kim","roles":[]}"#),
        ("kim \(first) keeper", #"{"id":"kim","name":"kim","roles":["keeper"]}"#),
        ("kim \(first) keeper,a-1,helper", #"{"id":"kim","name":"kim","roles":["a-1","helper","keeper"]}"#),
        ("kim \(first) *", #"{"id":"kim","name":"kim","roles":"all"}"#),
        ("\(first)", #"{"id":"token","name":"token","roles":"all"}"#),
        ("  \(first)\t\n\n", #"{"id":"token","name":"token","roles":"all"}"#),
        (
            "\u{FEFF}# People\r\n\r\n \tkäthe\t \(first)\t*\r\nlee \(second)",
            #"{"id":"käthe","name":"käthe","roles":"all"}"#
        ),
    ])
    func `A line has a name, a token and roles`(content: String, expected: String) async throws {
        #expect(try await person(content) == expected)
    }

    @Test func `Each person of a file has a token of its own`() async throws {
        let content = "kim \(Self.first) keeper\n# lee \(Self.first)x\nlee \(Self.second)"
        #expect(try await person(content, Self.first)?.contains("kim") == true)
        #expect(try await person(content, Self.second)?.contains("lee") == true)
        for wrong in ["kim", "\(Self.first)x", String(Self.first.dropLast()), "\(Self.first) keeper", ""] {
            #expect(try await person(content, wrong) == nil, "\(wrong)")
        }
    }

    private static let rule = "expected lines like NAME TOKEN ROLE,ROLE, or one token alone"
    private static let short =
        "the access token is shorter than 16 bytes and could be guessed; make one with 'openssl rand -hex 16'"

    @Test(arguments: [
        ("", "--token-file: 'PATH' contains no token; \(rule)"),
        ("# nobody\n\n", "--token-file: 'PATH' contains no token; \(rule)"),
        ("kim \(first)\nkim \(second)", "--token-file: 'PATH', line 2: an earlier line has the same name"),
        ("kim \(first)\n\nlee \(first)", "--token-file: 'PATH', line 3: an earlier line has the same token"),
        ("kim 0123456789abcde", "--token-file: 'PATH', line 1: \(short)"),
        ("secret", "--token-file: 'PATH', line 1: \(short)"),
        ("kim \(first)\n\(second)", "--token-file: 'PATH', line 2: \(rule)"),
        ("\(first)\nkim \(second)", "--token-file: 'PATH', line 1: \(rule)"),
        ("kim \(first) keeper helper", "--token-file: 'PATH', line 1: \(rule)"),
        (
            "a\u{1B}b \(first)",
            "--token-file: 'PATH', line 1: the name must have 1 to 200 bytes and no control characters"
        ),
        (
            String(repeating: "n", count: 201) + " \(first)",
            "--token-file: 'PATH', line 1: the name must have 1 to 200 bytes and no control characters"
        ),
    ])
    func `A wrong line is refused by its number, and no token is quoted`(content: String, expected: String) throws {
        #expect(try refusal(content) == expected)
    }

    @Test(arguments: ["Keeper", "keeper,", ",keeper", "1st", "-a", "keeper;helper", "*,keeper", "kéeper", "a_b"])
    func `A malformed role is refused`(roles: String) throws {
        #expect(
            try refusal("kim \(Self.first) \(roles)")
                == "--token-file: 'PATH', line 1: expected roles like keeper,helper of lower-case letters, digits and "
                + "'-', or * for every role")
    }

    @Test func `A missing file is refused, and a file that is no text`() throws {
        let folder = try TokenFolder("x")
        try Data([0xFF, 0xFE]).write(to: URL(filePath: folder.path))
        for path in ["/nowhere", folder.path] {
            let error = #expect(throws: FeatureError.self) { try TestHost(change: { $0.tokenFile = path }) }
            #expect(error?.code == .unreadableFile)
            #expect(error?.message == "--token-file: '\(path)' cannot be read")
        }
    }
}
