// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension SampleReader {
    /// Returns a number of samples in order of their start dates, and the place of the last of them.
    package func page(
        newestFirst: Bool, after place: SortedPlace?, count: Int
    ) throws -> (samples: [HKSample], last: SortedPlace?) {
        var samples: [HKSample] = []
        var last = place
        try forEachCandidate(newestFirst: newestFirst, after: place) { sample, filter in
            guard let object = try filter.object(sample) else { return true }
            samples.append(object)
            last = SortedPlace(start: sample.start, id: sample.id)
            return samples.count < count
        }
        return (samples, last)
    }

    /// Returns the matching rows in an order other than that of the table.
    package func sorted(_ order: [SampleQuery.Order], limit: Int?, after place: SortedPlace? = nil) throws
        -> [SortedSample]
    {
        var sorter = SampleSorter(order, limit: limit, after: place)
        try forEachCandidate { sample, filter in
            if try filter.passes(sample) {
                sorter.add(SortedSample(keys: try filter.keys(sample, order), sample: sample))
            }
            return true
        }
        return sorter.sorted()
    }
}
