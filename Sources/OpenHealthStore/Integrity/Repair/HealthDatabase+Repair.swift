// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension HealthDatabase {
    /// Repairs invalid values that earlier versions allowed apps to save: readings and beats outside their sample, invalid
    /// coordinates, and durations, dates and numbers out of range. Records that earlier versions imported as workouts, routes
    /// and other samples that need details become unknown elements. Attachments whose file is missing, a link or not a regular file
    /// are removed, and so are files that no attachment names; files of another size are accepted. If efforts have faults, all are
    /// determined again from the workouts and the decisions of the person. The points of routes are numbered again if there are gaps, and
    /// missing names of the values of categories are written again.
    ///
    /// No other samples are deleted. The repair is a single transaction, and repeating it changes nothing. Other problems that
    /// ``check(progress:)`` finds are not repaired.
    /// - Throws: A ``StoreError`` if the store cannot be read or written; in this case nothing is changed.
    public func repair() throws -> RepairReport { try repair(acceptsChanges: true) }

    /// Repairs invalid values as ``repair()`` does.
    /// - Parameter acceptsChanges: Whether samples and metadata that differ from their checksums are accepted as they are.
    package func repair(acceptsChanges: Bool) throws -> RepairReport {
        // Pending writes of cells are based on the invalid values.
        waitForRollups()
        return try write { db in
            var report = RepairReport()
            try UnfinishedImport.refuse(db)
            // Repairs calculate with the numbers, too.
            guard try NumberCheck.run(db).isEmpty else { return report }
            report.add(
                try PlainRecordRepair.repair(db), "records of types that need details were kept as unknown elements")
            for rule in ValueRule.all { report.add(try rule.repair(db), rule.remedy) }
            let details = try DetailRepair.repair(db)
            report.add(details.repaired, "details of samples were corrected")
            report.add(details.removed, "details of samples that could not be corrected were removed")
            for (repair, text) in Self.repairs { report.add(try repair(db), text) }
            let attachments = try AttachmentCheck.repair(db, in: AttachmentFolder(self))
            report.add(attachments.removed, "attachments without a regular file were removed; their bytes are lost")
            report.add(
                attachments.resized, "attachments had a file of another size, which was accepted and may be incomplete")
            report.add(attachments.files, "files that belonged to no attachment were removed")
            guard acceptsChanges else { return report }
            for (accept, text) in Self.acceptances { report.add(try accept(db), text) }
            return report
        }
    }

    /// The repairs after those of values, in order, with the descriptions of what they have changed.
    private static let repairs: [(@Sendable (Database) throws -> Int, String)] = [
        (MetadataRepair.repair, "metadata dictionaries with a date or number out of range now contain it as text"),
        (ValueNameCheck.repair, "types had missing or other names of values, which were written again"),
        (EffortCheck.repair, "faults of efforts were found, and all efforts were determined again"),
        (RollupCheck.repair, "kept statistics were removed, and are created again when needed"),
    ]

    /// The repairs that change the checksums instead of the data.
    private static let acceptances: [(@Sendable (Database) throws -> Int, String)] = [
        (
            MetadataRepair.acceptChanges,
            "metadata dictionaries differed from their checksums and were accepted as they are"
        ),
        (SampleSums.repair, "ranges of samples differed from their checksums and were accepted as they are"),
    ]

    /// Returns the problems of values as lines of a report.
    static func valueFindings(_ db: Database) throws -> [String] {
        try ValueRule.all.flatMap { try $0.findings(db) } + DetailRepair.findings(db) + MetadataRepair.findings(db)
    }
}

/// The result of repairing a store.
public struct RepairReport: Sendable, Equatable {
    /// The repairs, one line each; empty if nothing was repaired. The lines never contain health values.
    public var repaired: [String]

    init() {
        repaired = []
    }

    package mutating func add(_ count: Int, _ text: String) {
        if count > 0 { repaired.append("\(count): \(text)") }
    }
}
