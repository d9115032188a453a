// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension HealthDatabase {
    /// Checks the file, the consistency of its contents, and the files of attachments. Reads everything and changes nothing.
    ///
    /// Samples and metadata are compared with checksums. Other details have no checksum, so changed values and missing rows of them are found
    /// only if they contradict other rows.
    /// - Parameter progress: A closure that is called with the name of each part before it begins.
    /// - Throws: A ``StoreError`` if the store can't be read at all; a damaged file is a finding.
    public func check(progress: ((String) -> Void)? = nil) throws -> CheckReport {
        var report = CheckReport()
        do {
            try read { db in
                for (name, check) in Self.checks {
                    progress?(name)
                    do {
                        let findings = try check(db)
                        report.findings += findings
                        if name == Self.numbers, !findings.isEmpty {
                            report.checked.append(name)
                            report.findings.append("the other parts were not checked, since they calculate with these")
                            return
                        }
                    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                        // The remaining parts can still contain more precise findings.
                        report.findings.append("\(name): the file is damaged: \(error.message ?? "no more is known")")
                    }
                    report.checked.append(name)
                }
            }
            progress?(Self.attachments)
            report.findings += try AttachmentCheck.findings(self)
            report.checked.append(Self.attachments)
        } catch let error as StoreError where error.code == .corrupt || error.code == .inconsistent {
            report.findings.append(error.message)
        }
        return report
    }

    private static let attachments = "attachments"
    private static let numbers = "numbers"

    private static let checks: [(String, @Sendable (Database) throws -> [String])] = [
        ("integrity of the file", { try FileCheck.run($0) }),
        ("schema", { try SchemaCheck.run($0) }),
        (numbers, { try NumberCheck.run($0) }),
        ("links between tables", { try foreignKeys($0) }),
        ("types", { try UnitCheck.findings($0) + repairable(ValueNameCheck.findings($0)) }),
        ("samples", { try SampleCheck.run($0) }),
        ("stored UUIDs", { try StoreRules.run($0, StoreRules.uuids) }),
        (
            "details of samples",
            { try StoreRules.run($0, StoreRules.details) + repairable(PlainRecordRepair.findings($0)) }
        ),
        ("efforts", { try repairable(EffortCheck.findings($0)) }),
        ("series", { try StoreRules.run($0, StoreRules.series) }),
        ("apps and permissions", { try StoreRules.run($0, StoreRules.apps) }),
        ("order of changes", { try StoreRules.run($0, StoreRules.changes) }),
        ("statistics", { try StoreRules.run($0, StoreRules.statistics) }),
        ("kept statistics", { try RollupCheck.run($0) }),
        ("values", { try repairable(valueFindings($0)) }),
        ("metadata", { try StoreRules.run($0, StoreRules.json) }),
        ("views", { try StoreRules.views($0) }),
    ]

    /// Adds to faults that the repair exists, unless they say so.
    private static func repairable(_ findings: [String]) -> [String] {
        findings.map { $0.contains("--repair") ? $0 : $0 + "; `health check --repair` repairs it" }
    }

    private static func foreignKeys(_ db: Database) throws -> [String] {
        var faults = FaultList(rest: "rows refer to missing rows")
        let rows = try Row.fetchCursor(db, sql: "PRAGMA foreign_key_check")
        while let row = try rows.next() {
            let (table, parent): (String, String) = (try row.value(of: "table"), try row.value(of: "parent"))
            let number = (try row.value(Int64?.self, of: "rowid")).map { " \($0)" } ?? ""
            faults.add("row\(number) of \(table) refers to a missing row of \(parent)")
        }
        return faults.lines
    }
}

/// The result of a check of a store.
public struct CheckReport: Sendable, Equatable {
    /// The faults, one line each; empty if the store is sound. The lines never contain health values.
    public var findings: [String]
    /// The performed checks, one line each.
    public var checked: [String]

    /// Whether there are no faults.
    public var isHealthy: Bool { findings.isEmpty }

    /// The maximum number of listed faults of one kind; the rest are only counted.
    package static let limit = 20

    init() {
        findings = []
        checked = []
    }
}

/// The faults of one kind: the first of them, and their number.
struct FaultList {
    private var first: [String] = []
    private var count = 0
    private let rest: String

    /// Creates an empty list.
    /// - Parameter rest: A description of the faults that aren't listed, such as "samples end before they start".
    init(rest: String) {
        self.rest = rest
    }

    mutating func add(_ text: @autoclosure () -> String) {
        count += 1
        if first.count < CheckReport.limit { first.append(text()) }
    }

    /// The faults as lines of a report.
    var lines: [String] {
        count > first.count ? first + ["\(count - first.count) more: \(rest)"] : first
    }
}
