// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthStore

/// The common options of listings: the store, the format and the time zone.
struct ListingOptions: ParsableArguments {
    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var zoneOptions: ZoneOptions

    @Option(help: "The output format. Tables have times in the time zone, csv and json in UTC or with an offset.")
    var format: ListingFormat = .table

    @OptionGroup var csv: CSVOptions

    /// Opens the store for reading.
    func open() throws -> HealthDatabase {
        try storeOptions.open(.readOnly)
    }

    /// Returns the clock of the requested time zone.
    func clock(for database: HealthDatabase) throws -> ZoneClock {
        ZoneClock(try zoneOptions.zone(for: database))
    }

    /// Opens the store and prints rows of it.
    /// - Parameter nothing: The text printed for a table without rows, such as `no workouts`.
    func print<Row>(
        as columns: [Column<Row>], nothing: String, _ rows: (HealthDatabase) throws -> [Row]
    ) throws {
        let database = try open()
        try print(try rows(database), as: columns, clock: try clock(for: database), nothing: nothing)
    }

    /// Prints rows that are already in memory.
    /// - Parameter nothing: The text printed for a table without rows, such as `no workouts`.
    func print<Row>(_ rows: [Row], as columns: [Column<Row>], clock: ZoneClock, nothing: String) throws {
        let listing = Listing(
            columns, format: format, raw: csv.raw, clock: clock, output: .standard(), nothing: nothing)
        for row in rows { try listing.add(row) }
        try listing.end()
    }
}

/// The requested number of rows.
enum Limit {
    /// Throws an error if the number is less than 1.
    static func check(_ limit: Int?) throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more") }
    }
}
