import Testing

@Suite("The manual page", .timeLimit(.minutes(5)))
struct ManTests {
    @Test("The page lists every command and option, and escapes text that looks like a roff request")
    func page() async {
        let ending = await run("man")
        #expect(ending.code == 0)
        let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == #".TH "KENNELS" 1 "" "kennels 1.2.3""#)
        for command in [
            "list", "describe", "launch", "perform", "attach", "sessions", "import", "export", "man", "throw",
        ] {
            #expect(lines.contains(".SS \"kennels \(command)\""))
        }
        #expect(lines.contains(#"\fB\-\-timeout\fR \fIDURATION\fR"#))
        #expect(lines.contains(#"\fBkennels perform\fR FEATURE ACTION [NAME=VALUE...] [OPTION...]"#))
        #expect(lines.contains(#"\fBKENNELS_DATABASE\fR"#))
        let requests: Set<Substring> = [".TH", ".SH", ".SS", ".PP", ".TP", ".EX", ".EE", ".B"]
        for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(requests.contains(line.prefix { $0 != " " }), "\(line)")
        }
    }

    @Test(
        "The help of every command begins with an example",
        arguments: ["", "list", "describe", "launch", "perform", "attach", "sessions", "import", "export", "man"])
    func examples(command: String) async {
        let ending = await run(command.isEmpty ? ["--help"] : [command, "--help"], as: KennelHost.self)
        let lines = ending.output.split(separator: "\n")
        #expect(lines.prefix(3).contains { $0.hasPrefix("EXAMPLE: kennels ") }, "\(lines.prefix(3))")
    }
}
