extension CommandLine {
    /// The process's arguments after the program's name.
    ///
    /// `CommandLine.arguments` silently replaces invalid UTF-8. With these arguments, the program would store a text
    /// that the user did not type.
    ///
    /// - Throws: ``CommandLineError`` for an argument that is not UTF-8.
    static var checkedArguments: [String] {
        get throws(CommandLineError) {
            var checked: [String] = []
            for (index, bytes) in UnsafeBufferPointer(start: unsafeArgv, count: Int(argc)).enumerated().dropFirst() {
                guard let bytes else { continue }
                guard let argument = String(validatingCString: bytes) else {
                    throw .usage("argument \(index), '\(String(cString: bytes))', is not valid UTF-8; type it again")
                }
                checked.append(argument)
            }
            return checked
        }
    }
}
