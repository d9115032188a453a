// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The periods of a person of a study.
struct DemoCycle: Sendable {
    /// The days that periods begin on; the first may lie before the data. Empty for women without periods.
    let starts: [Int]
    /// The length of each period in days, in the same order.
    private let lengths: [Int]

    /// - Parameter days: how many days of data there are.
    init(days: Int, _ generator: inout SeededGenerator) {
        var starts: [Int] = []
        var lengths: [Int] = []
        let hasPeriods = generator.below(10) != 0
        let mean = 25 + generator.below(9)
        let spread = 1 + generator.below(4)
        let length = 3 + generator.below(4)
        var start = -generator.below(mean)
        // One more than the data holds, so that the last days have an end of their cycle to look forward to.
        while hasPeriods, starts.last.map({ $0 < days }) ?? true {
            starts.append(start)
            lengths.append(length + generator.below(2))
            start += mean - spread + generator.below(2 * spread + 1)
        }
        self.starts = starts
        self.lengths = lengths
    }

    /// The place of a day in its cycle: 0 is the beginning; and how many days are left until the next one.
    func position(_ day: Int) -> (day: Int, left: Int)? {
        guard let index = starts.lastIndex(where: { $0 <= day }), index + 1 < starts.count else { return nil }
        return (day - starts[index], starts[index + 1] - day)
    }

    /// The day of the cycle, counted from 1, as the data tell it: nil before the first beginning in them.
    func knownDay(_ day: Int) -> Int? {
        starts.last { (0...day).contains($0) }.map { day - $0 + 1 }
    }

    /// How strong the period is on a day, and whether it begins; nil on other days.
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
