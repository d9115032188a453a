// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// A pure number, `count`.
    public static func count() -> HKUnit { .named(.count) }

    /// A fraction of one, `%`: 97 % is the value 0.97.
    public static func percent() -> HKUnit { .named(.percent) }
}

extension HKUnit {
    /// A metre with a prefix, such as `km`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func meterUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.meter, prefix) }

    /// The metre, `m`.
    public static func meter() -> HKUnit { .named(.meter) }

    /// The inch, `in`: 0.0254 m.
    public static func inch() -> HKUnit { .named(.inch) }

    /// The foot, `ft`: 0.3048 m.
    public static func foot() -> HKUnit { .named(.foot) }

    /// The yard, `yd`: 0.9144 m.
    public static func yard() -> HKUnit { .named(.yard) }

    /// The statute mile, `mi`: 1609.344 m.
    public static func mile() -> HKUnit { .named(.mile) }
}

/// The molar mass of glucose in grams per mole, for use with ``HKUnit/moleUnit(with:molarMass:)``.
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
    /// - Precondition: The molar mass is finite and greater than zero.
    ///
    /// - Parameters:
    ///   - prefix: The power of ten; `none` for the mole itself.
    ///   - gramsPerMole: The molar mass of the substance.
    public static func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> HKUnit {
        guard gramsPerMole > 0, gramsPerMole.isFinite else { violationInvalidMolarMass() }
        return HKUnit(factors: UnitFactors(UnitAtom(.mole, prefix: prefix, molarMass: gramsPerMole)))
    }

    /// A mole of a substance, such as `mol<18.02>`; compatible with grams.
    ///
    /// - Precondition: The molar mass is finite and greater than zero.
    ///
    /// - Parameter gramsPerMole: The molar mass of the substance.
    public static func moleUnit(withMolarMass gramsPerMole: Double) -> HKUnit {
        moleUnit(with: .none, molarMass: gramsPerMole)
    }
}

extension HKUnit {
    /// A litre with a prefix, such as `mL`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func literUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.liter, prefix) }

    /// The litre, `L`: a thousandth of `m^3`, and compatible with it.
    public static func liter() -> HKUnit { .named(.liter) }

    /// The US fluid ounce, `fl_oz_us`: 29.5735295625 mL.
    public static func fluidOunceUS() -> HKUnit { .named(.fluidOunceUS) }

    /// The imperial fluid ounce, `fl_oz_imp`: 28.4130625 mL.
    public static func fluidOunceImperial() -> HKUnit { .named(.fluidOunceImperial) }

    /// The US liquid pint, `pt_us`: 473.176473 mL.
    public static func pintUS() -> HKUnit { .named(.pintUS) }

    /// The imperial pint, `pt_imp`: 568.26125 mL.
    public static func pintImperial() -> HKUnit { .named(.pintImperial) }

    /// The US cup, `cup_us`: 236.5882365 mL.
    public static func cupUS() -> HKUnit { .named(.cupUS) }

    /// The imperial cup, `cup_imp`: 284.130625 mL.
    public static func cupImperial() -> HKUnit { .named(.cupImperial) }
}

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

    /// The A-weighted decibel of sound pressure, `dBASPL`; not compatible with `Pa` because it is logarithmic.
    public static func decibelAWeightedSoundPressureLevel() -> HKUnit { .named(.soundPressureLevel) }
}

extension HKUnit {
    /// A second with a prefix, such as `ms`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func secondUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.second, prefix) }

    /// The second, `s`.
    public static func second() -> HKUnit { .named(.second) }

    /// The minute, `min`: 60 s.
    public static func minute() -> HKUnit { .named(.minute) }

    /// The hour, `hr`: 3600 s.
    public static func hour() -> HKUnit { .named(.hour) }

    /// The day of 24 hours, `d`: 86,400 s.
    public static func day() -> HKUnit { .named(.day) }
}

extension HKUnit {
    /// A joule with a prefix, such as `kJ`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func jouleUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.joule, prefix) }

