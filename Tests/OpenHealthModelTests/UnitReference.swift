// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A slow and simple reference implementation of units, written independently of the tested one.
enum UnitReference {
    /// The dimension of a named unit as powers of base dimensions, and its size in base units.
    struct Entry {
        var dimensions: [String: Int]
        var size: Double
    }

    static let prefixes: [(text: String, size: Double)] = [
        ("f", 1e-15), ("p", 1e-12), ("n", 1e-9), ("mc", 1e-6), ("m", 1e-3), ("c", 1e-2), ("d", 1e-1), ("da", 1e1),
        ("h", 1e2), ("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12),
    ]

    static let metric: [(text: String, dimensions: [String: Int], size: Double)] = [
        ("g", ["mass": 1], 1), ("m", ["length": 1], 1), ("L", ["length": 3], 0.001), ("Pa", ["pressure": 1], 1),
        ("s", ["time": 1], 1), ("J", ["energy": 1], 1), ("K", ["temperature": 1], 1), ("S", ["conductance": 1], 1),
        ("Hz", ["time": -1], 1), ("mol", ["amount": 1], 1), ("V", ["potential": 1], 1), ("W", ["power": 1], 1),
        ("rad", ["angle": 1], 1), ("lx", ["illuminance": 1], 1),
        ("mol<18.02>", ["mass": 1], 18.02), ("mol<180.15588000005408>", ["mass": 1], 180.15588000005408),
    ]

    static let plain: [(text: String, dimensions: [String: Int], size: Double)] = [
        ("oz", ["mass": 1], 28.349523125), ("lb", ["mass": 1], 453.59237), ("st", ["mass": 1], 6350.29318),
        ("in", ["length": 1], 0.0254), ("ft", ["length": 1], 0.3048), ("yd", ["length": 1], 0.9144),
        ("mi", ["length": 1], 1609.344), ("fl_oz_us", ["length": 3], 0.0295735295625e-3),
        ("fl_oz_imp", ["length": 3], 0.0284130625e-3), ("pt_us", ["length": 3], 0.473176473e-3),
        ("pt_imp", ["length": 3], 0.56826125e-3), ("cup_us", ["length": 3], 0.2365882365e-3),
        ("cup_imp", ["length": 3], 0.284130625e-3), ("mmHg", ["pressure": 1], 133.322387415),
        ("cmAq", ["pressure": 1], 98.0665), ("atm", ["pressure": 1], 101_325), ("inHg", ["pressure": 1], 3386.38816),
        ("dBASPL", ["sound": 1], 1), ("min", ["time": 1], 60), ("hr", ["time": 1], 3600), ("d", ["time": 1], 86_400),
        ("kcal", ["energy": 1], 4184), ("cal", ["energy": 1], 4.184), ("Cal", ["energy": 1], 4184),
        ("degC", ["temperature": 1], 1), ("degF", ["temperature": 1], 5.0 / 9.0), ("IU", ["IU": 1], 1),
        ("count", [:], 1), ("%", [:], 1), ("dBHL", ["hearing": 1], 1), ("D", ["D": 1], 1), ("pD", ["pD": 1], 1),
        ("deg", ["angle": 1], Double.pi / 180), ("appleEffortScore", ["effort": 1], 1),
    ]

    /// All spellings of named units.
    static let entries: [String: Entry] = {
        var entries: [String: Entry] = [:]
        for unit in plain { entries[unit.text] = Entry(dimensions: unit.dimensions, size: unit.size) }
        for unit in metric {
            entries[unit.text] = Entry(dimensions: unit.dimensions, size: unit.size)
            for prefix in prefixes {
                entries[prefix.text + unit.text] = Entry(dimensions: unit.dimensions, size: prefix.size * unit.size)
            }
        }
        return entries
    }()

    static let names = entries.keys.sorted()

    /// The names of each dimension.
    static let namesByDimension = Dictionary(grouping: names) { entries[$0]!.dimensions }
}
