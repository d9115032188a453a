// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A unit of measurement in its metric and its other form.
struct DemoUnit: Sendable {
    let metric: String
    let imperial: String
    let scale: Double
    let shift: Double

    init(_ metric: String, imperial: String? = nil, scale: Double = 1, shift: Double = 0) {
        self.metric = metric
        self.imperial = imperial ?? metric
        self.scale = scale
        self.shift = shift
    }

    func name(_ units: DemoExport.Units) -> String {
        units == .metric ? metric : imperial
    }

    func value(_ value: Double, _ units: DemoExport.Units) -> Double {
        units == .metric ? value : value * scale + shift
    }

    static let count = DemoUnit("count")
    static let perMinute = DemoUnit("count/min")
    static let percent = DemoUnit("%")
    static let kilometre = DemoUnit("km", imperial: "mi", scale: 1 / 1.609344)
    static let kilometrePerHour = DemoUnit("km/hr", imperial: "mi/hr", scale: 1 / 1.609344)
    static let centimetre = DemoUnit("cm", imperial: "in", scale: 1 / 2.54)
    static let metre = DemoUnit("m", imperial: "ft", scale: 1 / 0.3048)
    static let metrePerSecond = DemoUnit("m/s", imperial: "ft/s", scale: 1 / 0.3048)
    static let kilogram = DemoUnit("kg", imperial: "lb", scale: 1 / 0.45359237)
    static let gram = DemoUnit("g")
    static let milligram = DemoUnit("mg")
    static let kilocalorie = DemoUnit("kcal", imperial: "kJ", scale: 4.184)
    static let celsius = DemoUnit("degC", imperial: "degF", scale: 1.8, shift: 32)
    static let millilitre = DemoUnit("mL", imperial: "fl_oz_us", scale: 1 / 29.5735295625)
    static let glucose = DemoUnit("mg/dL", imperial: "mmol<180.1558800000541>/L", scale: 10 / 180.1558800000541)
    static let millisecond = DemoUnit("ms")
    static let minute = DemoUnit("min")
    static let hour = DemoUnit("hr")
    static let watt = DemoUnit("W")
    static let decibel = DemoUnit("dBASPL")
    static let mercury = DemoUnit("mmHg")
    static let effort = DemoUnit("kcal/hr·kg")
    static let oxygen = DemoUnit("mL/min·kg")
    static let effortScore = DemoUnit("appleEffortScore")
}
