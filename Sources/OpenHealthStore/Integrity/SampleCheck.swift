// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthModel

/// Checks the consistency of all samples in a single pass.
struct SampleCheck {
    private let types: [Int64: String]
    private let provenances: Set<Int64>
    private let metadata: Set<Int64>
    private let counter: Int64
    private let runs: RunTable
    private let extents: ExtentTable
    private var sources: SourceTable
    private var places = PlaceSet()
    private var sums = SampleSums()

    private var unknownTypes = FaultList(rest: "samples have a missing type")
    private var unknownFacts = FaultList(rest: "samples have a missing source or missing metadata")
    private var reversed = FaultList(rest: "samples end before they start, or have dates out of range")
    private var doubled = FaultList(rest: "samples have the place of another sample")
    private var beyond = FaultList(rest: "samples have a place beyond the counter of places")
    private var runless = FaultList(rest: "samples are not in the order of changes")
    private var unreachable = FaultList(rest: "samples are longer than the recorded maximum of their type")
    private var sourceless = FaultList(rest: "samples have a source that is not recorded for their type")
    private var values = FaultList(rest: "samples have a value that is not a finite number")

    /// Returns the faults of the samples.
    static func run(_ db: Database) throws -> [String] {
        var check = try SampleCheck(db)
        try SampleRows.forEach(db) { check.take($0) }
        return try check.lines + check.runs.faults + check.details(db) + check.sums.findings(db)
    }

    private init(_ db: Database) throws {
        types = Dictionary(
            try Row.fetchAll(db, sql: "SELECT id, identifier FROM sample_type").map {
                (try $0.value(of: "id"), try $0.value(of: "identifier"))
            }, uniquingKeysWith: { first, _ in first })
        provenances = try Set(Int64.fetchAll(db, sql: "SELECT id FROM provenance"))
        metadata = try Set(Int64.fetchAll(db, sql: "SELECT id FROM metadata"))
        counter = try HealthDatabase.latestChange(db)
        runs = try RunTable(db)
        extents = try ExtentTable(db)
        sources = try SourceTable(db)
    }

    private mutating func take(_ sample: RawSample) {
        func name() -> String { "the sample at place \(sample.id) of \(types[sample.type] ?? "type \(sample.type)")" }
        sums.note(sample)
        if types[sample.type] == nil { unknownTypes.add("\(name()) has a missing type") }
        if !provenances.contains(sample.provenance) { unknownFacts.add("\(name()) has a missing source") }
        if sample.metadata >= 0, !metadata.contains(sample.metadata) {
            unknownFacts.add("\(name()) has missing metadata")
        }
        if !StoreLimits.sampleDates.contains(sample.start) || !StoreLimits.sampleDates.contains(sample.end)
            || sample.end < sample.start
        {
            reversed.add("\(name()) ends before it starts, or has dates out of range")
        } else if !extents.covers(sample) {
            unreachable.add("\(name()) is longer than the recorded maximum of its type, so queries can miss it")
        }
        if !sources.covers(sample) {
            sourceless.add("\(name()) has a source that is not recorded for the type, or not at this date")
        }
        if sample.value.isInfinite { values.add("\(name()) has a value that is not a finite number") }
        if sample.id < 1 || sample.id > counter {
            beyond.add("\(name()) has a place beyond the counter, \(counter)")
        }
        if !places.insert(sample.id) { doubled.add("\(name()) has the place of another sample") }
        if !runs.holds(sample) { runless.add("\(name()) is not in the order of changes") }
    }

    /// Returns the faults of rows that refer to missing samples or to deleted samples that still exist.
    private func details(_ db: Database) throws -> [String] {
        var lost = FaultList(rest: "details belong to no sample")
        for (table, column) in StoreRules.placeTables {
            let rows = try Int64.fetchCursor(db, sql: "SELECT DISTINCT \(column) FROM \(table)")
            while let place = try rows.next() {
                if !places.contains(place) { lost.add("the row of \(table) at place \(place) belongs to no sample") }
            }
        }
        var undead = FaultList(rest: "deleted samples still exist")
        let deleted = try Int64.fetchCursor(db, sql: "SELECT sample FROM deletion")
        while let place = try deleted.next() {
            if places.contains(place) { undead.add("the deleted sample at place \(place) still exists") }
        }
        return lost.lines + undead.lines
    }

    private var lines: [String] {
        [unknownTypes, unknownFacts, reversed, doubled, beyond, runless, unreachable, sourceless, values].flatMap(
            \.lines)
    }
}

extension SampleSums {
    /// Returns the differences between the sums of the samples that were read and the stored sums, as lines of a report.
    mutating func findings(_ db: Database) throws -> [String] {
        var faults = FaultList(rest: "ranges of samples differ from their checksums")
        for (name, start, end) in try differingIntervals(db) {
            faults.add(
                "samples of \(name) between \(Self.day(start)) and \(Self.day(end)) differ from their checksums; restore a backup, "
                    + "or delete them and import them again, and then accept the others with `health check --repair`")
        }
        return faults.lines
    }

    /// Returns the civil day of an instant in UTC, or the instant if it is out of range.
    private static func day(_ seconds: Double) -> String {
        guard seconds.magnitude < 1e11 else { return "\(seconds) s" }
        return Date(timeIntervalSince1970: seconds).formatted(.iso8601.year().month().day())
    }
}
