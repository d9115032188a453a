// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A sample of the made data.
struct MadeSample {
    /// Seconds since 1970.
    var start: Int
    /// Seconds since 1970.
    var end: Int
    var value: Double
    /// The index of the provenance in the series.
    var provenance: Int
    /// The index of the metadata in the series, or -1.
    var metadata = -1
}

/// Samples of one type over ten years, the same in every run.
protocol MadeSeries: Sendable {
    var type: HKQuantityTypeIdentifier { get }
    /// What DuckDB's side calls the series.
    var kind: String { get }
    var count: Int { get }
    var provenances: [ProvenanceData] { get }
    var metadata: [[MetadataPair]] { get }

    /// The samples of a day of UTC, in order of their starts.
    /// - Parameters:
    ///   - day: counted from ``Decade/start``.
    ///   - number: how many there are to be.
    func samples(day: Int, number: Int) -> [MadeSample]
}

extension MadeSeries {
    /// The samples of a day; over all days there are exactly ``count``.
    func samples(day: Int) -> [MadeSample] {
        samples(day: day, number: count * (day + 1) / Decade.days - count * day / Decade.days)
    }
}

/// The ten years that the made data is in.
enum Decade {
    /// 2015-01-01T00:00:00Z.
    static let start = 1_420_070_400
    static let days = 3653

    /// The first second of a day of UTC.
    static func midnight(_ day: Int) -> Int { start + day * 86_400 }
}
