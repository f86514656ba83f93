import ArgumentParser

/// Prints or installs the program's manual page.
struct ManCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "man", abstract: "Print or install the manual page.",
            discussion: """
                EXAMPLE: \(Host.name) man --install

                The page is made from the commands' help. Without --install, its source is printed: \(Host.name) man | \
                man -l -
                """)
    }

    @Flag(help: "Write the page to your folder of manual pages. A file of somebody else is replaced only if you agree.")
    var install = false

    @Flag(help: .noPager)
    var noPager = false

    var colors: ColorChoice { .auto }

    func run(on console: Console) async throws {
        let page = try ManPage(dump: RootCommand<Host>._dumpHelp(), version: Host.version).text
        guard install else { return try console.paging(!noPager).print(page) }
        let folder = try InstalledFile.folder("XDG_DATA_HOME", ".local/share", environment: console.environment)
        let file = InstalledFile(
            path: "\(folder)/man/man1/\(Host.name).1", mark: #".\" Written by '\#(Host.name) man --install'."#)
        let advice = "Read it with 'man \(Host.name)'. If man does not find it: man \(file.path.shellText)"
        try await file.install(page, by: Host.name, advice: advice, on: console)
    }
}
