import ArgumentParser

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
    let file: InstalledFile
    /// What to do after the file was written.
    let advice: String

    /// Finds the file.
    ///
    /// - Parameter environment: Looks up an environment variable.
    init(_ shell: Shell, of program: String, environment: (String) -> String?) throws(CommandLineError) {
        func folder(_ variable: String, _ inHome: String) throws(CommandLineError) -> String {
            try InstalledFile.folder(variable, inHome, environment: environment)
        }
        self.shell = shell
        let path: String
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
        file = InstalledFile(path: path, mark: "# Written by '\(program) completions --install'.")
    }
}
