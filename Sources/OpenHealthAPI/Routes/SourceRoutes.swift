// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the sources of samples.
package enum SourceRoutes {
    package static let all = [query.route, read.route]

    package static let query = Endpoint<SampleQuery.Part, [HKSource]>(
        "querySources", .post, "/v1/sources/query", for: .app, "The sources of samples that match a predicate",
        details: details,
        question: .queryPart,
        answer: .only("sources", .array(of: .source)), sourcesSay,
        problems: [.forbidden, .invalidArgument])

    package static let read = Endpoint<Void, [HKSource]>(
        "readSources", .get, "/v1/sources", for: .app, "The sources of samples",
        details: details,
        parameters: [
            .query("type", .named("TypeName"), "The type of the samples, such as stepCount.", isRequired: true)
        ] + APIParameter.someSamples,
        answer: .only("sources", .array(of: .source)), sourcesSay,
        problems: [.forbidden, .invalidArgument])

    private static let details = "Only sources of samples that the app may see."

    private static let sourcesSay = "The sources, in the order of their names."
}
