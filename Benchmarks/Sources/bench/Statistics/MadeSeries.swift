// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A generated sample.
struct MadeSample {
    /// The start, in seconds since 1970.
    var start: Int
    /// The end, in seconds since 1970.
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
    /// The name of the series in DuckDB's script.
    var kind: String { get }
    var count: Int { get }
    var provenances: [ProvenanceData] { get }
    var metadata: [[MetadataPair]] { get }

    /// Returns the samples of a day of UTC, in order of their starts.
    /// - Parameters:
    ///   - day: The number of days since ``Decade/start``.
    ///   - number: The number of samples.
    func samples(day: Int, number: Int) -> [MadeSample]
}

extension MadeSeries {
    /// Returns the samples of a day; all days together have exactly ``count``.
    func samples(day: Int) -> [MadeSample] {
        samples(day: day, number: count * (day + 1) / Decade.days - count * day / Decade.days)
    }
}

/// The ten years of the generated data.
enum Decade {
    /// 2015-01-01T00:00:00Z.
    static let start = 1_420_070_400
    static let days = 3653

    /// Returns the first second of a day of UTC.
    static func midnight(_ day: Int) -> Int { start + day * 86_400 }
}
