// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthInsights
import OpenHealthTestBasics

/// Daily figures without any change, as devices record them: weekdays differ, a day resembles the day before, values are skewed, single days
/// are extreme, and days or weeks are missing. The standard deviation is about 1 without the weekdays.
struct DailyNoise {
    /// The distribution of the values.
    enum Kind: Int, CaseIterable {
        case normal, skewed, withExtremes
    }

    var kind = Kind.normal
    /// The correlation of a day with the day before.
    var correlation = 0.3
    /// The share of the days without data, about.
    var gaps = 0.0
    private var random: SeededGenerator

    init(seed: UInt64, _ change: (inout DailyNoise) -> Void = { _ in }) {
        random = SeededGenerator(seed: seed)
        change(&self)
    }

    /// Noise of a random kind.
    static func any(seed: UInt64) -> DailyNoise {
        DailyNoise(seed: seed) { noise in
            noise.kind = Kind(rawValue: noise.random.below(3)) ?? .normal
            noise.correlation = noise.random.number(0, 0.7)
            noise.gaps = noise.random.below(2) == 0 ? 0 : noise.random.number(0, 0.4)
        }
    }

    /// Returns the next days, from a Monday on.
    mutating func series(days: Int, plus change: (_ index: Int) -> Double = { _ in 0 }) -> DailySeries {
        let weekdays = (0..<7).map { _ in normal() * 0.7 }
        var state = normal()
        var missing = 0
        let values = (0..<days).map { index -> Double? in
            state = correlation * state + (1 - correlation * correlation).squareRoot() * normal()
            if missing > 0 {
                missing -= 1
                return nil
            }
            if random.unit() < gaps / 5 { missing = random.below(9) }
            if random.unit() < gaps / 2 { return nil }
            var value = state
            if kind == .skewed { value = exp(0.6 * state) }
            if kind == .withExtremes, random.unit() < 0.02 { value += 6 }
            return value + weekdays[index % 7] + change(index)
        }
        return DailySeries(firstDay: DailyNoise.monday, values: values)
    }

    /// 1970-01-05.
    static let monday = 4

    mutating func normal() -> Double {
        (-2 * log(1 - random.unit())).squareRoot() * cos(2 * Double.pi * random.unit())
    }
}
