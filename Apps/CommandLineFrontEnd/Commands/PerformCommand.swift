import ArgumentParser
import FeatureKit
import FeatureStorage
import Synchronization

/// Launches a feature, performs one of its actions and prints the resulting screen.
struct PerformCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "perform",
            abstract: "Launch a feature, perform one of its actions and print the resulting screen.",
            discussion: """
                EXAMPLE: \(Host.name) perform FEATURE ACTION name=Rex

                Waits until loading has ended, before the action and after it. Invalid input is refused with a message \
                for each field and exit code 65. If the screen has a form for the action, give only the fields to \
                change: the form fills in the rest. If it has several, name one with --form. If the action leads to another place, the command that shows it is \
                printed; with --json, the member "opens" names it. If it adds a row to a list, standard error names \
                the row and its id, also with --json.

                An action that acts on several rows takes their ids, as in ids=1 ids=2. With --where, it acts on all \
                rows that the list shows with options such as search=lab, but only with --yes; without it, the rows \
                are named and the exit code is 65. It acts on all of them or on none.
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

    @Option(
        help: ArgumentHelp(
            "The form that fills in the fields which are left out; found by itself if the action has one form.",
            valueName: "id"))
    var form: String?

    @Option(
        name: .customLong("where"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "Perform the action on every row that the list shows with this option, such as search=lab. Repeatable.",
            valueName: "key=value"),
        completion: Completions<Host>.option, transform: Assignment.read)
    var filter: [Assignment] = []

    @Flag(help: "With --where: perform the action. Without it, only say on which rows.")
    var yes = false

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
        if yes, filter.isEmpty { throw CommandLineError.usage("--yes has an effect only with --where") }
        var options = options
        options.settings += filter
        let launch = try options.launch(of: feature)
        let action = try launch.feature.manifest.action(self.action)
        let hint = "'\(Host.name) describe \(feature)' lists its actions and fields"
        let texts = try arguments.valuesByName(for: action.fields, noun: "field")
        let refused: @Sendable (InputRefused) -> CommandLineError = { refusal in
            // The page of a record fills in the record's key.
            let key = action.fields.name(of: .row)
            let told = refusal.fields.filter { name, _ in
                name != key || texts[name] != nil || launch.options[name] == nil
            }
            let isPart = !told.isEmpty && told.count < refusal.fields.count
            return .input(
                isPart ? InputRefused(told, advice: refusal.advice) : refusal, inOrderOf: action.fields, hint: hint)
        }
        let values: [String: FieldValue]
        do { values = try action.fields(given: Set(texts.keys)).readTyped(texts, noun: "field") } catch {
            throw refused(error)
        }
        let missing = try missingFields(of: action, values, refused)
        let choice =
            filter.isEmpty ? nil : try RowChoice(filter, for: action, of: launch.manifest, given: values)
        try await options.connect(for: launch)
        var printer = FramePrinter(
            console: console, colors: colors, isJSON: output.isJSON, fields: output.fields, command: launch.command)
        printer.isQuiet = quiet
        let isLaunched = Mutex(false)
        do {
            try await launch.run(within: options.limit, on: console, printer: printer) { [form, yes] session in
                isLaunched.withLock { $0 = true }
                let chosen = try await choice?.call(in: session, values)
                if let choice, let chosen, !yes { throw choice.question(about: chosen.titles) }
                let values = chosen?.call.arguments ?? values
                let before = await session.frame.screen
                let form = try before.form(form, of: action, given: values)
                if form == nil, let missing {
                    if case .failed = before.phase {
                        try before.phase.verifyReady(of: launch.manifest.id, after: .zero)
                    }
                    throw refused(missing)
                }
                do {
                    let answer = try await session.perform(
                        Call(action.name, values, form: form?.id), as: .systemUser)
                    let isSaid = !answer.notices.isEmpty || answer.opens != nil
                    let success = isSaid ? nil : before.success(of: action, values, on: answer.frame.screen)
                    return Launch.Outcome(
                        isAction: true, opens: answer.opens, success: success, change: answer.change)
                } catch let error as InputRefused {
                    throw refused(error)
                } catch let error where !(error is FeatureError || error is StorageError) {
                    throw CommandLineError.featureFailed("'\(action.name)' failed: \(error)")
                }
            }
        } catch {
            // Without a screen, no form fills in what is missing.
            if let missing, !isLaunched.withLock(\.self), (error as? CommandLineError)?.isInterruption != true {
                throw refused(missing)
            }
            throw error
        }
    }

    /// Checks the values, and returns the refusal of required fields that are left out; `nil` if there are none.
    ///
    /// A form on the screen may fill them in.
    ///
    /// - Throws: The error for any other refusal.
    private func missingFields(
        of action: Action, _ values: [String: FieldValue], _ refused: (InputRefused) -> CommandLineError
    ) throws -> InputRefused? {
        do {
            _ = try action.fields(given: Set(values.keys)).check(values)
            return nil
        } catch {
            guard error.fields.keys.allSatisfy({ values[$0] == nil }) else { throw refused(error) }
            return error
        }
    }
}
