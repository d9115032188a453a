// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// The degree Celsius, `degC`: 0 is 273.15 K where it stands alone, 1 K in products and quotients.
    public static func degreeCelsius() -> HKUnit { .named(.degreeCelsius) }

    /// The degree Fahrenheit, `degF`: 32 is 0 °C where it stands alone, 5/9 K in products and quotients.
    public static func degreeFahrenheit() -> HKUnit { .named(.degreeFahrenheit) }

    /// The kelvin, `K`.
    public static func kelvin() -> HKUnit { .named(.kelvin) }
}
