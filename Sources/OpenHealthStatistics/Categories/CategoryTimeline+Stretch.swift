// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension CategoryTimeline {
    /// An interval that belongs to one value of one source; its end is always after its start.
    public typealias Stretch = CategoryInterval

    /// A recorder that joins adjacent intervals with the same value and source, across samples and buckets.
    struct StretchRecorder {
        private var complete: [Stretch] = []
        private var growing: Stretch?

        mutating func add(_ stretch: Stretch) {
            if let last = growing, last.end == stretch.start, last.value == stretch.value, last.rank == stretch.rank {
                growing?.end = stretch.end
                return
            }
            finish()
            growing = stretch
        }

        mutating func finish() {
            if let growing { complete.append(growing) }
            growing = nil
        }

        mutating func take() -> [Stretch] {
            defer { complete = [] }
            return complete
        }
    }
}
