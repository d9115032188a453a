// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthStore

/// The command-line tool for a person's health database.
@main
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Store your health data in one file, and query it.",
        discussion: """
            Begin with the export of the Health app on the iPhone (your picture, "Export All Health Data"):

              health import export.zip
              health types
              health samples heartRate --from today
              health samples stepCount --from 2024-03 --to 2024-03 --format csv
              health serve

            The store is one SQLite file: the one named with --store, else $HEALTH_STORE, else \
            openhealthkit/health.db in $XDG_DATA_HOME, which is ~/.local/share by default.

            Listings go to standard output as a table, or with --format as csv, json or ndjson (one object a line). \
            Errors go to standard error, one line each. The exit status is 0 on success, 1 on failure, and 2 \
            for invalid arguments.

            Completions for your shell (bash, zsh or fish):

              health --generate-completion-script bash > health.bash
            """,
        version: HealthVersion.current,
        subcommands: [
            ImportCommand.self, IngestCommand.self, TypesCommand.self, SamplesCommand.self, WorkoutsCommand.self,
            StatisticsCommand.self, SummaryCommand.self, InsightsCommand.self, ReportCommand.self, ExplainCommand.self,
            ElectrocardiogramsCommand.self, RoutesCommand.self, SummariesCommand.self, SourcesCommand.self,
            MeCommand.self, SettingsCommand.self, UnitsCommand.self, AppsCommand.self, ShowCommand.self,
            AddCommand.self, DeleteCommand.self,
            ImportsCommand.self, AggregatesCommand.self,
            CheckCommand.self, BackupCommand.self, RestoreCommand.self, ExportCommand.self, DemoCommand.self,
            ServeCommand.self, OwnerCommand.self,
            CohortCommand.self,
        ])

    /// Runs the command of the arguments, and exits with its status.
    static func main() {
        CrashHandling.disableBacktraces()
        FileSizeLimit.reportAsError()
        Terminal.occupyClosedFiles()
        let arguments = TypedArguments.prepared(Array(CommandLine.arguments.dropFirst()))
        do {
            if let unknown = unknownCommand(arguments) { throw unknown }
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            if !exitCode(for: error).isSuccess { CreatedStore.removeIfNew() }
            end(with: error, arguments: arguments)
        }
    }

    /// Returns the error for a command that does not exist, with the nearest ones; nil if there is no such command in the arguments.
    static func unknownCommand(_ arguments: [String]) -> ToolError? {
        var path = "health"
        var command: any ParsableCommand.Type = Health.self
        for argument in arguments {
            let names = command.configuration.subcommands.map { $0._commandName }
            // The argument of a command that lists by default can be anything.
            let isCommand = !names.isEmpty && command.configuration.defaultSubcommand == nil
            guard isCommand, !argument.hasPrefix("-"), argument != "help" else { return nil }
            if let next = command.configuration.subcommands.first(where: { $0._commandName == argument }) {
                path += " \(argument)"
                command = next
                continue
            }
            let near = HealthTypes.suggestions(for: argument, among: names)
            return ToolError(
                .badArgument, "no command is called \(argument.debugDescription)",
                remedy: near.isEmpty
                    ? "see `\(path) --help`"
                    : "did you mean \(near.map { "`\(path) \($0)`" }.joined(separator: " or "))?")
        }
        return nil
    }

    /// Exits after an error, or after a request for help, version or completions.
    private static func end(with error: any Error, arguments: [String]) -> Never {
        if let code = error as? ExitCode { Foundation.exit(code.rawValue) }
        if exitCode(for: error).isSuccess {
            let output = Output.standard()
            // If standard output cannot be written, there is no other place to report it.
            try? output.write(fullMessage(for: error) + "\n")
            try? output.flush()
            Foundation.exit(0)
        }
        let report = ErrorReport(error, arguments: arguments)
        Terminal.note(report.line + "\n")
        Foundation.exit(report.status)
    }
}
