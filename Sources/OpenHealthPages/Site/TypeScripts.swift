// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The data about types for the scripts of the pages, as modules.
enum TypeScripts {
    /// The kind of type for each short name, and the conversions of its units into one another.
    static let module: String = {
        let types = HealthTypes.all.map { (key: $0.swiftName, value: facts($0)) }
        var units: [(key: String, value: JSONValue)] = []
        for unit in Set(HealthTypes.all.compactMap(\.canonicalUnit)).sorted() {
            units.append((unit, conversions(to: unit)))
        }
        return """
            export const types = \(JSONValue.object(types).text);
            export const units = \(JSONValue.object(units).text);

            """
    }()

    /// The cases of each enumeration.
    static let enums = """
        export const enums = \(JSONValue.object(HealthEnums.table.map { ($0.name, cases($0)) }).text);

        """

    private static func facts(_ type: HealthTypeDescription) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("id", .string(type.identifier)), ("kind", .string(type.kind.rawValue)),
            ("shareable", .bool(type.isShareable)),
        ]
        if let entry = type.entry { entries.append(("entry", .string(entry.rawValue))) }
        if let unit = type.canonicalUnit { entries.append(("unit", .string(unit))) }
        if let style = type.aggregationStyle {
            entries.append(("style", .string(style == .cumulative ? "cumulative" : "discrete")))
        }
        if let range = ValueRanges.range(of: type.identifier) {
            let limits = [range.impossibleBelow, range.improbableBelow, range.improbableAbove, range.impossibleAbove]
            entries.append(("ranges", .array(limits.map { $0.map(JSONValue.double) ?? .null })))
        }
        if let values = type.valueEnum { entries.append(("values", .string(values))) }
        return .object(entries)
    }

    /// Returns the cases of an enumeration by raw value: without the name of the enumeration in front, and each the current one.
    private static func cases(_ table: HealthEnumTable) -> JSONValue {
        .object(
            table.cases.sorted { $0.1 < $1.1 }.map { name, value in
                let short = name.hasPrefix(table.name) ? String(name.dropFirst(table.name.count)) : name
                return (String(value), .string(short.prefix(1).lowercased() + short.dropFirst()))
            })
    }

    /// Returns the units that people may prefer to a canonical one: each with its factor and offset, so that canonical = value ·
    /// factor + offset.
    private static func conversions(to canonical: String) -> JSONValue {
        guard let unit = try? HKUnit(validating: canonical) else { return .array([]) }
        var rows: [JSONValue] = []
        for text in [canonical] + usual where text != canonical || rows.isEmpty {
            guard let other = try? HKUnit(validating: text) else { continue }
            let (zero, one) = (HKQuantity(unit: other, doubleValue: 0), HKQuantity(unit: other, doubleValue: 1))
            guard let offset = try? zero.value(in: unit), let sum = try? one.value(in: unit) else { continue }
            let factor = sum - offset
            rows.append(.array([.string(other.unitString), .double(factor), .double(offset)]))
        }
        return .array(rows)
    }

    /// The units in common use, of every dimension.
    private static let usual = [
        "kg", "g", "mg", "mcg", "lb", "oz", "st", "km", "m", "cm", "mm", "mi", "yd", "ft", "in", "hr", "min", "s", "ms",
        "d",
        "kcal", "kJ", "degC", "degF", "mmHg", "kPa", "cmAq", "L", "mL", "fl_oz_us", "cup_us", "count/min", "count/s",
        "L/min", "m/s", "km/hr", "mi/hr", "ft/s", "mg/dL",
        HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose).unitDivided(by: .liter()).unitString,
    ]
}
