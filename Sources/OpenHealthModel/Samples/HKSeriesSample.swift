// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the class has subclasses; all stored properties are immutable and Sendable.
/// A sample with many values that are read separately, such as a route or heartbeats.
public class HKSeriesSample: HKSample, @unchecked Sendable {
    /// The number of values in the series.
    public let count: Int

    /// Creates a series from stored fields.
    package init(seriesType: HKSeriesType, count: Int, startDate: Date, endDate: Date, fields: HKObjectFields) {
        self.count = count
        super.init(sampleType: seriesType, startDate: startDate, endDate: endDate, fields: fields)
    }

    /// Encodes the sample.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeArchive(["count": count], forKey: "HKSeriesSample")
    }

    /// Creates a sample from an archive, or returns `nil` if the archive contains none.
    public required init?(coder: NSCoder) {
        guard let count = coder.archive(forKey: "HKSeriesSample")?.integer("count"), count >= 0 else { return nil }
        self.count = count
        super.init(coder: coder)
    }
}
