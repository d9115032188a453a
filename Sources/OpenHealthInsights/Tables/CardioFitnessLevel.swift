// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The level of a maximal oxygen uptake (VO2 max) among people of the same age and sex, in quarters.
///
/// The bounds are the percentiles 25, 50 and 75 of treadmill tests in the FRIEND registry, with 7783 people in the United
/// States, aged 20 to 79 (Kaminsky, Arena and Myers, "Reference Standards for Cardiorespiratory Fitness Measured With
/// Cardiopulmonary Exercise Testing", Mayo Clinic Proceedings 90, 2015). Estimates of watches differ from measurements by
/// several ml/(kg·min).
public enum CardioFitnessLevel: String, Sendable, Hashable, CaseIterable {
    /// Below the percentile 25.
    case low
    /// From the percentile 25 to below the percentile 50.
    case belowAverage
    /// From the percentile 50 to below the percentile 75.
    case aboveAverage
    /// From the percentile 75.
    case high

    /// The sexes that the table has.
    public enum Sex: String, Sendable, Hashable, CaseIterable {
        /// Female.
        case female
        /// Male.
        case male
    }

    /// Creates the level of a value.
    /// - Parameters:
    ///   - value: the maximal oxygen uptake in ml/(kg·min).
    ///   - age: the age in years.
    ///   - sex: the sex.
    /// - Returns: nil for ages outside the table, which has 20 to 79 years.
    public init?(_ value: Double, age: Int, sex: Sex) {
        guard value.isFinite, let bounds = Self.bounds(age: age, sex: sex) else { return nil }
        self = value < bounds[0] ? .low : value < bounds[1] ? .belowAverage : value < bounds[2] ? .aboveAverage : .high
    }

    /// Returns the percentiles 25, 50 and 75 for an age and sex, in ml/(kg·min); nil for ages outside the table.
    public static func bounds(age: Int, sex: Sex) -> [Double]? {
        guard (20...79).contains(age) else { return nil }
        return (sex == .male ? men : women)[age / 10 - 2]
    }

    private static let men: [[Double]] = [
        [40.1, 48.0, 55.2], [35.9, 42.4, 49.2], [31.9, 37.8, 45.0], [27.1, 32.6, 39.7], [23.7, 28.2, 34.5],
        [20.4, 24.4, 30.4],
    ]
    private static let women: [[Double]] = [
        [30.5, 37.6, 44.7], [25.3, 30.2, 36.1], [22.1, 26.7, 32.4], [19.9, 23.4, 27.6], [17.2, 20.0, 23.8],
        [15.6, 18.3, 20.8],
    ]
}

/// The level of a usual walking speed by published bounds.
///
/// Apple has not published the bounds of its classes of walking steadiness, so that score has no level here. For the speed of walking there are
/// published ones: 0.8 m/s and less is a low gait speed (Cruz-Jentoft et al., "Sarcopenia: revised European consensus on definition and
/// diagnosis" (EWGSOP2), Age and Ageing 48, 2019); 1.0 m/s and more goes with a longer life than average at the same age and sex, in people aged
/// 65 and above (Studenski et al., "Gait speed and survival in older adults", JAMA 305, 2011).
public enum WalkingSpeedLevel: String, Sendable, Hashable, CaseIterable {
    /// Up to 0.8 m/s.
    case low
    /// Above 0.8 m/s and below 1.0 m/s.
    case medium
    /// From 1.0 m/s.
    case high

    /// Creates the level of a speed in m/s; nil for a value that is not finite or below 0.
    public init?(_ speed: Double) {
        guard speed.isFinite, speed >= 0 else { return nil }
        self = speed <= 0.8 ? .low : speed < 1 ? .medium : .high
    }
}

extension CardioFitnessLevel.Sex {
    /// Creates the sex of a characteristic as exports write it, such as `HKBiologicalSexFemale`; nil for others.
    package init?(exported text: String?) {
        switch text.flatMap({ HealthEnums.rawValue(ofCase: $0) }).flatMap(HKBiologicalSex.init(rawValue:)) {
        case .female: self = .female
        case .male: self = .male
        default: return nil
        }
    }
}