    /// The joule, `J`; compatible with other units of energy only.
    public static func joule() -> HKUnit { .named(.joule) }

    /// The kilocalorie, `kcal`: 4184 J.
    public static func kilocalorie() -> HKUnit { .named(.kilocalorie) }

    /// The small calorie, `cal`: 4.184 J.
    public static func smallCalorie() -> HKUnit { .named(.smallCalorie) }

    /// The large calorie of nutrition labels, `Cal`: 4184 J.
    public static func largeCalorie() -> HKUnit { .named(.largeCalorie) }

    /// The small calorie, `cal`; the same unit as ``smallCalorie()``.
    @available(*, deprecated, message: "It does not say which calorie is meant: use smallCalorie() or largeCalorie().")
    public static func calorie() -> HKUnit { .named(.smallCalorie) }
}

extension HKUnit {
    /// A watt with a prefix, such as `kW`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func wattUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.watt, prefix) }

    /// The watt, `W`; not compatible with `J/s`, as on Apple platforms.
    public static func watt() -> HKUnit { .named(.watt) }
}

extension HKUnit {
    /// The degree Celsius, `degC`: on its own, 0 is 273.15 K; in products and quotients, a degree is 1 K.
    public static func degreeCelsius() -> HKUnit { .named(.degreeCelsius) }

    /// The degree Fahrenheit, `degF`: on its own, 32 is 0 °C; in products and quotients, a degree is 5/9 K.
    public static func degreeFahrenheit() -> HKUnit { .named(.degreeFahrenheit) }

    /// The kelvin, `K`.
    public static func kelvin() -> HKUnit { .named(.kelvin) }
}

extension HKUnit {
    /// A radian with a prefix, such as `mrad`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func radianAngleUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.radian, prefix) }

    /// The radian, `rad`.
    public static func radianAngle() -> HKUnit { .named(.radian) }

    /// The degree of a circle, `deg`: π/180 rad.
    public static func degreeAngle() -> HKUnit { .named(.degree) }
}

extension HKUnit {
    /// A hertz with a prefix, such as `kHz`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func hertzUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.hertz, prefix) }

    /// The hertz, `Hz`; compatible with `1/s` and `count/s`.
    public static func hertz() -> HKUnit { .named(.hertz) }
}

extension HKUnit {
    /// A siemens with a prefix, such as `mcS`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func siemenUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.siemen, prefix) }

    /// The siemens, `S`, of electrical conductance.
    public static func siemen() -> HKUnit { .named(.siemen) }
}

extension HKUnit {
    /// A volt with a prefix, such as `mcV`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func voltUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.volt, prefix) }

    /// The volt, `V`.
    public static func volt() -> HKUnit { .named(.volt) }
}

extension HKUnit {
    /// A lux with a prefix, such as `klx`.
    ///
    /// - Parameter prefix: The power of ten; `none` for the unit itself.
    public static func luxUnit(with prefix: HKMetricPrefix) -> HKUnit { .named(.lux, prefix) }

    /// The lux, `lx`.
    public static func lux() -> HKUnit { .named(.lux) }
}

extension HKUnit {
    /// The dioptre, `D`, of a lens; not compatible with `1/m`.
    public static func diopter() -> HKUnit { .named(.diopter) }
}

extension HKUnit {
    /// The prism dioptre, `pD`; compatible with nothing else.
    public static func prismDiopter() -> HKUnit { .named(.prismDiopter) }
}

extension HKUnit {
    /// The international unit, `IU`, of the biological activity of a substance; compatible with nothing else.
    public static func internationalUnit() -> HKUnit { .named(.internationalUnit) }
}

extension HKUnit {
    /// The decibel of hearing level, `dBHL`; compatible with nothing else.
    public static func decibelHearingLevel() -> HKUnit { .named(.hearingLevel) }
}

extension HKUnit {
    /// The score of perceived workout effort, `appleEffortScore`, from 1 to 10; compatible with nothing else.
    public static func appleEffortScore() -> HKUnit { .named(.effortScore) }
}
