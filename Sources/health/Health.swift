// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthCommandLine

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

    /// The tool with these commands.
    static let tool = CommandLineTool(Health.self, name: "health")

    /// Runs the command of the arguments, and exits with its status.
    static func main() {
        CohortProgram.runIfRequested()
        tool.run()
    }
}
