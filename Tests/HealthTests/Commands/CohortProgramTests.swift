// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@testable import health

/// Tests of `health cohort`, which runs another program. The tests of that program are in `Cohorts`.
@Suite("health cohort")
struct CohortProgramTests {
    /// A copy of the tool without the program in its folder.
    private static func tool(in home: Home) throws -> String {
        try FileManager.default.createDirectory(at: home.file("bin"), withIntermediateDirectories: true)
        let copy = home.path("bin/health")
        do {
            try FileManager.default.linkItem(atPath: Tool.path, toPath: copy)
        } catch {
            // The folder can be on another file system.
            try FileManager.default.copyItem(atPath: Tool.path, toPath: copy)
        }
        return copy
    }

    /// Writes a shell script in place of the program.
    private static func program(_ script: String, in folder: URL, interpreter: String = "/bin/sh") throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(CohortProgram.name)
        try "#!\(interpreter)\n\(script)\n".write(to: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }

    @Test("the program has all arguments, the environment and the standard files, and the command its status")
    func replacement() throws {
        let home = try Home()
        let tool = try Self.tool(in: home)
        try Self.program(
            #"for argument; do echo "<$argument>"; done; cat; echo "$HEALTH_COHORT" >&2; exit 7"#,
            in: home.file("tools"))
        let line = """
            echo input | HEALTH_COHORT=study PATH='\(home.path("tools"))':$PATH '\(tool)' cohort push --store 'a b' \
            -5x --help --version ''
            """
        let result = try Running("/bin/sh", ["-c", line], in: home).end()
        #expect(result.status == 7)
        #expect(result.lines == ["<push>", "<--store>", "<a b>", "<-5x>", "<--help>", "<--version>", "<>", "input"])
        #expect(result.errors == "study\n")
    }

    @Test("the program in the folder of the tool has precedence, and help is that of the program")
    func precedence() throws {
        let home = try Home()
        let tool = try Self.tool(in: home)
        try Self.program("echo path", in: home.file("tools"))
        try Self.program("echo folder $@", in: home.file("bin"))
        let line = "PATH='\(home.path("tools"))':$PATH '\(tool)' help cohort push"
        let result = try Running("/bin/sh", ["-c", line], in: home).end()
        #expect(result.status == 0)
        #expect(result.output == "folder help push\n")
    }

    @Test("a signal that ends the program ends the command")
    func signal() throws {
        let home = try Home()
        let tool = try Self.tool(in: home)
        try Self.program("kill -TERM $$", in: home.file("bin"))
        let result = try Running(tool, ["cohort", "init"], in: home).end()
        #expect(result.signal == SIGTERM)
    }

    @Test("a program that does not start is an error with its path")
    func unusable() throws {
        let home = try Home()
        let tool = try Self.tool(in: home)
        try Self.program("true", in: home.file("bin"), interpreter: home.path("nothing"))
        let result = try Running(tool, ["cohort", "participants"], in: home).end()
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        let folder = URL(fileURLWithPath: tool).resolvingSymlinksInPath().deletingLastPathComponent().path
        #expect(
            result.errors == "health: \(folder)/health-cohort does not start: No such file or directory; "
                + "install health-cohort again\n")
    }

    @Test("without the program, the error names the package and the archive to install")
    func missing() throws {
        let home = try Home()
        let tool = try Self.tool(in: home)
        for arguments in [["cohort", "push", "--store", "a.db"], ["cohort", "participants"]] {
            let line = ([tool] + arguments).map { "'\($0)'" }.joined(separator: " ")
            let result = try Running("/bin/sh", ["-c", "PATH='\(home.path("nothing"))' \(line)"], in: home).end()
            #expect(result.status == 1)
            #expect(result.output.isEmpty)
            #expect(result.errorLines.count == 1)
            #expect(result.errors.hasPrefix("health: "))
            #expect(result.errors.contains("openhealthkit-cohort"), "\(result.errors)")
            #expect(result.errors.contains("install.sh of the archive"), "\(result.errors)")
        }
        let help = try Running("/bin/sh", ["-c", "PATH='' '\(tool)' help cohort"], in: home).end()
        #expect(help.status == 0)
        #expect(help.output.contains("openhealthkit-cohort"))
    }

    @Test("a program that is not executable is named")
    func notExecutable() throws {
        let home = try Home()
        let tool = try Self.tool(in: home)
        try Self.program("true", in: home.file("tools"))
        let file = home.path("tools/" + CohortProgram.name)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let line = "PATH='\(home.path("nothing")):\(home.path("tools"))' '\(tool)' cohort participants"
        let result = try Running("/bin/sh", ["-c", line], in: home).end()
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(
            result.errors
                == "health: \(file), which health cohort runs, is not executable; make it executable: chmod +x \(file)\n"
        )
    }

    @Test("only the first argument selects the program")
    func passed() {
        #expect(CohortProgram.passed(["cohort", "init", "--help"]) == ["init", "--help"])
        #expect(CohortProgram.passed(["cohort"]) == [])
        #expect(CohortProgram.passed(["help", "cohort", "init"]) == ["help", "init"])
        #expect(CohortProgram.passed(["samples", "cohort"]) == nil)
        #expect(CohortProgram.passed(["help", "samples"]) == nil)
        #expect(CohortProgram.passed([]) == nil)
    }

    @Test("relative folders of the search path and files that cannot be run do not count")
    func search() throws {
        let home = try Home()
        try Self.program("true", in: home.file("tools"))
        let file = home.path("tools/" + CohortProgram.name)
        let path = "relative:\(home.path("nothing")):\(home.path("tools"))"
        #expect(CohortProgram.find(in: nil, path: path) == file)
        #expect(CohortProgram.find(in: home.path("tools"), path: nil) == file)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(CohortProgram.find(in: home.path("tools"), path: path) == nil)
        try FileManager.default.createDirectory(
            at: home.file("other/" + CohortProgram.name), withIntermediateDirectories: true)
        #expect(CohortProgram.find(in: home.path("other"), path: nil) == nil)
    }
}
