import ArgumentParser
import FeatureKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file from which a person's shell loads the completions of a program.
struct CompletionFile {
    /// A shell with completions.
    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish

        /// The shell's name in the argument parser.
        var kind: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    let shell: Shell
    let path: String
    /// What to do after the file was written.
    let advice: String
    /// The last line of the file, which tells that this program wrote it.
    private let mark: String

    /// Finds the file.
    ///
    /// - Parameter environment: Looks up an environment variable.
    init(_ shell: Shell, of program: String, environment: (String) -> String?) throws(CommandLineError) {
        func folder(_ variable: String, _ inHome: String) throws(CommandLineError) -> String {
            if let folder = environment(variable), folder.hasPrefix("/") { return folder }
            guard let home = environment("HOME"), home.hasPrefix("/") else {
                throw .usage("HOME is not set; print the script without --install and save it yourself")
            }
            return inHome.isEmpty ? home : "\(home)/\(inHome)"
        }
        self.shell = shell
        mark = "# Written by '\(program) completions --install'."
        switch shell {
        case .bash:
            path = try "\(folder("XDG_DATA_HOME", ".local/share"))/bash-completion/completions/\(program)"
            advice = "New shells use it if bash-completion is installed; this one after: source \(path.shellText)"
        case .zsh:
            let folder = try "\(folder("ZDOTDIR", ""))/.zfunc"
            path = "\(folder)/_\(program)"
            advice = """
                New shells use it if .zshrc contains this line:
                  fpath=(\(folder.shellText) $fpath); autoload -Uz compinit; compinit
                """
        case .fish:
            path = try "\(folder("XDG_CONFIG_HOME", ".config"))/fish/completions/\(program).fish"
            advice = "New shells use it."
        }
    }

    /// Whether there is a file that this program did not write.
    var isForeign: Bool {
        guard let data = FileManager.default.contents(atPath: path) else {
            return FileManager.default.fileExists(atPath: path)
        }
        return !String(decoding: data, as: UTF8.self).hasSuffix("\(mark)\n")
    }

    /// Writes the script and creates missing folders.
    func write(_ script: String) throws {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let end = script.hasSuffix("\n") ? "" : "\n"
        try Data("\(script)\(end)\(mark)\n".utf8).write(to: URL(filePath: path), options: .atomic)
    }
}
