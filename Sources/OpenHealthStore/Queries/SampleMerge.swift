// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Several types read as one: a heap of cursors with the next sample on top.
struct SampleMerge {
    private var cursors: [SampleCursor]
    private let newestFirst: Bool

    init(_ cursors: [SampleCursor], newestFirst: Bool) {
        self.cursors = cursors.filter { $0.current != nil }
        self.newestFirst = newestFirst
        for index in stride(from: self.cursors.count / 2 - 1, through: 0, by: -1) { sift(index) }
    }

    /// The next sample, or nil behind the last.
    mutating func next() throws -> RawSample? {
        guard let top = cursors.first, let sample = top.current else { return nil }
        try top.advance()
        if top.current == nil {
            cursors.swapAt(0, cursors.count - 1)
            cursors.removeLast()
        }
        sift(0)
        return sample
    }

    private func comesFirst(_ left: SampleCursor, _ right: SampleCursor) -> Bool {
        guard let a = left.current, let b = right.current else { return left.current != nil }
        if a.start != b.start { return newestFirst ? a.start > b.start : a.start < b.start }
        return newestFirst ? a.id > b.id : a.id < b.id
    }

    private mutating func sift(_ index: Int) {
        var index = index
        while true {
            var first = index
            for child in [2 * index + 1, 2 * index + 2] where child < cursors.count {
                if comesFirst(cursors[child], cursors[first]) { first = child }
            }
            if first == index { return }
            cursors.swapAt(index, first)
            index = first
        }
    }
}
