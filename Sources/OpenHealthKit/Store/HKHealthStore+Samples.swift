// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension HKHealthStore {
    /// Reads samples on demand, so that memory does not grow with their number. This is not in Apple's
    /// interface; use it for ranges that could hold millions.
    ///
    /// Samples come in the order of the descriptor; the order of the start, which is that without one, costs the least.
    /// What is saved while the sequence is read may be seen or not; nothing comes twice.
    /// - Parameters:
    ///   - descriptor: which samples.
    ///   - pageSize: how many samples are held at a time.
    public func samples<Sample: HKSample>(
        _ descriptor: HKSampleQueryDescriptor<Sample>, pageSize: Int = 1000
    ) -> HKSampleSequence<Sample> {
        HKSampleSequence(descriptor: descriptor, store: self, pageSize: pageSize)
    }
}
