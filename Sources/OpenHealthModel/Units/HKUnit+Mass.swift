// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The grams in one mole of glucose, for ``HKUnit/moleUnit(with:molarMass:)``.
public let HKUnitMolarMassBloodGlucose: Double = 180.15588000005408

extension HKUnit {
    /// A gram with a prefix, such as `kg`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func gramUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.gram, prefix) }

    /// The gram, `g`.
    public static func gram() -> HKUnit { .named(.gram) }

    /// The avoirdupois ounce, `oz`: 28.349523125 g.
    public static func ounce() -> HKUnit { .named(.ounce) }

    /// The avoirdupois pound, `lb`: 453.59237 g.
    public static func pound() -> HKUnit { .named(.pound) }

    /// The stone of 14 pounds, `st`: 6350.29318 g.
    public static func stone() -> HKUnit { .named(.stone) }

    /// A mole of a substance with a prefix, such as `mmol<18.02>`; compatible with grams.
    ///
    /// - Parameters:
    ///   - prefix: The power of ten; `none` for the mole itself.
    ///   - gramsPerMole: The substance's molar mass, finite and above zero; the process stops otherwise.
    public static func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> HKUnit {
        guard gramsPerMole > 0, gramsPerMole.isFinite else { violationInvalidMolarMass() }
        return HKUnit(factors: UnitFactors(UnitAtom(.mole, prefix: prefix, molarMass: gramsPerMole)))
    }

    /// A mole of a substance, such as `mol<18.02>`; compatible with grams.
    ///
    /// - Parameter gramsPerMole: The substance's molar mass, finite and above zero; the process stops otherwise.
    public static func moleUnit(withMolarMass gramsPerMole: Double) -> HKUnit {
        moleUnit(with: .none, molarMass: gramsPerMole)
    }
}
