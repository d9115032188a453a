// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A set of sample numbers. It uses one bit for each sample from before the import: 625 kB for five million samples.
struct SampleSet {
    private var words: [UInt64] = []

    func contains(_ id: Int64) -> Bool {
        let word = Int(id >> 6)
        return word < words.count && words[word] >> UInt64(id & 63) & 1 == 1
    }

    mutating func insert(_ id: Int64) {
        let word = Int(id >> 6)
        if word >= words.count {
            words.append(contentsOf: repeatElement(0, count: max(word + 1 - words.count, words.count)))
        }
        words[word] |= 1 << UInt64(id & 63)
    }
}
