import ArgumentParser
import FeatureKit
import Interaction

/// Takes back a change of a feature's records, and prints the resulting screen.
struct UndoCommand<Host: CommandLineHost>: AsyncConsoleCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "undo",
            abstract: "Take back a change of a feature's records.",
            discussion: """
                EXAMPLE: \(Host.name) undo FEATURE 17

                'history' lists the changes with their numbers. Without a number, your last change of the last hour is \
                taken back, so calling this again and again takes back one change after another, and --again does them \
                again.

                A change is refused if a value that it wrote has changed since. --rest then takes back the other records \
                of the change, and --field brings back the older value of one field all the same. Taking back is a change \
                too, so it can be taken back.
                """)
    }

    @Argument(help: "The feature's id, as 'list' prints it.", completion: Completions<Host>.feature)
    var feature: String

    @Argument(help: "The number of the change, as 'history' prints it.")
    var change: Int?

    @Flag(help: "Do again what you have taken back last.")
    var again = false

    @Flag(help: "Leave out records that have changed since.")
    var rest = false

    @Option(help: "Only what the change did to the record with this key.")
    var record: String?

    @Option(help: "Only the value of this field, whatever was changed later.")
    var field: String?

    @OptionGroup var options: LaunchOptions<Host>

    @Flag(name: .shortAndLong, help: "Print no screen. Messages still go to standard error.")
    var quiet = false

    @OptionGroup var output: OutputOptions

    var colors: ColorChoice { ColorChoice(checked: output.color) }

    func run(on console: Console) async throws {
        let manifest = try Host.registry().feature(feature).manifest
        guard let undo = manifest.undo else {
            throw CommandLineError.usage("\(FieldValue.quote(feature)) keeps no history, so nothing can be taken back")
        }
        let given: [(role: FieldDescription.Role, text: String?)] = [
            (.change, change.map { "\($0)" }), (.changeAgain, again ? "true" : nil), (.changeRest, rest ? "true" : nil),
            (.changedRow, record), (.changedField, field),
        ]
        let assignments = try given.compactMap { role, text -> String? in
            guard let text else { return nil }
            guard let name = undo.fields.name(of: role) else {
                throw CommandLineError.usage(
                    "\(FieldValue.quote(feature)) takes back whole changes by their numbers only")
            }
            return "\(name)=\(text)"
        }
        var command = try PerformCommand<Host>.parse([feature, undo.name] + assignments)
        (command.options, command.quiet, command.output) = (options, quiet, output)
        try await command.run(on: console)
    }
}
