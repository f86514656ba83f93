import ArgumentParser
import FeatureKit
import FeatureStorage

/// Launches a feature, performs one of its actions and prints the resulting screen.
struct PerformCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "perform",
            abstract: "Launch a feature, perform one of its actions and print the resulting screen.",
            discussion: """
                EXAMPLE: \(Host.name) perform FEATURE ACTION name=Rex

                Waits until loading has ended, before the action and after it. Invalid input is refused with a message \
                for each field and exit code 65. If the action leads to another place, the command that shows it is \
                printed; with --json, the member "opens" names it. If it adds a row to a list, standard error names \
                the row and its id, also with --json.
                """)
    }

    @Argument(help: "The feature's id, as 'list' prints it.", completion: Completions<Host>.feature)
    var feature: String

    @Argument(help: "The action's name, as 'describe' prints it.", completion: Completions<Host>.action)
    var action: String

    @Argument(
        help: ArgumentHelp("A value for a field of the action.", valueName: "name=value"),
        completion: Completions<Host>.argument, transform: Assignment.read)
    var arguments: [Assignment] = []

    @OptionGroup var options: LaunchOptions<Host>

    @Flag(name: .shortAndLong, help: "Print no screen. Messages still go to standard error.")
    var quiet = false

    @OptionGroup var output: OutputOptions

    /// Has no effect, because this command uses no pager.
    ///
    /// Each other command that prints a screen has this option.
    @Flag(help: .hidden)
    var noPager = false

    var colors: ColorChoice { ColorChoice(checked: output.color) }

    func run(on console: Console) async throws {
        if quiet, output.isJSON {
            throw CommandLineError.usage(
                "--quiet prints no screen, but --json and --fields print one; give one of them")
        }
        let launch = try options.launch(of: feature)
        let action = try launch.feature.manifest.action(self.action)
        let hint = "'\(Host.name) describe \(feature)' lists its actions and fields"
        let texts = try arguments.valuesByName(for: action.fields, noun: "field")
        let refused: @Sendable (InputRefused) -> CommandLineError = {
            .input($0, inOrderOf: action.fields, hint: hint)
        }
        let values: [String: FieldValue]
        do {
            values = try action.fields.readTyped(texts, noun: "field")
            _ = try action.fields.check(values)
        } catch { throw refused(error) }
        try await options.connect(for: launch)
        var printer = FramePrinter(
            console: console, colors: colors, isJSON: output.isJSON, fields: output.fields, command: launch.command)
        printer.isQuiet = quiet
        try await launch.run(within: options.limit, on: console, printer: printer) { session in
            let before = await session.frame.screen
            do {
                let answer = try await session.perform(action.name, values)
                let isSaid = !answer.notices.isEmpty || answer.opens != nil
                let success = isSaid ? nil : before.success(of: action, values, on: answer.frame.screen)
                return Launch.Outcome(isAction: true, opens: answer.opens, success: success)
            } catch let error as InputRefused {
                throw refused(error)
            } catch let error where !(error is FeatureError || error is StorageError) {
                throw CommandLineError.featureFailed("'\(action.name)' failed: \(error)")
            }
        }
    }
}
