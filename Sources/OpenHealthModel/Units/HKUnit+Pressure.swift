// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// A pascal with a prefix, such as `kPa`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func pascalUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.pascal, prefix) }

    /// The pascal, `Pa`; compatible with other units of pressure only.
    public static func pascal() -> HKUnit { .named(.pascal) }

    /// The millimetre of mercury, `mmHg`: 133.322387415 Pa.
    public static func millimeterOfMercury() -> HKUnit { .named(.millimeterOfMercury) }

    /// The centimetre of water, `cmAq`: 98.0665 Pa.
    public static func centimeterOfWater() -> HKUnit { .named(.centimeterOfWater) }

    /// The standard atmosphere, `atm`: 101,325 Pa.
    public static func atmosphere() -> HKUnit { .named(.atmosphere) }

    /// The inch of mercury, `inHg`: 3386.38816 Pa.
    public static func inchesOfMercury() -> HKUnit { .named(.inchesOfMercury) }

    /// The A-weighted decibel of sound pressure, `dBASPL`; not compatible with `Pa`, being a logarithm.
    public static func decibelAWeightedSoundPressureLevel() -> HKUnit { .named(.soundPressureLevel) }
}
