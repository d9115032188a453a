// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A page of measurements of a series.
package struct MeasurementPageJSON<Element: Sendable>: Sendable {
    package var elements: [Element]
    /// The cursor of the next page; nil on the last one.
    package var cursor: String?

    package init(_ elements: [Element], cursor: String?) {
        self.elements = elements
        self.cursor = cursor
    }
}

extension JSONFormat {
    /// Returns the format of a page of measurements under a key.
    static func page<Element: Sendable>(
        _ key: String, _ element: JSONFormat<Element>
    ) -> JSONFormat where Value == MeasurementPageJSON<Element> {
        .object(
            .required(key, \.elements, .array(of: element)), .optional("cursor", \.cursor, .measurementCursor)
        ) { MeasurementPageJSON($0, cursor: $1) }
    }
}

extension JSONFormat where Value == String {
    /// The format of the end of a page of measurements.
    static var measurementCursor: JSONFormat { .string(pattern: "^-?[0-9]{1,19}(\\.[0-9]{1,20})?$") }
}

/// A page of readings, with their unit.
package struct ReadingPageJSON: JSONRepresentable {
    package var unit: HKUnit
    package var readings: [SeriesQuantity]
    /// The cursor of the next page; nil on the last one.
    package var cursor: String?

    package init(_ readings: [SeriesQuantity], unit: HKUnit, cursor: String?) {
        self.unit = unit
        self.readings = readings
        self.cursor = cursor
    }

    package static let format = JSONFormat<ReadingPageJSON>.object(
        .required("unit", \.unit, .unit), .required("readings", \.readings, .array(of: .reading)),
        .optional("cursor", \.cursor, .measurementCursor)
    ) { ReadingPageJSON($1, unit: $0, cursor: $2) }
}

/// The voltages of an electrocardiogram.
package struct VoltagesJSON: JSONRepresentable {
    package var unit: HKUnit
    /// The number of voltages per second.
    package var frequency: Double
    package var voltages: [Double]

    package init(_ voltages: [Double], unit: HKUnit, frequency: Double) {
        self.unit = unit
        self.frequency = frequency
        self.voltages = voltages
    }

    package static let format = JSONFormat<VoltagesJSON>.object(
        .required("unit", \.unit, .unit), .required("frequency", \.frequency, .number),
        .required("voltages", \.voltages, .array(of: .number))
    ) { VoltagesJSON($2, unit: $0, frequency: $1) }
}
