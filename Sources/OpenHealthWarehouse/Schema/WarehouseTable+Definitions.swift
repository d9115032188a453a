// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension WarehouseTable {
    // Codecs: columns that are sorted or nearly so as differences, then ZSTD; counts by the bits they need; measurements by
    // ZSTD alone. Gorilla before it was measured to make them a quarter larger: people's sensors give few different numbers,
    // which ZSTD finds as they are. With a million samples and 25,000 days of one person on 26.9, in kB: value 3209 (with
    // Gorilla 4132), sums 2209 (2845), start 1775 (without differences 2371), place 335 (484 as Delta).

    /// One row a participant: who takes part, and how far their store has been pushed. It is written last by each push.
    package static let participants = WarehouseTable(
        name: "participants",
        columns: [
            Column("participant", "String", "ZSTD(1)"),
            // The number of the push that wrote the row.
            Column("version", "UInt64", "ZSTD(1)"),
            Column("cohort_group", "String", "ZSTD(1)"),
            // 0: not known. The whole date only where it was asked for, else empty.
            Column("birth_year", "UInt16", "ZSTD(1)"),
            Column("birth_date", "String", "ZSTD(1)"),
            // HKBiologicalSex: 0 not set, 1 female, 2 male, 3 other.
            Column("sex", "UInt8", "ZSTD(1)"),
            Column("time_zone", "String", "ZSTD(1)"),
            // What tells one store from another; nothing about a person follows from it.
            Column("store", "String", "ZSTD(1)"),
            // The place in the store's order of changes up to which everything has arrived.
            Column("anchor", "UInt64", "ZSTD(1)"),
            // The civil days that the first and the last sample begin on.
            Column("first_day", "Date", "ZSTD(1)"),
            Column("last_day", "Date", "ZSTD(1)"),
            // Seconds since 1970, UTC.
            Column("pushed", "Float64", "ZSTD(1)"),
            // What was asked to leave home: names of ``CohortDisclosure``.
            Column("disclosed", "Array(String)", "ZSTD(1)"),
        ], key: ["participant"], partition: nil)

    /// Every sample.
    package static let samples = WarehouseTable(
        name: "samples",
        columns: [
            Column("participant", "String", "ZSTD(1)"),
            // The identifier, such as HKQuantityTypeIdentifierStepCount.
            Column("type", "String", "ZSTD(1)"),
            // Seconds since 1970, UTC.
            Column("start", "Float64", "Delta(8), ZSTD(1)"),
            Column("end", "Float64", "Delta(8), ZSTD(1)"),
            // The place in the store's order of changes.
            Column("place", "UInt64", "DoubleDelta, ZSTD(1)"),
            Column("version", "UInt64", "Delta(8), ZSTD(1)"),
            // The civil day that it starts on, in the participant's home zone.
            Column("day", "Date", "DoubleDelta, ZSTD(1)"),
            Column("uuid", "FixedString(16)", "NONE"),
            // In the canonical unit of the type, or the raw value of a category; NaN where there is none.
            Column("value", "Float64", "ZSTD(1)"),
            // Numbers the sources of one participant.
            Column("source", "UInt32", "T64, ZSTD(1)"),
            // Metadata that are numbers, flags or words of HealthKit's own; others only where they were asked for.
            Column("metadata_keys", "Array(String)", "ZSTD(1)"),
            Column("metadata_values", "Array(String)", "ZSTD(1)"),
            // Empty unless asked for.
            Column("source_name", "String", "ZSTD(1)"),
            Column("device_name", "String", "ZSTD(1)"),
        ], key: ["type", "participant", "start", "place"], partition: "toYear(toDateTime(toInt64(start)))")

    /// The places of samples that have been deleted since they were pushed.
    package static let deletions = WarehouseTable(
        name: "deletions",
        columns: [
            Column("participant", "String", "ZSTD(1)"),
            Column("place", "UInt64", "DoubleDelta, ZSTD(1)"),
            Column("version", "UInt64", "Delta(8), ZSTD(1)"),
        ], key: ["participant", "place"], partition: nil)

    /// The figures of a participant's quantity on a civil day, over all sources, each moment counted once: the day, and its
    /// quarters of an hour in arrays. A day that has become empty is a row with nothing in it.
    ///
    /// `count`, `sum` and so on are of the samples that start on the day (or in the quarter); `carried_…` of those that reach
    /// into it. See ``CellDay`` for what each figure means and how days become weeks.
    package static let cells = WarehouseTable(
        name: "cells",
        columns: [
            Column("participant", "String", "ZSTD(1)"),
            Column("type", "String", "ZSTD(1)"),
            Column("day", "Date", "DoubleDelta, ZSTD(1)"),
            Column("version", "UInt64", "Delta(8), ZSTD(1)"),
            // Tells rows of different content apart.
            Column("digest", "UInt64", "NONE"),
            // When the day begins and ends: seconds since 1970, UTC.
            Column("start", "Float64", "Delta(8), ZSTD(1)"),
            Column("finish", "Float64", "Delta(8), ZSTD(1)"),
            Column("count", "UInt32", "T64, ZSTD(1)"),
            Column("sum", "Float64", "ZSTD(1)"),
            Column("minimum", "Float64", "ZSTD(1)"),
            Column("maximum", "Float64", "ZSTD(1)"),
            Column("covered", "Float64", "ZSTD(1)"),
            Column("weight", "Float64", "ZSTD(1)"),
            Column("weighted", "Float64", "ZSTD(1)"),
            Column("hold", "Float64", "ZSTD(1)"),
            Column("last_end", "Float64", "ZSTD(1)"),
            Column("last_value", "Float64", "ZSTD(1)"),
            Column("carried_count", "UInt32", "T64, ZSTD(1)"),
            Column("carried_sum", "Float64", "ZSTD(1)"),
            Column("carried_minimum", "Float64", "ZSTD(1)"),
            Column("carried_maximum", "Float64", "ZSTD(1)"),
            // Quarters of an hour since the beginning of the day, and what each has. Arrays that a type has no use for
            // are empty; the others are as long as this one.
            Column("quarters", "Array(UInt8)", "Delta(1), ZSTD(1)"),
            Column("counts", "Array(UInt32)", "T64, ZSTD(1)"),
            Column("sums", "Array(Float64)", "ZSTD(1)"),
            Column("minimums", "Array(Float64)", "ZSTD(1)"),
            Column("maximums", "Array(Float64)", "ZSTD(1)"),
            Column("covereds", "Array(Float64)", "ZSTD(1)"),
            Column("weights", "Array(Float64)", "ZSTD(1)"),
            Column("weighteds", "Array(Float64)", "ZSTD(1)"),
            Column("holds", "Array(Float64)", "ZSTD(1)"),
            Column("last_ends", "Array(Float64)", "Delta(8), ZSTD(1)"),
            Column("last_values", "Array(Float64)", "ZSTD(1)"),
            Column("carried_counts", "Array(UInt32)", "T64, ZSTD(1)"),
            Column("carried_sums", "Array(Float64)", "ZSTD(1)"),
            Column("carried_minimums", "Array(Float64)", "ZSTD(1)"),
            Column("carried_maximums", "Array(Float64)", "ZSTD(1)"),
        ], key: ["type", "participant", "day"], partition: "toYear(day)")

    /// The durations of a participant's values of a category on a day: a civil day, or the night that ends on it (sleep).
    package static let durations = WarehouseTable(
        name: "durations",
        columns: [
            Column("participant", "String", "ZSTD(1)"),
            Column("type", "String", "ZSTD(1)"),
            Column("day", "Date", "DoubleDelta, ZSTD(1)"),
            Column("version", "UInt64", "Delta(8), ZSTD(1)"),
            Column("digest", "UInt64", "NONE"),
            Column("categories", "Array(Int32)", "T64, ZSTD(1)"),
            // Seconds that belong to the value alone, and seconds that were reported of it.
            Column("durations", "Array(Float64)", "ZSTD(1)"),
            Column("reporteds", "Array(Float64)", "ZSTD(1)"),
        ], key: ["type", "participant", "day"], partition: "toYear(day)")

    /// Those who have been withdrawn, by the SHA-256 of their pseudonym, so that a push that comes late is refused.
    package static let withdrawals = WarehouseTable(
        name: "withdrawals",
        columns: [
            Column("pseudonym", "FixedString(32)", "NONE"),
            Column("version", "UInt64", "ZSTD(1)"),
            // Seconds since 1970, UTC.
            Column("withdrawn", "Float64", "ZSTD(1)"),
            // 1 where the person has been admitted again.
            Column("lifted", "UInt8", "ZSTD(1)"),
        ], key: ["pseudonym"], partition: nil)
}
