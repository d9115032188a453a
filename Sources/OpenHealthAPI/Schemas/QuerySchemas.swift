// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The schemas of queries.
package enum QuerySchemas {
    package static let all: [(name: String, schema: JSONSchema)] = [
        ("Predicate", predicate), SampleQueryPartJSON.format.component, JSONFormat.queryOrder.component,
        AnchorJSON.format.component, ChangesJSON.format.component,
        ("ChangeNotice", notice),
    ]

    private static let predicate = JSONSchema.any(of: [.string(), .object(isOpen: true)]).described(
        """
        What samples must be: a text in the format of NSPredicate without arguments, such as \
        metadata.HKWasUserEntered == YES, or an object with one of the keys constant, and, or, not, interval, compare, \
        related and activity.
        """
    ).example(.string("metadata.HKWasUserEntered == YES"))

    private static let notice = JSONSchema.object([
        "after": .named("Anchor"), "through": .named("Anchor"), "types": .array(of: .named("TypeName")),
        "topics": .array(of: .string()),
    ]).described("Which types changed between two places, and what else.")
}
