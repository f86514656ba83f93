import FeatureKit
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct SecretFileTests {
    private func warning(mode: Int) throws -> (text: String?, path: String) {
        let file = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)")
        try Data("token".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return (SecretFile.warning(about: file.path, option: "--token-file"), file.path)
    }

    @Test(arguments: [(0o644, "0644"), (0o620, "0620"), (0o604, "0604")])
    func `a file that others can read or change gives a warning with its mode`(mode: Int, text: String) throws {
        let (warning, path) = try warning(mode: mode)
        #expect(
            warning
                == "--token-file: other people can read or change '\(path)' (mode \(text)); allow only yourself: "
                + "chmod 600 '\(path)'")
    }

    @Test(arguments: [0o600, 0o400, 0o700, 0o611])
    func `a file that only its owner can read gives no warning`(mode: Int) throws {
        #expect(try warning(mode: mode).text == nil)
    }

    @Test func `a device or a missing file gives no warning`() {
        #expect(SecretFile.warning(about: "/dev/null", option: "--token-file") == nil)
        #expect(SecretFile.warning(about: "/no/such/file", option: "--token-file") == nil)
    }
}
