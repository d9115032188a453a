// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension HealthDatabase {
    /// Mends values that cannot be right and that earlier versions let apps save: readings and beats outside their sample,
    /// places that are none, durations, dates and numbers out of range.
    ///
    /// No sample is deleted. Everything happens in one transaction, and a second repair finds nothing to do. Other faults
    /// that ``check(progress:)`` finds stay as they are.
    /// - Throws: a ``StoreError`` where the store cannot be read or written; nothing is changed then.
    public func repair() throws -> RepairReport {
        // Cells that are still being written were made from what is mended.
        waitForRollups()
        return try write { db in
            var report = RepairReport()
            for rule in ValueRule.all { report.add(try rule.repair(db), rule.remedy) }
            let details = try DetailRepair.repair(db)
            report.add(details.mended, "details of samples were brought into their range")
            report.add(details.removed, "details of samples that no rule brings into their range were removed")
            report.add(
                try MetadataRepair.repair(db), "metadata with a date or a number out of range now have it as text")
            return report
        }
    }

    /// What is wrong with values, as lines of a report.
    static func valueFindings(_ db: Database) throws -> [String] {
        try ValueRule.all.flatMap { try $0.findings(db) } + DetailRepair.findings(db) + MetadataRepair.findings(db)
    }
}
