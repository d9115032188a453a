// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A type of samples that an app may see.
package struct VisibleTypeJSON: JSONRepresentable {
    /// The limits of plausible values.
    package struct Range: JSONRepresentable {
        package var impossibleBelow: Double?
        package var improbableBelow: Double?
        package var improbableAbove: Double?
        package var impossibleAbove: Double?

        package init(
            impossibleBelow: Double?, improbableBelow: Double?, improbableAbove: Double?, impossibleAbove: Double?
        ) {
            self.impossibleBelow = impossibleBelow
            self.improbableBelow = improbableBelow
            self.improbableAbove = improbableAbove
            self.impossibleAbove = impossibleAbove
        }

        package static let format = JSONFormat<Range>.object(
            .optional("impossibleBelow", \.impossibleBelow, .number),
            .optional("improbableBelow", \.improbableBelow, .number),
            .optional("improbableAbove", \.improbableAbove, .number),
            .optional("impossibleAbove", \.impossibleAbove, .number)
        ) { Range(impossibleBelow: $0, improbableBelow: $1, improbableAbove: $2, impossibleAbove: $3) }
    }

    package var type: String
    /// The short name.
    package var name: String
    package var kind: HealthTypeDescription.Kind
    /// The canonical unit of a quantity.
    package var unit: String?
    /// The range of values of a quantity.
    package var range: Range?
    package var earliest: Date
    package var latest: Date

    package init(
        type: String, name: String, kind: HealthTypeDescription.Kind, unit: String?, range: Range?, earliest: Date,
        latest: Date
    ) {
        self.type = type
        self.name = name
        self.kind = kind
        self.unit = unit
        self.range = range
        self.earliest = earliest
        self.latest = latest
    }

    package static let format = JSONFormat<VisibleTypeJSON>.object(
        named: "VisibleType", about: "A type of samples.",
        .required("type", \.type, .string.schema(.named("TypeName"))),
        .required("name", \.name, .string.described("Its short name, such as stepCount.")),
        .required("kind", \.kind, .one(of: HealthTypeDescription.Kind.allCases.map { ($0.rawValue, $0) })),
        .optional("unit", \.unit, .string.schema(.named("Unit"))),
        .optional(
            "range", \.range,
            Range.format.described(
                "The plausible values of a quantity in its unit. Forms refuse impossible values and ask about improbable "
                    + "ones; this interface saves both.")),
        .required("earliest", \.earliest, .date.described("The earliest start of its samples.")),
        .required("latest", \.latest, .date.described("The latest end of its samples."))
    ) { type, name, kind, unit, range, earliest, latest in
        VisibleTypeJSON(
            type: type, name: name, kind: kind, unit: unit, range: range, earliest: earliest, latest: latest)
    }
}
