// This file is not divided, so that all usage errors can be compared in one place.

import CommandLineFrontEnd
import Testing

@Suite("Usage errors and help", .timeLimit(.minutes(5)))
struct UsageTests {
    @Test("Without arguments, the program prints an overview")
    func nothing() async {
        #expect(
            await run()
                == Ending(
                    code: 0,
                    output: """
                        OVERVIEW: Keeps dogs.

                        EXAMPLE: kennels launch FEATURE

                        COMPLETIONS: kennels completions --install

                        USAGE: kennels <subcommand>

                        OPTIONS:
                          -V, --version           Show the version.
                          -h, --help              Show help information.

                        SUBCOMMANDS:
                          list                    List the features.
                          describe                Describe a feature's options and actions.
                          launch                  Launch a feature: show it on a terminal, print its screen elsewhere.
                          perform                 Launch a feature, perform one of its actions and print the resulting
                                                  screen.
                          undo                    Take back a change of a feature's records.
                          history                 Print the changes of a feature's stored records.
                          attach                  Show a session of a server, as another viewer.
                          sessions                List the sessions that a server runs.
                          import                  Add the records of a file to a feature's stored records.
                          export                  Write a feature's stored records to standard output.
                          completions             Print or install the completions of a shell.
                          man                     Print or install the manual page.
                          throw                   Throw an error.

                          See 'kennels help <subcommand>' for detailed help.

                        FEATURES:
                          gallery  One of everything.
                          kennel   Dogs for tests.

                        """, errors: ""))
    }

    @Test(
        "Every command prints its own help",
        arguments: [
            ["--help"], ["help"], ["-h"], ["list", "--help"], ["help", "launch"], ["help", "import"],
            ["export", "--help"], ["attach", "--help"], ["sessions", "--help"], ["undo", "--help"],
            ["history", "--help"], ["perform", "kennel", "--help"],
        ])
    func help(arguments: [String]) async {
        let ending = await run(arguments, as: KennelHost.self)
        #expect(ending.code == 0)
        #expect(ending.output.contains("USAGE: kennels "))
        #expect(ending.errors.isEmpty)
        // A placeholder is no name of an environment variable.
        #expect(!ending.output.contains("..._"))
        #expect(ending.output.contains("KENNELS_TOKEN") == ending.output.contains("--token-file"))
    }

    @Test(
        "Every command prints the program's version",
        arguments: [
            ["--version"], ["list", "--version"], ["launch", "--version"], ["throw", "--version"], ["-V"],
            ["list", "-V"], ["launch", "kennel", "-V"], ["help", "-V"],
        ])
    func version(arguments: [String]) async {
        #expect(await run(arguments, as: KennelHost.self) == Ending(code: 0, output: "1.2.3\n", errors: ""))
    }

    @Test("The help of every command lists -V", arguments: [[], ["--help"], ["launch", "--help"], ["help", "list"]])
    func shortVersion(arguments: [String]) async {
        #expect(
            await run(arguments, as: KennelHost.self).output.contains("\n  -V, --version           Show the version."))
    }

    @Test("After two dashes, the program parses no word as an option")
    func afterDashes() async {
        let ending = await run("launch", "--", "-V")
        #expect(ending.errors.hasPrefix("kennels: there is no feature \"-V\""))
    }

    static let launchUsage = """
        Usage: kennels launch [<options>] <feature>
          See 'kennels launch --help' for more information.
        """
    static let performUsage = """
        Usage: kennels perform [<options>] <feature> <action> [<name=value> ...]
          See 'kennels perform --help' for more information.
        """
    static let settingHelp =
        "Help:  --set <key=value>  Set an option of the feature; 'describe' lists the options. Repeatable."

    static let mistakes: [(line: String, message: String)] = [
        (
            "lunch",
            """
            there is no command "lunch"; did you mean 'launch'?
              See 'kennels --help' for more information.
            """
        ),
        (
            "help perfrom",
            """
            there is no command "perfrom"; did you mean 'perform'?
              See 'kennels --help' for more information.
            """
        ),
        (
            "xyz",
            """
            there is no command "xyz"
              See 'kennels --help' for more information.
            """
        ),
        (
            "launch kennel --format cvs",
            """
            the value 'cvs' is invalid for '--format <format>': expected one of table, csv, json, ndjson, got "cvs"; did you mean 'csv'?
            Help:  --format <format>  Print only the rows of the list: table, or with raw values csv, json or ndjson.
            \(launchUsage)
            """
        ),
        (
            "launch kennel --limit 0",
            """
            the value '0' is invalid for '--limit <number>': expected a whole number of at least 1, got "0"
            Help:  --limit <number>  Print at most this number of rows of the list.
            \(launchUsage)
            """
        ),
        (
            "launch kennel --columns name,",
            """
            the value 'name,' is invalid for '--columns <names>': expected names with commas between them, got "name,"
            Help:  --columns <names>  Print only these columns of the list, like name,age.
            \(launchUsage)
            """
        ),
        (
            "launch kennel --columns titel",
            "the list 'dogs' has no column \"titel\", known are age, title, detail, id; did you mean 'title'?"
        ),
        (
            "launch gallery --limit 1",
            "the screen has no list; leave out --format, --columns, --limit and --list"
        ),
        ("launch kennl", #"there is no feature "kennl"; did you mean 'kennel'?"#),
        ("describe zebra", #"there is no feature "zebra"; known are gallery, kennel"#),
        (
            "perform kennel adop",
            "feature 'kennel' has no action 'adop', known are refresh, adopt, fail, hang, lose; did you mean 'adopt'?"
        ),
        ("perform gallery go", "feature 'gallery' has no action 'go', there are none"),
        (
            "launch",
            """
            missing expected argument '<feature>'
            Help:  <feature>  The feature's id, as 'list' prints it.
            \(launchUsage)
            """
        ),
        (
            "perform kennel",
            """
            missing expected argument '<action>'
            Help:  <action>  The action's name, as 'describe' prints it.
            \(performUsage)
            """
        ),
        ("launch gallery extra", "unexpected argument 'extra'\n\(launchUsage)"),
        ("launch kennel --jsn", "unknown option '--jsn'. Did you mean '--json'?\n\(launchUsage)"),
        ("launch kennel --nonsense", "unknown option '--nonsense'\n\(launchUsage)"),
        (
            "launch kennel --json=1",
            "the option '--json' does not take any value, but '1' was specified.\n\(launchUsage)"
        ),
        (
            "launch kennel --timeout",
            """
            missing value for '--timeout <duration>'
            Help:  --timeout <duration>  The time limit, like 250ms, 2s or 1m; 30s by default, no limit with --watch or --all.
            \(launchUsage)
            """
        ),
        (
            "launch kennel --timeout 3",
            """
            the value '3' is invalid for '--timeout <duration>': expected a duration like 250ms, 2s or 1m
            Help:  --timeout <duration>  The time limit, like 250ms, 2s or 1m; 30s by default, no limit with --watch or --all.
            \(launchUsage)
            """
        ),
        (
            "launch kennel --color blue",
            """
            the value 'blue' is invalid for '--color <when>': expected auto, always or never
            Help:  --color <when>  When to use colours: auto, always or never.
            \(launchUsage)
            """
        ),
        (
            "launch kennel --set mood",
            """
            the value 'mood' is invalid for '--set <key=value>': expected a name, '=' and a value, as in name=Rex
            \(settingHelp)
            \(launchUsage)
            """
        ),
        (
            "launch kennel --set =ready",
            """
            the value '=ready' is invalid for '--set <key=value>': expected a name, '=' and a value, as in name=Rex
            \(settingHelp)
            \(launchUsage)
            """
        ),
        (
            "perform kennel adopt Rex",
            """
            the value 'Rex' is invalid for '<name=value>': expected a name, '=' and a value, as in name=Rex
            Help:  <name=value>  A value for a field of the action.
            \(performUsage)
            """
        ),
        (
            "launch kennel --set mood=a --set mood=b",
            #"the option 'mood' is given twice, as "a" and as "b"; give it once"#
        ),
        (
            "perform kennel adopt name=a name=b",
            #"the field 'name' is given twice, as "a" and as "b"; give it once"#
        ),
        (
            "launch kennel --set mod=ready --set latency=5",
            """
            the options were refused:
              latency: expected a duration like 250ms, 2s or 1m from 0s to 1h, got "5"
              mod: there is no such option, known are mood, latency; did you mean 'mood'?
            'kennels describe kennel' lists the options
            """
        ),
        (
            "launch kennel --set mood= --set latency=x --set mod=a",
            """
            the options were refused:
              mood: expected one of \(KennelFeature.Mood.allCases.map(\.rawValue).joined(separator: ", ")), got ""
              latency: expected a duration like 250ms, 2s or 1m from 0s to 1h, got "x"
              mod: there is no such option, known are mood, latency; did you mean 'mood'?
            'kennels describe kennel' lists the options
            """
        ),
        (
            "launch kennel --set latency=",
            """
            the options were refused:
              latency: expected a duration like 250ms, 2s or 1m from 0s to 1h, got ""
            'kennels describe kennel' lists the options
            """
        ),
        (
            "launch gallery --set mood=ready",
            """
            the options were refused:
              mood: there is no such option, there are none
            'kennels describe gallery' lists the options
            """
        ),
        (
            "attach zebra",
            #"expected the address of a session or of a feature, like http://127.0.0.1:8080/sessions/ID or http://127.0.0.1:8080/features/ID, got "zebra"; 'kennels sessions URL' lists the sessions of a server"#
        ),
        (
            "attach http://127.0.0.1:8080/sessions",
            #"expected the address of a session or of a feature, like http://127.0.0.1:8080/sessions/ID or http://127.0.0.1:8080/features/ID, got "http://127.0.0.1:8080/sessions"; 'kennels sessions URL' lists the sessions of a server"#
        ),
        (
            "sessions zebra",
            #"expected the address of a server, like http://127.0.0.1:8080, got "zebra""#
        ),
        (
            "launch kennel --database mysql://me:secret@host/dogs",
            #"--database: expected a path, postgresql://… or memory, got "mysql://…""#
        ),
        (
            "throw validation",
            "cannot have both.\nUsage: kennels throw <what>\n  See 'kennels throw --help' for more information."
        ),
    ]

    @Test("Each usage error has a message that tells the user what to do", arguments: mistakes)
    func refused(line: String, message: String) async {
        let ending = await run(line.split(separator: " ").map(String.init), as: KennelHost.self)
        #expect(ending == Ending(code: 64, output: "", errors: "kennels: \(message)\n"))
    }

    @Test(
        "A command of the host is found by its default name, by its alias or as a subcommand",
        arguments: ["groom", "wash", "groom --version", "help groom", "care comb"])
    func ownNames(line: String) async {
        let ending = await run(line.split(separator: " ").map(String.init), as: SalonHost.self)
        #expect(ending.code == 0)
        #expect(ending.errors == "")
    }

    @Test("The program also suggests a command whose name is derived from its type")
    func ownNameSuggested() async {
        #expect(
            await run(["grom"], as: SalonHost.self).errors
                == """
                salon: there is no command "grom"; did you mean 'groom'?
                  See 'salon --help' for more information.

                """)
    }

    @Test("A usage error of a subcommand shows the usage of that subcommand")
    func nestedUsage() async {
        #expect(
            await run(["care", "comb", "--twice"], as: SalonHost.self)
                == Ending(
                    code: 64, output: "",
                    errors: """
                        salon: once is enough.
                        Usage: salon care comb [--twice]
                          See 'salon care comb --help' for more information.

                        """))
    }

    @Test("A message makes control characters of the arguments visible")
    func hostileArguments() async {
        let ending = await run("launch", "\u{1B}[2J")
        #expect(
            ending
                == Ending(
                    code: 64, output: "", errors: "kennels: there is no feature \"␛[2J\"; known are gallery, kennel\n"))
    }

    @Test("On a terminal, messages and help break between words")
    func narrow() async throws {
        let recorder = RecordingConsole(terminals: [.output, .error])
        var console = recorder.console
        (console.columns, console.terminalWidth) = (40, { 40 })
        let program = CommandLineProgram<KennelHost>(console: console)
        _ = await program.run([
            "perform", "kennel", "adopt", "name=a name that is too long", "age=3", "--color", "never",
        ])
        #expect(
            recorder.text(.error) == """
                kennels: the input was refused:
                  name: expected text of 1 to 10
                    characters, got "a name that is too
                    long"
                'kennels describe kennel' lists its
                  actions and fields

                """)
        _ = await program.run(["history", "--help"])
        let lines = recorder.text(.output).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 40 }, "\(lines.filter { $0.count > 40 })")
        #expect(lines.contains("  <number>] [--json] [--csv] [--set"), "\(lines)")
    }

    @Test("The option --color decides whether messages are coloured")
    func coloredMessages() async {
        let ending = await run("launch", "kennel", "--color", "always", "--set", "mood=missing")
        #expect(ending.errors == "\u{1B}[31mkennels: \u{1B}[0mcannot open 'dogs.csv': no such file\n")
    }
}
