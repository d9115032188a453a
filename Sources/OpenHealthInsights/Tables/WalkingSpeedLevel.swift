// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
