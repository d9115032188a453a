// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the owner's preferences: the display of data, and the priority of sources.
package enum PreferenceRoutes {
    package static let all = [show, change, sources, order, setOrder]

    package static let show = APIRoute(
        "readPreferences", .get, "/v1/owner/preferences", for: .owner, "How the owner likes to see their data",
        answers: [.json(.named("Preferences"), "The preferences; types by their short names.")])

    package static let change = APIRoute(
        "changePreferences", .patch, "/v1/owner/preferences", for: .owner, "Changes preferences",
        details: """
            What is left out stays as it was, and null takes back what was chosen (RFC 7396): among goals and units that \
            goes for each type. The pins are one list. All of it is done, or nothing.
            """,
        body: .json(.named("PreferencesChange"), most: 64 << 10),
        answers: [.json(.named("Preferences"), "The preferences as they are now.")], problems: [.invalidArgument])

    package static let sources = APIRoute(
        "listOwnerSources", .get, "/v1/owner/sources", for: .owner, "Where the samples come from",
        details: "With numbers by which the order of sources names them. It looks at every sample.",
        answers: [
            .json(.object(["sources": .array(of: .named("SourceSummary"))]), "The sources by name.")
        ])

    package static let order = APIRoute(
        "readSourceOrder", .get, "/v1/owner/source-order/{type}", for: .owner,
        "Which source of a type counts where several say something of the same moment",
        parameters: [type],
        answers: [.json(.named("SourceOrder"), "The sources that have the type, the best first.")],
        problems: [.invalidArgument])

    package static let setOrder = APIRoute(
        "setSourceOrder", .put, "/v1/owner/source-order/{type}", for: .owner,
        "Puts sources first in the order of a type",
        details: """
            Sources that are not named follow in the usual order: entered by hand, watch, phone, other devices of Apple's, \
            others. An empty list goes back to that order.
            """,
        parameters: [type],
        body: .json(
            .object([
                "sources": JSONSchema.array(of: .integer(1...Int.max), most: maximumSources).described("Their numbers.")
            ]), most: 64 << 10),
        answers: [.json(.named("SourceOrder"), "The order as it is now.")], problems: [.invalidArgument])

    /// The maximum number of sources in an order.
    package static let maximumSources = 1000

    private static let type = APIParameter.path(
        "type", .string(length: 1...200), "A quantity or category type, such as stepCount.")
}
