// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension CategoryTimeline {
    /// An interval that belongs to one value of one source.
    public struct Stretch: Sendable, Hashable {
        /// The start, in seconds since 1970, UTC.
        public var start: Double
        /// The end, in seconds since 1970, UTC; always after ``start``.
        public var end: Double
        /// The raw value of the interval.
        public var value: Int
        /// The rank of the source.
        public var rank: Int32

        /// Creates an interval from its properties.
        public init(start: Double, end: Double, value: Int, rank: Int32) {
            self.start = start
            self.end = end
            self.value = value
            self.rank = rank
        }
    }

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
