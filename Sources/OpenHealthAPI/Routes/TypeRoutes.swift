// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the existing types.
package enum TypeRoutes {
    package static let all = [list.route, catalogue.route]

    package static let list = Endpoint<Void, [VisibleTypeJSON]>(
        "listTypes", .get, "/v1/types", for: .app, "The types with samples that the app may see",
        details: """
            With the time range of the visible samples. A type that the app has not requested, may not read or finds no samples of \
            is omitted; the app always sees its own samples.
            """,
        response: .only("types", .array(of: VisibleTypeJSON.format)), "The types, in the order of their identifiers.")

    package static let catalogue = Endpoint<Void, CatalogueJSON>(
        "readCatalogue", .get, "/v1/catalogue", for: .anyone,
        "The types, activities and metadata keys that the server knows",
        details: """
            It depends only on the version of the server. With If-None-Match and the ETag of an earlier response, the response is 304 if it \
            is the same.
            """,
        parameters: [.earlierTag], response: CatalogueJSON.format, "The vocabulary.", also: [.unchanged])
}

/// The routes for the sources of samples.
package enum SourceRoutes {
    package static let all = [query.route, read.route]

    package static let query = Endpoint<SampleQuery.Part, [HKSource]>(
        "querySources", .post, "/v1/sources/query", for: .app, "The sources of samples that match a predicate",
        onlyReads: true,
        details: details,
        request: .queryPart,
        response: .only("sources", .array(of: .source)), sourcesSay,
        problems: [.forbidden, .invalidArgument])

    package static let read = Endpoint<Void, [HKSource]>(
        "readSources", .get, "/v1/sources", for: .app, "The sources of samples",
        details: details,
        parameters: [
            .query("type", .named("TypeName"), "The type of the samples, such as stepCount.", isRequired: true)
        ] + APIParameter.someSamples,
        response: .only("sources", .array(of: .source)), sourcesSay,
        problems: [.forbidden, .invalidArgument])

    private static let details = "Only sources of samples that the app may see."

    private static let sourcesSay = "The sources, in the order of their names."
}
