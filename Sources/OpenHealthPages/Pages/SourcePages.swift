// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthServer
import OpenHealthStore
import Hummingbird

/// The page of the sources of samples. Its script lets the person choose which source has priority.
enum SourcePages {
    static let bindings = [Page.binding(PageRoutes.sources, sources)]

    private static func sources(_ scope: RequestScope) async throws -> Response {
        let database = scope.database
        let (sources, zone) = try await scope.blocking { (try database.sources(), database.homeTimeZone) }
        let texts = scope.texts
        let dates = PageDates(zone, texts)
        let rows = sources.map { source -> [String: Any] in
            var row: [String: Any] = [
                "name": source.name.isEmpty ? texts.text("sources_unnamed") : source.name,
                "count": texts.plural("sources_count", source.count),
            ]
            if let bundle = source.bundleIdentifier { row["bundle"] = bundle }
            if let first = source.earliest, let last = source.latest {
                row["span"] = texts.text("sources_span", ["first": dates.day(first), "last": dates.day(last)])
            }
            if !source.devices.isEmpty { row["devices"] = source.devices.joined(separator: " · ") }
            if !source.versions.isEmpty { row["versions"] = source.versions.joined(separator: " · ") }
            return row
        }
        return try await scope.page(
            "sources", title: texts.text("sources_title"), ["sources": rows, "hasSources": !rows.isEmpty],
            script: PageScript(name: "page-sources.js", isNeeded: false, drawsCharts: false))
    }
}
