// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HealthStore

/// `health check`.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that the store is whole.",
        discussion: """
            Looks for damage in the file and for contradictions in what it holds. Ends with status 1 where it finds any.

            Examples:
              health check
              health check --store backup.db
            """)

    @OptionGroup var storeOptions: StoreOptions

    func run() throws {
        let database = try storeOptions.open(.readOnly)
        let width = Terminal.width(STDERR_FILENO)
        let report = try database.check { step in
            if let width { Terminal.note("\r\u{1B}[K" + step.printable.cut(to: max(1, width - 1))) }
        }
        if width != nil { Terminal.note("\r\u{1B}[K") }
        let output = Output.standard()
        for step in report.checked { try output.line("checked: \(step)") }
        for finding in report.findings { try output.line("fault: \(finding.printable)") }
        if report.isHealthy { try output.line("the store is whole") }
        try output.flush()
        guard report.isHealthy else {
            let faults = report.findings.count == 1 ? "1 fault" : "\(NumberText.grouped(report.findings.count)) faults"
            throw ToolError(
                .unhealthy, "the store \(database.url.path) has \(faults)",
                remedy: "go back to a backup, or make a new store and import your exports again")
        }
    }
}
