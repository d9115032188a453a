// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A set of positions of samples in the order of changes: a bit for each position, which needs 625 kB for five million samples.
final class SampleSet {
    private var words: [UInt64] = []
    /// The positions that only a damaged store has, for which there are no bits.
    private var others: Set<Int64> = []

    /// The positions with a bit.
    private static let usual: Range<Int64> = 0..<(1 << 32)

    func contains(_ id: Int64) -> Bool {
        guard Self.usual.contains(id) else { return others.contains(id) }
        let word = Int(id >> 6)
        return word < words.count && words[word] >> UInt64(id & 63) & 1 == 1
    }

    func insert(_ id: Int64) {
        guard Self.usual.contains(id) else {
            others.insert(id)
            return
        }
        let word = Int(id >> 6)
        if word >= words.count {
            words.append(contentsOf: repeatElement(0, count: max(word + 1 - words.count, words.count)))
        }
        words[word] |= 1 << UInt64(id & 63)
    }
}
