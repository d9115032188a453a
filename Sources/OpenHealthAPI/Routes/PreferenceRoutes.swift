// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the owner's preferences: the display of data, and the precedence of sources.
package enum PreferenceRoutes {
    package static let all = [show.route, change.route, sources.route, order.route, setOrder.route]

    package static let show = Endpoint<Void, PreferencesJSON>(
        "readPreferences", .get, "/v1/owner/preferences", for: .owner,
        "The owner's preferences for the display of data",
        answer: PreferencesJSON.format, "The preferences; types by their short names.")

    package static let change = Endpoint<PreferencesChangeJSON, PreferencesJSON>(
        "changePreferences", .patch, "/v1/owner/preferences", for: .owner, "Changes preferences",
        details: """
            Omitted preferences stay unchanged, and null removes a preference (RFC 7396), among goals and units for each type. \
            The pins are one list. The change is made completely or not at all.
            """,
        question: PreferencesChangeJSON.format, most: 64 << 10,
        answer: PreferencesJSON.format, "The changed preferences.",
        problems: [.invalidArgument])

    package static let sources = Endpoint<Void, [SourceSummaryJSON]>(
        "listOwnerSources", .get, "/v1/owner/sources", for: .owner, "The sources of samples",
        details: "The order of sources refers to their numbers. The request reads every sample.",
        answer: .only("sources", .array(of: SourceSummaryJSON.format)), "The sources by name.")

    package static let order = Endpoint<Void, SourceOrderJSON>(
        "readSourceOrder", .get, "/v1/owner/source-order/{type}", for: .owner,
        "The order of precedence of a type's sources, which decides between simultaneous samples",
        parameters: [type],
        answer: SourceOrderJSON.format, "The sources of the type, the first of which takes precedence.",
        problems: [.invalidArgument])

    package static let setOrder = Endpoint<[Int], SourceOrderJSON>(
        "setSourceOrder", .put, "/v1/owner/source-order/{type}", for: .owner,
        "Sets the first sources in the order of a type",
        details: """
            Other sources follow in the default order: entered by hand, watch, phone, other Apple devices, others. An empty list \
            restores the default order.
            """,
        parameters: [type],
        question: .only("sources", .array(of: .integer(1...Int.max), most: maximumSources).described("Their numbers.")),
        most: 64 << 10,
        answer: SourceOrderJSON.format, "The changed order.",
        problems: [.invalidArgument])

    /// The maximum number of sources in an order.
    package static let maximumSources = 1000

    private static let type = APIParameter.path(
        "type", .string(length: 1...200), "A quantity or category type, such as stepCount.")
}
