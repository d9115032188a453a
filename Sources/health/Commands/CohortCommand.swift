// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine

/// The `health cohort` command, which is another program.
struct CohortCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: CohortProgram.command,
        abstract: "Manage the data of many participants on a ClickHouse cluster.",
        discussion: """
            Runs the program health-cohort with the arguments. It is in the Debian package openhealthkit-cohort, in the \
            archive for other Linux distributions, in the container, and in the folder Cohorts of the sources.

            Examples:
              health cohort --help
              health cohort push --participant w001 --store anna.db
              health cohort statistics stepCount --every week
            """)

    @Argument(parsing: .captureForPassthrough, help: "The arguments of health-cohort.")
    var arguments: [String] = []

    func run() throws {
        try CohortProgram.run(arguments)
    }
}

/// The program of `health cohort`.
enum CohortProgram {
    /// The name of the command.
    static let command = "cohort"
    /// The name of the program.
    static let name = "health-cohort"

    /// Runs the program instead of this one if the arguments of the process begin with the command, before anything of this process
    /// changes and before its parser reads options that belong to the program.
    static func runIfRequested(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) {
        // If it cannot be run, the command reports the error.
        if let passed = passed(arguments) { try? run(passed) }
    }

    /// Returns the arguments for the program, or nil if another command is requested.
    static func passed(_ arguments: [String]) -> [String]? {
        if arguments.first == command { return Array(arguments.dropFirst()) }
        guard arguments.prefix(2) == ["help", command] else { return nil }
        return ["help"] + arguments.dropFirst(2)
    }

    /// Replaces this process by the program, which has the same arguments, environment and files.
    /// - Throws: A ``ToolError`` if the program is not installed or does not start.
    static func run(_ arguments: [String]) throws -> Never {
        let folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"]
        guard let program = find(in: folder, path: path) else {
            if let file = files(in: folder, path: path).first {
                throw ToolError(
                    .notFound, "\(file), which health cohort runs, is not executable",
                    remedy: "make it executable: chmod +x \(file)")
            }
            throw ToolError(
                .notFound,
                "health cohort needs the program \(name), which is neither in the folder of health nor on the PATH",
                remedy: "install the Debian package openhealthkit-cohort, run install.sh of the archive again, or "
                    + "build it in the sources with `make build-cohorts`")
        }
        let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        execv(program, words)
        let reason = String(cString: strerror(errno))
        for word in words { free(word) }
        throw ToolError(.notFound, "\(program) does not start: \(reason)", remedy: "install \(name) again")
    }

    /// Returns the path of the program: in the folder of this program, or else in the first folder of the search path that has it.
    /// - Parameters:
    ///   - folder: The folder of this program.
    ///   - path: The search path, with colons between its folders. Relative folders do not count.
    static func find(in folder: String?, path: String?) -> String? {
        files(in: folder, path: path).first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns the paths of the files with the name of the program, also of those that are not executable, in the order of the search.
    private static func files(in folder: String?, path: String?) -> [String] {
        let folders = (path ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        return ([folder].compactMap(\.self) + folders).map { $0 + "/" + name }.filter { candidate in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }
}
