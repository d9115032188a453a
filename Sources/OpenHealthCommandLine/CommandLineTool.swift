// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthStore

/// A command-line tool of this project: the process of a root command, with the same treatment of errors, files and signals as `health`.
public struct CommandLineTool: Sendable {
    /// The command of the arguments.
    package let root: any ParsableCommand.Type
    /// The words that a person types before the arguments, such as `health cohort`.
    package let name: String

    /// Creates a tool.
    /// - Parameters:
    ///   - root: The command of the arguments.
    ///   - name: The words that a person types before the arguments, for errors.
    public init(_ root: any ParsableCommand.Type, name: String) {
        self.root = root
        self.name = name
    }

    /// Runs the command of the arguments of the process, and exits after an error with its status: 1, or 2 for invalid arguments.
    public func run() {
        CrashHandling.disableBacktraces()
        FileSizeLimit.reportAsError()
        Terminal.occupyClosedFiles()
        let arguments = TypedArguments.prepared(Array(CommandLine.arguments.dropFirst()))
        do {
            if let unknown = unknownCommand(arguments) { throw unknown }
            var command = try root.parseAsRoot(arguments)
            try command.run()
        } catch {
            if !root.exitCode(for: error).isSuccess { CreatedStore.removeIfNew() }
            end(with: error, arguments: arguments)
        }
    }

    /// Returns the error for a command that does not exist, with the nearest ones; nil if there is no such command in the arguments.
    package func unknownCommand(_ arguments: [String]) -> ToolError? {
        var path = name
        var command = root
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

    /// Returns the command line that prints the help of the command in the arguments.
    package func help(for arguments: [String]) -> String {
        var path = name
        var command = root
        for argument in arguments where !argument.hasPrefix("-") {
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == argument }) else {
                break
            }
            path += " \(argument)"
            command = next
        }
        return path + " --help"
    }

    /// Exits after an error, or after a request for help, version or completions.
    private func end(with error: any Error, arguments: [String]) -> Never {
        if let code = error as? ExitCode { Foundation.exit(code.rawValue) }
        if root.exitCode(for: error).isSuccess {
            let output = Output.standard()
            // If standard output cannot be written, there is no other place to report it.
            try? output.write(root.fullMessage(for: error) + "\n")
            try? output.flush()
            Foundation.exit(0)
        }
        let report = ErrorReport(error, of: self, arguments: arguments)
        Terminal.note(report.line + "\n")
        Foundation.exit(report.status)
    }
}
