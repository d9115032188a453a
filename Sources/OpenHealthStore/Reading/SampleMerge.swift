// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A merge of the scans of several types, ordered by start date, and samples with the same start date by the order in which they
/// were saved.
struct SampleMerge<Owner> {
    private var scans: [(Owner, SampleScan)]
    private let newestFirst: Bool

    init(_ scans: [(Owner, SampleScan)], newestFirst: Bool) {
        self.scans = scans.filter { $0.1.current != nil }
        self.newestFirst = newestFirst
        for index in stride(from: self.scans.count / 2 - 1, through: 0, by: -1) { sift(index) }
    }

    /// The scan with the next sample; nil after the last sample.
    var first: (Owner, SampleScan)? { scans.first }

    /// Restores the heap after the first scan has advanced.
    mutating func settle() {
        if scans.first?.1.current == nil, !scans.isEmpty {
            scans.swapAt(0, scans.count - 1)
            scans.removeLast()
        }
        sift(0)
    }

    private func comesFirst(_ left: SampleScan, _ right: SampleScan) -> Bool {
        guard let a = left.current, let b = right.current else { return left.current != nil }
        if a.start != b.start { return newestFirst ? a.start > b.start : a.start < b.start }
        return a.id < b.id
    }

    private mutating func sift(_ index: Int) {
        var index = index
        while true {
            var first = index
            for child in [2 * index + 1, 2 * index + 2] where child < scans.count {
                if comesFirst(scans[child].1, scans[first].1) { first = child }
            }
            if first == index { return }
            scans.swapAt(index, first)
            index = first
        }
    }
}
