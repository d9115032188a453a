// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension DemoTruth {
    /// The true steps, most of which both phone and watch counted.
    ///
    /// Every record of steps has an integral number of steps in each second, so all totals are integral. In each second the
    /// source with the highest priority that has a record is counted, with all of its records in that second; the others are
    /// ignored. A record that one source has twice, with the same start, end and value, is counted once.
    public struct Steps: Codable, Sendable, Equatable {
        /// The totals of one way of counting.
        public struct Totals: Codable, Sendable, Equatable {
            /// The total number of steps.
            public var total = 0
            /// The steps of each day in ``Steps/zone``, by dates such as `2025-02-04`; without days that have none.
            public var byDay: [String: Int] = [:]

            /// Creates empty totals.
            public init() {}
        }

        /// The time zone of the days; see ``DemoExport/Options/timeZone``.
        public var zone = ""
        /// The names of the watches in the export, the one with the latest record first. They have the highest priority.
        public var watches: [String] = []
        /// The names of the phones, likewise. They follow the watches.
        public var phones: [String] = []
        /// The total number of steps, with the usual order of sources.
        public var total = 0
        /// The steps of each day, with the usual order of sources; see ``Totals/byDay``.
        public var byDay: [String: Int] = [:]
        /// The totals with all phones before all watches.
        public var phonesFirst = Totals()
        /// The totals without the watches.
        public var withoutWatches = Totals()
        /// The totals of each source by name.
        public var bySource: [String: Totals] = [:]

        /// Creates empty values.
        public init() {}
    }
}
