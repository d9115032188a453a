// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The archive of an account with Strava: the files of the activities, and a table with their names and kinds.
final class StravaAccount: ActivityAccount {
    static let name = "strava-account"

    /// The maximum number of characters of a name.
    private static let maximumName = 500

    let summaries = ActivitySummaries(of: StravaAccount.name, isByStart: false)
    /// The number of the athlete; nil if the export does not state it.
    private var owner: String?

    static func isMarker(_ path: String) -> Bool { path.lowercased().hasSuffix(".csv") }

    static func matches(_ head: UnsafeRawBufferPointer, _ path: String) -> Bool {
        var rows = CSVRows(head.bindMemory(to: UInt8.self))
        return rows.next().flatMap { StravaColumns(rows, $0) } != nil
    }

    static let isOneInInput = false

    static func folder(of path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }

    func role(of path: String) -> AccountFileRole {
        let parts = path.lowercased().split(separator: "/")
        if Self.isMarker(path) { return .document }
        guard parts.dropLast().last == "routes" else { return .other }
        return .leftOutActivity("it is in the folder of planned routes (courses), which are no activities")
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>, pages: MappedBytes?, into builder: ActivityBuilder) throws {
        var rows = CSVRows(bytes)
        guard let header = rows.next(), let columns = StravaColumns(rows, header) else {
            takeOwner(CSVRows(bytes), builder.file)
            // Other tables than that of the activities are not read.
            guard builder.file.split(separator: "/").last?.lowercased() == "activities.csv" else { return }
            return try builder.problem(
                .rejected, bytes.isEmpty ? "the document is empty" : "this is no table of activities, whatever its name"
            )
        }
        while let row = rows.next() {
            guard !row.isCutOff else {
                return try builder.problem(
                    .warning, "the table is cut off; it was read to its last whole row", line: row.line, isCutOff: true)
            }
            let identifier = rows.text(row, columns.identifier, limit: 100)
            guard row.fields.count > columns.type else {
                try builder.problem(.rejected, "a row has too few columns; it was left out", line: row.line)
                continue
            }
            var summary = Self.summary(rows, row, columns, identifier)
            if identifier.isEmpty {
                guard !row.fields[columns.type].isEmpty, let identified = summary.identifiedByContent else {
                    try builder.problem(
                        .rejected,
                        "an activity has neither an identifier nor a date, duration and kind; it was left out",
                        line: row.line)
                    continue
                }
                summary = identified
            }
            try summaries.add(summary, from: builder.file)
        }
    }

    /// Takes the number of the athlete, which is the first value of the table about the person.
    private func takeOwner(_ table: CSVRows, _ path: String) {
        var rows = table
        guard path.split(separator: "/").last?.lowercased() == "profile.csv", rows.next() != nil, let row = rows.next()
        else { return }
        let number = rows.text(row, 0, limit: 40)
        if !number.isEmpty, number.allSatisfy(\.isNumber) { owner = number }
    }

    private static func summary(
        _ rows: CSVRows, _ row: CSVRows.Row, _ columns: StravaColumns, _ identifier: String
    ) -> ActivitySummary {
        func number(_ column: Int?) -> Double? {
            guard let column else { return nil }
            let text = rows.text(row, column, limit: 100)
            return parseDouble(text.replacing(",", with: ".")).flatMap { $0 > 0 ? $0 : nil }
        }
        func first(_ columns: [Int]) -> Double? { columns.lazy.compactMap(number).first }
        /// A year; longer times are errors.
        func seconds(_ value: Double?) -> Double? { value.flatMap { $0 <= 366 * 86_400 ? $0 : nil } }
        var summary = ActivitySummary(identifier: identifier)
        summary.line = row.line
        let file = columns.file.map { rows.text(row, $0) } ?? ""
        summary.file = file.isEmpty ? nil : ActivitySummaries.fileName(file)
        summary.start = WrittenDate.seconds(rows.text(row, columns.date, limit: 200))
        let name = rows.text(row, columns.name).prefix(maximumName)
        summary.name = name.isEmpty ? nil : String(name)
        summary.kind = AccountKind.kind(rows.text(row, columns.type, limit: 200))
        summary.elapsed = seconds(first(columns.elapsed))
        summary.duration = seconds(number(columns.movingTime)) ?? summary.elapsed
        summary.distance = number(columns.distance)
        summary.energy = number(columns.energy)
        summary.ascent = number(columns.ascent)
        summary.heartRates.average = number(columns.averageHeartRate)
        summary.heartRates.maximum = first(columns.maximumHeartRate)
        return summary
    }

    func prepare() {
        if let owner { summaries.setOwner(owner) }
    }

    func finish(into builder: ActivityBuilder) throws {
        for summary in summaries.all where !summary.isUsed && summary.file != nil && !summary.isFileRead {
            builder.report(on: summary.document)
            builder.remark(
                "the file of an activity is not in the export; its workout has the totals", line: summary.line)
        }
        try builder.addRest(of: summaries, ProvenanceData(sourceName: "Strava"))
    }
}
