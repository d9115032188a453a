// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension HKHealthStore {
    /// Returns samples that are read on demand, so memory use does not depend on their number. This is not part of Apple's API;
    /// use it for ranges that can contain millions of samples.
    ///
    /// Samples are returned in the order of the descriptor. The default order, by start date, is the fastest. Samples that are
    /// saved during the iteration may or may not be returned; no sample is returned twice.
    /// - Parameters:
    ///   - descriptor: The descriptor of the samples.
    ///   - pageSize: The number of samples to keep in memory.
    public func samples<Sample: HKSample>(
        _ descriptor: HKSampleQueryDescriptor<Sample>, pageSize: Int = 1000
    ) -> HKSampleSequence<Sample> {
        HKSampleSequence(descriptor: descriptor, store: self, pageSize: pageSize)
    }
}
