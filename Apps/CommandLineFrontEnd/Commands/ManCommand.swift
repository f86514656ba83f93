import ArgumentParser

/// Prints the program's manual page.
struct ManCommand<Host: CommandLineHost>: ConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "man", abstract: "Print the manual page.",
            discussion: """
                EXAMPLE: \(Host.name) man | man -l -

                The page is made from the commands' help. To save it: \(Host.name) man > \(Host.name).1
                """)
    }

    var colors: ColorChoice { .auto }

    func run(on console: Console) throws {
        try console.print(try ManPage(dump: RootCommand<Host>._dumpHelp(), version: Host.version).text)
    }
}
