// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because this module subclasses it; all it stores is immutable and Sendable itself.
/// Many values under one identity, too many to hand out with the sample: a route, heartbeats.
public class HKSeriesSample: HKSample, @unchecked Sendable {
    /// The number of values of the series.
    public let count: Int

    /// Creates a series from stored parts.
    package init(seriesType: HKSeriesType, count: Int, startDate: Date, endDate: Date, fields: HKObjectFields) {
        self.count = count
        super.init(sampleType: seriesType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Writes the sample to an archive.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        var archive = HKArchive()
        archive.set(count, "count")
        coder.encode(archive, forKey: "HKSeriesSample")
    }

    /// Reads a sample from an archive, or gives nil where the archive does not hold one.
    public required init?(coder: NSCoder) {
        guard let count = coder.archive(forKey: "HKSeriesSample")?.integer("count"), count >= 0 else { return nil }
        self.count = count
        super.init(coder: coder)
    }
}
