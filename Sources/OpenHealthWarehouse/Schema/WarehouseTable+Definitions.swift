// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension WarehouseTable {
    // Codecs: differences and ZSTD for columns that are at least nearly sorted; the required bits for counts; only ZSTD for
    // measurements. Gorilla before ZSTD increased their size by a quarter in measurements, because sensors produce few different
    // numbers, which ZSTD compresses well. Sizes in kB for a million samples and 25,000 days of one person on 26.9: value 3209
    // (4132 with Gorilla), sums 2209 (2845), start 1775 (2371 without differences), place 335 (484 with Delta).

    /// One row for each participant with the position up to which their store has been pushed. Each push writes it last.
    package static let participants = WarehouseTable(
        name: "participants",
        columns: [
            Column("participant", "String"),
            // The number of the push that wrote the row.
            Column("version", "UInt64"),
            Column("cohort_group", "String"),
            // 0 if it isn't known. The complete date is empty unless it is disclosed.
            Column("birth_year", "UInt16"),
            Column("birth_date", "String"),
            // HKBiologicalSex: 0 not set, 1 female, 2 male, 3 other.
            Column("sex", "UInt8"),
            Column("time_zone", "String"),
            // Distinguishes stores, and reveals nothing about a person.
            Column("store", "String"),
            // The position in the store's order of changes up to which everything has arrived.
            Column("anchor", "UInt64"),
            // The civil days of the start dates of the first and the last sample.
            Column("first_day", "Date"),
            Column("last_day", "Date"),
            // Seconds since 1970, UTC.
            Column("pushed", "Float64"),
            // The disclosed details: names of ``CohortDisclosure``.
            Column("disclosed", "Array(String)"),
        ], key: ["participant"], partition: nil)

    /// All samples.
    package static let samples = WarehouseTable(
        name: "samples",
        columns: [
            Column("participant", "String"),
            // The identifier, such as HKQuantityTypeIdentifierStepCount.
            Column("type", "String"),
            // Seconds since 1970, UTC.
            Column("start", "Float64", "Delta(8), ZSTD(1)"),
            Column("end", "Float64", "Delta(8), ZSTD(1)"),
            // The position in the store's order of changes.
            Column("place", "UInt64", "DoubleDelta, ZSTD(1)"),
            Column("version", "UInt64", "Delta(8), ZSTD(1)"),
            // The civil day of the start date, in the participant's home time zone.
            Column("day", "Date", "DoubleDelta, ZSTD(1)"),
            Column("uuid", "FixedString(16)", "NONE"),
            // The value in the canonical unit of the type, or the raw value of a category; NaN if there is none.
            Column("value", "Float64"),
            // The number of the source, which is unique for the participant.
            Column("source", "UInt32", "T64, ZSTD(1)"),
            // Metadata values that are numbers, Boolean values or HealthKit enumerations; others only if they are disclosed.
            Column("metadata_keys", "Array(String)"),
            Column("metadata_values", "Array(String)"),
            // Empty unless disclosed.
            Column("source_name", "String"),
            Column("device_name", "String"),
        ], key: ["type", "participant", "start", "place"], partition: "toYear(toDateTime(toInt64(start)))")

    /// The positions of samples that have been deleted since they were pushed.
    package static let deletions = WarehouseTable(
        name: "deletions",
        columns: [
            Column("participant", "String"),
            Column("place", "UInt64", "DoubleDelta, ZSTD(1)"),
            Column("version", "UInt64", "Delta(8), ZSTD(1)"),
        ], key: ["participant", "place"], partition: nil)

    /// The statistics of a participant's quantity on a civil day, over all sources, with each moment counted once: those of the
    /// day, and arrays of those of its quarters of an hour. A day that has become empty is a row with empty contents.
    ///
    /// `count`, `sum` and so on are for the samples that start on the day (or in the quarter); `carried_…` are for earlier
    /// samples that overlap it. See ``CellDay`` for the meaning of each column and for combining days to weeks.
    package static let cells = WarehouseTable(
        name: "cells",
        columns: [
            Column("participant", "String"),
            Column("type", "String"),
            Column("day", "Date", "DoubleDelta, ZSTD(1)"),
            Column("version", "UInt64", "Delta(8), ZSTD(1)"),
            // Distinguishes rows with different contents.
            Column("digest", "UInt64", "NONE"),
            // The start and end of the day, in seconds since 1970, UTC.
            Column("start", "Float64", "Delta(8), ZSTD(1)"),
            Column("finish", "Float64", "Delta(8), ZSTD(1)"),
            Column("count", "UInt32", "T64, ZSTD(1)"),
            Column("sum", "Float64"),
            Column("minimum", "Float64"),
            Column("maximum", "Float64"),
            Column("covered", "Float64"),
            Column("weight", "Float64"),
            Column("weighted", "Float64"),
            Column("hold", "Float64"),
            Column("last_end", "Float64"),
            Column("last_value", "Float64"),
            Column("carried_count", "UInt32", "T64, ZSTD(1)"),
            Column("carried_sum", "Float64"),
            Column("carried_minimum", "Float64"),
            Column("carried_maximum", "Float64"),
            // The quarters of an hour since the start of the day that aren't empty, and their statistics. Arrays that aren't used
            // for a type are empty; the others have the same length as this one.
            Column("quarters", "Array(UInt8)", "Delta(1), ZSTD(1)"),
            Column("counts", "Array(UInt32)", "T64, ZSTD(1)"),
            Column("sums", "Array(Float64)"),
            Column("minimums", "Array(Float64)"),
            Column("maximums", "Array(Float64)"),
            Column("covereds", "Array(Float64)"),
            Column("weights", "Array(Float64)"),
            Column("weighteds", "Array(Float64)"),
            Column("holds", "Array(Float64)"),
            Column("last_ends", "Array(Float64)", "Delta(8), ZSTD(1)"),
            Column("last_values", "Array(Float64)"),
            Column("carried_counts", "Array(UInt32)", "T64, ZSTD(1)"),
            Column("carried_sums", "Array(Float64)"),
            Column("carried_minimums", "Array(Float64)"),
            Column("carried_maximums", "Array(Float64)"),
        ], key: ["type", "participant", "day"], partition: "toYear(day)")

    /// The durations of the values of a category for a participant and a day: a civil day, or for sleep the night that ends on
    /// it.
    package static let durations = WarehouseTable(
        name: "durations",
        columns: [
            Column("participant", "String"),
            Column("type", "String"),
            Column("day", "Date", "DoubleDelta, ZSTD(1)"),
            Column("version", "UInt64", "Delta(8), ZSTD(1)"),
            Column("digest", "UInt64", "NONE"),
            Column("categories", "Array(Int32)", "T64, ZSTD(1)"),
            // The seconds that are attributed to each value, and the seconds that were reported for it.
            Column("durations", "Array(Float64)"),
            Column("reporteds", "Array(Float64)"),
        ], key: ["type", "participant", "day"], partition: "toYear(day)")

    /// Withdrawn participants, by the SHA-256 of their pseudonym, so that later pushes are rejected.
    package static let withdrawals = WarehouseTable(
        name: "withdrawals",
        columns: [
            Column("pseudonym", "FixedString(32)", "NONE"),
            Column("version", "UInt64"),
            // Seconds since 1970, UTC.
            Column("withdrawn", "Float64"),
            // 1 if the participant has been admitted again.
            Column("lifted", "UInt8"),
        ], key: ["pseudonym"], partition: nil)
}
