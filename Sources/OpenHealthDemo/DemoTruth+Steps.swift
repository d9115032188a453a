// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension DemoTruth {
    /// The true steps, most of which phone and watch both counted.
    ///
    /// Every record of steps has a whole number of steps for each of its seconds, so all totals are whole. In each second
    /// the best source that has a record counts, with all its records that hold the second; the others are left out. A
    /// record that one source has twice, the same in beginning, end and value, counts once.
    public struct Steps: Codable, Sendable, Equatable {
        /// The totals of one way to count.
        public struct Totals: Codable, Sendable, Equatable {
            /// All steps.
            public var total = 0
            /// The steps of each day of ``Steps/zone``, by dates such as `2025-02-04`; without days that have none.
            public var byDay: [String: Int] = [:]

            /// Creates empty totals.
            public init() {}
        }

        /// The time zone of the days; see ``DemoExport/Options/timeZone``.
        public var zone = ""
        /// The names of the watches as the export has them, the one with the latest record first. They are the best
        /// sources.
        public var watches: [String] = []
        /// The names of the phones in the same way, which come after the watches.
        public var phones: [String] = []
        /// All steps, with the sources in the usual order.
        public var total = 0
        /// The steps of each day, with the sources in the usual order; as in ``Totals/byDay``.
        public var byDay: [String: Int] = [:]
        /// The same with all phones before all watches.
        public var phonesFirst = Totals()
        /// The same as if the watches had recorded nothing.
        public var withoutWatches = Totals()
        /// The totals of each source by itself, by its name.
        public var bySource: [String: Totals] = [:]

        /// Creates empty values.
        public init() {}
    }
}
