/// The file with the tokens of a host.
typealias TokenFile = SecretsFile<AccessTokens>

extension TokenFile {
    /// Reads a file for the first time.
    ///
    /// - Throws: `FeatureError` with the code `unreadableFile`, or `ValidationError` for malformed content.
    static func read(_ path: String) throws -> (file: TokenFile, tokens: AccessTokens) {
        let (file, tokens) = try read(path, option: Settings.tokenFile.name) {
            try AccessTokens(readingFile: $0, named: $1)
        }
        return (file, tokens)
    }
}
