// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Schemas of questions.
package enum QuerySchemas {
    package static let all: [(name: String, schema: JSONSchema)] = [
        ("Predicate", predicate), ("QueryPart", part), ("QueryOrder", order), ("Anchor", anchor), ("Changes", changes),
        ("ChangeNotice", notice),
    ]

    private static let predicate = JSONSchema.any(of: [.string(), .object(isOpen: true)]).described(
        """
        What samples have to be: a text in the format of NSPredicate without arguments, such as \
        metadata.HKWasUserEntered == YES, or an object with one of the keys constant, and, or, not, interval, compare, \
        related and activity.
        """
    ).example(.string("metadata.HKWasUserEntered == YES"))

    private static let part = JSONSchema.object(
        ["type": .named("TypeName")], optional: ["predicate": .named("Predicate")]
    ).described("Samples of one type that a predicate fits.")

    private static let order = JSONSchema.object(
        ["key": .one(of: SampleQuery.Order.Key.allCases.map(\.rawValue))], optional: ["ascending": .bool])

    private static let anchor = JSONSchema.string(pattern: "^[0-9]{1,19}$").described(
        """
        A place in the order of the changes that the app may see, to be sent back unchanged. It is encrypted for the app; "0" is \
        the place before every change.
        """)

    private static let changes = JSONSchema.object([
        "added": .array(of: .named("Sample")), "deleted": .array(of: .named("DeletedObject")),
        "anchor": .named("Anchor"),
        "hasMore": .bool.described("Whether a limit left something out that has happened already."),
    ]).described("What has happened after an anchor.")

    private static let notice = JSONSchema.object([
        "after": .named("Anchor"), "through": .named("Anchor"), "types": .array(of: .named("TypeName")),
        "topics": .array(of: .string()),
    ]).described("Which types changed between two places, and what else.")
}
