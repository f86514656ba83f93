extension CommandLine {
    /// What the process was given after the program's name.
    ///
    /// Swift's own `arguments` mends what is no text without a word, and something else would be stored than was typed.
    ///
    /// - Throws: ``CommandLineError`` for an argument that is not UTF-8.
    static var checkedArguments: [String] {
        get throws(CommandLineError) {
            var checked: [String] = []
            for (index, bytes) in UnsafeBufferPointer(start: unsafeArgv, count: Int(argc)).enumerated().dropFirst() {
                guard let bytes else { continue }
                guard let argument = String(validatingCString: bytes) else {
                    throw .usage("argument \(index), '\(String(cString: bytes))', is not text in UTF-8; type it anew")
                }
                checked.append(argument)
            }
            return checked
        }
    }
}
