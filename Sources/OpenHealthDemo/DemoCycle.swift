// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The menstrual cycle of a study participant.
struct DemoCycle: Sendable {
    /// The days on which periods begin; the first may precede the data. Empty for women without periods.
    let starts: [Int]
    /// The length of each period in days, in the same order.
    private let lengths: [Int]

    /// - Parameter days: The number of days of data.
    init(days: Int, _ generator: inout SeededGenerator) {
        var starts: [Int] = []
        var lengths: [Int] = []
        let hasPeriods = generator.below(10) != 0
        let mean = 25 + generator.below(9)
        let spread = 1 + generator.below(4)
        let length = 3 + generator.below(4)
        var start = -generator.below(mean)
        // One more than the data contains, so that the last days also precede a period.
        while hasPeriods, starts.last.map({ $0 < days }) ?? true {
            starts.append(start)
            lengths.append(length + generator.below(2))
            start += mean - spread + generator.below(2 * spread + 1)
        }
        self.starts = starts
        self.lengths = lengths
    }

    /// Returns the day in the cycle of a day, where 0 is the first one, and the number of days until the next cycle.
    func position(_ day: Int) -> (day: Int, left: Int)? {
        guard let index = starts.lastIndex(where: { $0 <= day }), index + 1 < starts.count else { return nil }
        return (day - starts[index], starts[index + 1] - day)
    }

    /// Returns the day of the cycle, counted from 1, as known from the data: nil before the first period in them.
    func knownDay(_ day: Int) -> Int? {
        starts.last { (0...day).contains($0) }.map { day - $0 + 1 }
    }

    /// Returns the strength of the period on a day and whether it begins, or nil on other days.
    func flow(_ day: Int) -> (strength: Int, isStart: Bool)? {
        guard let index = starts.lastIndex(where: { $0 <= day }), day - starts[index] < lengths[index] else {
            return nil
        }
        let place = day - starts[index]
        // HKCategoryValueVaginalBleeding: 2 light, 3 medium, 4 heavy.
        let strength = place == 0 ? 3 : place == 1 ? 4 : place == 2 ? 3 : 2
        return (strength, place == 0)
    }
}
